/** An aim, and what was found. */
export interface Aim {
	aim: string;
	found: string;
	isMet: boolean;
}

/** One line for each aim. */
export function aimLines(aims: Aim[]): string[] {
	return aims.map(({ aim, found, isMet }) => `${isMet ? '✔' : '✖'} ${aim} (found: ${found})`);
}
