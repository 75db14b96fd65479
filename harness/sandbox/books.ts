import type { SandboxAdmin } from '../../sandbox/http/admin';
import type { AdminAddition } from '../../sandbox/http/views';
import type { FaultInput } from '../../sandbox/state/faults';
import { until } from '../system/until';
import { ISSUE } from './routes';

export interface WithSandbox {
	sandbox: { admin: SandboxAdmin };
}

export type Tally = Record<string, number>;

export function tally(names: Array<string | number>): Tally {
	const counts: Tally = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

/** How many charges are double, and how many are missing. */
export function difference(asked: Tally, made: Tally): { doubles: number; missing: number } {
	let [doubles, missing] = [0, 0];
	for (const charge of new Set([...Object.keys(asked), ...Object.keys(made)])) {
		const over = (made[charge] ?? 0) - (asked[charge] ?? 0);
		if (over > 0) doubles += over;
		else missing -= over;
	}
	return { doubles, missing };
}

/**
 * The additions that were made through the API and did not fail, the smallest amount first: several may have been on their
 * way at once.
 */
export async function charges({ sandbox }: WithSandbox): Promise<AdminAddition[]> {
	const { additions } = await sandbox.admin.charges();
	const made = additions.filter(({ source }) => source === 'api');
	return made.sort((one, other) => one.amount - other.amount);
}

/** The same as customer, amount and currency. */
export async function charged(
	surroundings: WithSandbox,
): Promise<Array<[customer: string, amount: number, currency: string]>> {
	const additions = await charges(surroundings);
	return additions.map(({ customerId, amount, currency }) => [customerId, amount, currency]);
}

/** What rows ask for: customer and amount. */
export function tallyOf(rows: Array<{ customer: string; amount: number }>): Tally {
	return tally(rows.map(({ customer, amount }) => `${customer} ${amount}`));
}

/** The same for what was charged. */
export async function chargedTally(surroundings: WithSandbox): Promise<Tally> {
	const additions = await charges(surroundings);
	return tallyOf(additions.map(({ customerId: customer, amount }) => ({ customer, amount })));
}

/** How often the service was asked for each amount, also in refused and lost requests. */
export async function askedByAmount({ sandbox }: WithSandbox): Promise<Tally> {
	const journal = await sandbox.admin.journal({ route: ISSUE });
	return tally(journal.map(({ body }) => (body as { amount: number }).amount));
}

export async function chargedByAmount(surroundings: WithSandbox): Promise<Tally> {
	return tally((await charges(surroundings)).map(({ amount }) => amount));
}

export async function slowDown({ sandbox }: WithSandbox, ms: number): Promise<void> {
	await sandbox.admin.addFault({ route: ISSUE, action: { type: 'latency', ms } });
}

/** Has the service refuse top-ups. @param which of them: by default all */
export async function refuse(
	{ sandbox }: WithSandbox,
	which: Partial<Omit<FaultInput, 'action'>> = {},
): Promise<void> {
	const action = { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } } as const;
	await sandbox.admin.addFault({ route: ISSUE, ...which, action });
}

/** Waits until the service got this many requests for an addition. */
export async function asked({ sandbox }: WithSandbox, count: number): Promise<void> {
	const isReached = async () => (await sandbox.admin.count({ route: ISSUE })) >= count;
	await until(`${count} additions asked for`, isReached);
}

/** Waits until the service has carried out all requests, also those whose client is gone. */
export async function caughtUp(surroundings: WithSandbox): Promise<void> {
	const { admin } = surroundings.sandbox;
	const isDone = async () =>
		(await charges(surroundings)).length === (await admin.count({ route: ISSUE }));
	await until('the service to end what was in flight', isDone);
}
