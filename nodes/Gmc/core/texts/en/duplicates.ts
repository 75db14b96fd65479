import type { Moment, Sum } from '../words/wordsIn';
import { amounts, money, number, time } from './words';

const TWO_WAYS =
	'If this row is a top-up of its own, set Duplicate Protection to Idempotency Key, with a number such as that of the order, or to Batch: these tell equal top-ups apart. Or set it to Off, and the row is sent whatever was sent before.';

/** Duplicate Protection, and the limit of a day. */
export const duplicates = {
	thisCustomer: 'this customer',
	/** @param at when the equal addition was made, where that can be read */
	suspected: (equal: Sum & { name: string; additionId: string; at?: Moment }) => {
		const when = equal.at === undefined ? 'a short while ago' : `at ${time(equal.at)}`;
		return `${equal.name} was given ${money(equal.amount, equal.currency)} ${when} (addition ${equal.additionId}), so the row looks like the same top-up sent twice`;
	},
	twoWays: `If it is the same top-up, there is nothing to do. ${TWO_WAYS}`,
	equalInDoubt: ({ amount, currency, at }: Sum & { at: Moment }) =>
		`${money(amount, currency)} was sent for this customer at ${time(at)}, and whether it was paid is not known`,
	settleEqual: ({ table }: { table: string }) =>
		`Look for it with Balance → Get Many, then set outcome in its row of the Data Table "${table}" to issued or to rejected. ${TWO_WAYS}`,
	notAllCompared: ({ minutes }: { minutes: number }) =>
		`GMC's list of additions could not be had whole, so not every row could be compared with the additions of the last ${minutes} minutes. Idempotency Keys and batches protect rows without that list.`,
	notAllRead: ({ id, minutes }: { id: string; minutes: number }) =>
		`GMC lists additions of the last ${minutes} minutes that cannot be read, such as ${id}, so whether a row equals one of them could not be told. Idempotency Keys and batches protect rows without that list.`,
	notAllIdentified: ({ minutes }: { minutes: number }) =>
		`GMC's list of customers could not be had, so an addition of the last ${minutes} minutes that names a customer in another way than its row does was not recognized. Idempotency Keys and batches protect rows without that list.`,
	turnTooLong:
		'another run on this account has been sending for a long time, and this one would not see what that one sends',
	runLater:
		'Nothing was sent. Run it again once the other one has ended. Runs with Idempotency Keys or of a batch do not wait for each other.',
	aboveMaxPerDay: ({ max, rows, today }: { max: number; rows: Sum[]; today: Sum[] }) =>
		`these rows (${amounts(rows)}) and what was added today (${amounts(today)}) are above the Maximum per Day of ${number(max)} together, so none of them is sent`,
	waitOrRaise: 'Send fewer rows, wait until tomorrow, or raise Maximum per Day.',
	dayUntold: {
		listCut: "Maximum per Day cannot be kept, because GMC's list of additions comes cut",
		unreadable: ({ id }: { id: string }) =>
			`Maximum per Day cannot be kept, because the amount of the addition ${id} cannot be read`,
		entry: ({ table, id }: { table: string; id: string }) =>
			`Maximum per Day cannot be kept, because row ${id} of the ledger (Data Table "${table}") cannot be read: its amount or currency`,
	},
	dropMaxPerDay: 'To send without this limit, take Maximum per Day out of the Options.',
};
