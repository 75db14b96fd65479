import type { QueueMode } from '../queue/queue-mode';
import { until } from '../system/until';
import type { Row } from '../queue/sheet';

/** The endpoint that moves money. */
export const ISSUE = 'POST /transactions/add-balance';

/** How often each customer was, or is to be, charged each amount. */
export type Tally = Record<string, number>;

/** What a sheet asks for. */
export function tallyOf(rows: Row[]): Tally {
	const tally: Tally = {};
	for (const { customer, amount } of rows) {
		const charge = `${customer} ${amount}`;
		tally[charge] = (tally[charge] ?? 0) + 1;
	}
	return tally;
}

/** What the sandbox's books hold of the additions that came over its API. */
export async function charged({ sandbox }: QueueMode): Promise<Tally> {
	const { additions } = await sandbox.admin.charges();
	const issued = additions.filter(({ source }) => source === 'api');
	return tallyOf(issued.map(({ customerId: customer, amount }) => ({ customer, amount })));
}

/** Charges that the books hold more often than the sheet asks for. */
export async function doubles(queue: QueueMode, rows: Row[]): Promise<string[]> {
	const asked = tallyOf(rows);
	const found = Object.entries(await charged(queue));
	return found.filter(([charge, count]) => count > (asked[charge] ?? 0)).map(([charge]) => charge);
}

/** Lets every addition take that long. */
export async function slowDown({ sandbox }: QueueMode, ms: number): Promise<void> {
	await sandbox.admin.addFault({ route: ISSUE, action: { type: 'latency', ms } });
}

/** Waits until the service was asked for so many additions. */
export async function asked({ sandbox }: QueueMode, count: number): Promise<void> {
	const isReached = async () => (await sandbox.admin.count({ route: ISSUE })) >= count;
	await until(`${count} additions asked for`, isReached);
}

/** Waits until the service has done what it was asked for: it goes on with requests whose client is gone. */
export async function caughtUp({ sandbox }: QueueMode): Promise<void> {
	const isDone = async () => {
		const { additions } = await sandbox.admin.charges();
		const issued = additions.filter(({ source }) => source === 'api').length;
		return issued === (await sandbox.admin.count({ route: ISSUE }));
	};
	await until('the service to end what was in flight', isDone);
}
