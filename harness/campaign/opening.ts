import type { AdminAddition } from '../../sandbox/http/views';
import { DEMO_CUSTOMERS, OUTSIDER_USER } from '../../sandbox/seeds';
import type { Service } from '../engine/service';
import { endPassedTime } from '../system/time';
import type { Case, SheetRow } from './case';
import { idElsewhere } from './judge';

const HOUR_MS = 3600_000;

/** A sandbox as a case begins. */
export interface Opening {
	/** From when on duplicates count. */
	since: string;
	/** Additions that have nothing to do with the sheet. */
	strangers: Set<string>;
}

/** Equal additions that somebody made the day before, and those that a colleague made for the sheet. */
export async function open(service: Service, one: Case): Promise<Opening> {
	const { admin } = service;
	endPassedTime();
	await service.restart(one.settings);
	const { now } = await admin.clock();
	const before = (hours: number) => new Date(Date.parse(now) - hours * HOUR_MS).toISOString();
	for (const row of one.strangers) {
		await admin.createAddition({ ...additionOf(row), createdAt: before(26) });
	}
	if (one.way === 'otherAccount') {
		for (const { _id, taxId } of DEMO_CUSTOMERS) {
			await admin.createCustomer({ _id: idElsewhere(_id), taxId, userId: OUTSIDER_USER._id });
		}
	}
	const strangers = new Set((await admin.additions()).map(({ _id }) => _id));
	const [first, ...items] = one.toppedUp.map(additionOf);
	if (first !== undefined) await admin.createAddition({ ...first, items, createdAt: before(1) });
	for (const fault of one.faults) await admin.addFault(fault);
	return { since: before(2), strangers };
}

const additionOf = ({ customer: customerIdentifier, amount, currency }: SheetRow) => ({
	...{ customerIdentifier, amount },
	currency: currency as AdminAddition['currency'],
});

/** What was made for the sheet and has not failed, in whichever account. */
export async function booksOf(
	{ admin }: Service,
	{ strangers }: Opening,
): Promise<AdminAddition[]> {
	return (await admin.additions()).filter(
		({ _id, status }) => !strangers.has(_id) && status !== 'FAILED',
	);
}
