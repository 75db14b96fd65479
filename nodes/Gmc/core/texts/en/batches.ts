import type { Sum } from '../words/wordsIn';
import { amounts, money, number } from './words';

/** Batches: sheets with a name. */
export const batches = {
	nameIs: ({ what }: { what: string }) => `the Batch Name is ${what}, not a text or a whole number`,
	nameEmpty: 'the Batch Name is empty',
	nameTooLong: ({ max }: { max: number }) =>
		`the Batch Name has more than ${number(max)} characters`,
	nameSheet: 'Give the sheet one name for good, such as its file name or the month that is paid.',
	oneRun: 'A batch is a sheet that is paid in one run, not in passes of a loop or by an AI agent',
	keysInstead: 'Set Duplicate Protection to Idempotency Key, and give each row a key of its own.',
	/** @param sums what was paid to the customer, or may have been, and stands in no row any more */
	changed: (row: { sums: Sum[]; isPaid: boolean; batch: string; name: string }) =>
		row.isPaid
			? `the batch "${row.batch}" has paid ${amounts(row.sums)} to ${row.name}, and no row of the sheet says so any more`
			: `the batch "${row.batch}" has sent ${amounts(row.sums)} for ${row.name}, which no row of the sheet says any more; whether it was paid is not known`,
	/** @param now what the row says */
	putBack: ({ sums, now }: { sums: Sum[]; now: Sum }) => {
		const [paid] = sums;
		const more = now.amount - paid.amount;
		const isCorrection = sums.length === 1 && paid.currency === now.currency && more > 0;
		const rest = isCorrection
			? `add one of ${money(Number(more.toFixed(8)), now.currency)}`
			: 'add one for what is still to be paid';
		return `A correction is never paid on top. Put ${sums.length === 1 ? 'that row' : 'those rows'} back as ${sums.length === 1 ? 'it was' : 'they were'}, and ${rest}. If it is another sheet, give it another Batch Name.`;
	},
	moved: ({ name }: { name: string }) =>
		`the batch has paid a customer with this tax ID, and at GMC it belongs to another one by now (${name})`,
	lookAtBoth:
		'Look at both in GMC. If this row is a top-up of its own, send it in a batch of another name.',
	inUse: ({ batch }: { batch: string }) =>
		`another run has sent this row of the batch "${batch}", or is paying this customer now; whether it was paid is not known`,
	afterOther: 'Nothing was sent for this row. Run the sheet again once the other run has ended.',
};
