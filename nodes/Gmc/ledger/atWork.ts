/** Claims of runs that are at work in this process: nobody may take them for given up. */
const claims = new Set<string>();

export const isAtWork = (claim: string): boolean => claims.has(claim);

/** Lets `work` claim names for the run that this names. Claims that it leaves behind count as given up once it is over. */
export async function whileAtWork<T>(claim: string, work: () => Promise<T>): Promise<T> {
	claims.add(claim);
	try {
		return await work();
	} finally {
		claims.delete(claim);
	}
}
