import type { Moment } from '../words/wordsIn';
import { count, list, money, number, time } from './words';

const TWO_WAYS =
	'If this row is a top-up of its own, give it an Idempotency Key, such as its order number: that tells equal top-ups apart. Or set Options → Duplicate Protection to Off, and it is sent whatever was sent before.';

/** What a row moves. */
interface Sum {
	amount: number;
	currency: string;
}

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
	heldInDoubt: ({ at }: { at: Moment }) =>
		`an earlier run sent this row at ${time(at)} and lost the answer; whether it was paid is not known`,
	notAllCompared:
		"GMC's list of additions could not be had whole, so not every row could be compared with the additions of the last 15 minutes. An Idempotency Key protects rows without that list.",
	notAllRead: ({ id }: { id: string }) =>
		`GMC lists additions of the last 15 minutes that cannot be read, such as ${id}, so whether a row equals one of them could not be told. An Idempotency Key protects rows without that list.`,
	notAllIdentified:
		"GMC's list of customers could not be had, so an addition of the last 15 minutes that names a customer in another way than its row does was not recognized. An Idempotency Key protects rows without that list.",
	listCut: "GMC's list of additions comes cut, so Duplicate Protection cannot tell what was issued",
	compareYourself:
		'A single day holds more additions than GMC lists. Compare the sheet with GMC by hand, and send what is missing with Duplicate Protection off.',
	customerUnknown: ({ reason }: { reason: string }) =>
		`Duplicate Protection cannot tell what this customer was issued: ${reason}`,
	correctOrOff:
		'Correct the customer. To send without this check, set Options → Duplicate Protection to Off.',
	unreadable: ({ id }: { id: string }) =>
		`GMC lists the addition ${id}, which may be this row and cannot be read, so Duplicate Protection cannot tell whether the row was issued`,
	lookOrOff:
		'Look at it with Balance → Get. If it is another one, send this row with Options → Duplicate Protection set to Off.',
	maybeOfEqual: 'GMC lists an addition like this row, which may be that of an equal row in doubt',
	runAgain: 'Run the workflow again: once the row in doubt is settled, this one is.',
	maybeOfKey: ({ id }: { id: string }) =>
		`GMC lists the addition ${id} like this row, which may be what another Idempotency Key has paid with`,
	settleKey: ({ table }: { table: string }) =>
		`What became of that key is not known. Find the addition in the Data Table "${table}" and run the row with its key again, or set outcome there to issued or to rejected; then run this one again.`,
	/** @param named some of the additions; @param more how many others */
	beyondRows: ({ named, more }: { named: Array<Sum & { name: string }>; more: number }) => {
		const some = named.map((one) => `${money(one.amount, one.currency)} for ${one.name}`);
		const others = more > 0 ? [count(more, 'more addition', 'more additions')] : [];
		return `Besides what stands in these rows, GMC lists ${list([...some, ...others])}. If you have corrected an amount, its row is a second payment, and the first one stays.`;
	},
	turnTooLong:
		'another run on this account has been sending for a long time, and this one would not see what that one sends',
	runLater:
		'Nothing was sent. Run it again once the other one has ended. Runs whose rows have an Idempotency Key do not wait for each other.',
	aboveMaxPerDay: ({ max, currencies }: { max: number; currencies: string[] }) =>
		`with what was added today, these rows are above the Maximum per Day of ${number(max)} ${list(currencies)}, so none of them is sent`,
	waitOrRaise: 'Send fewer rows, wait until tomorrow, or raise Maximum per Day.',
	dayUntold: {
		listCut: "Maximum per Day cannot be kept, because GMC's list of additions comes cut",
		unreadable: ({ id }: { id: string }) =>
			`Maximum per Day cannot be kept, because the amount of the addition ${id} cannot be read`,
	},
	dropMaxPerDay: 'To send without this limit, take Maximum per Day out of the Options.',
};
