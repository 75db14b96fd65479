import { tally } from '../words/wordsIn';
import { count, number } from './words';

/** What is said of rows, whatever the operation. */
export const rows = {
	/** Begins every text about one row, counted as a spreadsheet does. */
	ofRow: ({ row, message }: { row: number; message: string }) => `Row ${row}: ${message}`,
	nothingSent: ({ message }: { message: string }) => `${message}. Nothing was sent`,
	/** Several rows that keep the run from starting. */
	refused: ({ refused, all }: { refused: number; all: number }) =>
		`${number(refused)} of ${count(all, 'row', 'rows')} are refused`,
	/** Rows beside those whose reasons were quoted, such as `11–13, 20`. */
	refusedToo: ({ numbers }: { numbers: string }) => `… and rows ${numbers}`,
	failed: ({ failed, all }: { failed: number; all: number }) =>
		`${number(failed)} of ${count(all, 'row', 'rows')} failed; "error" and "details" of their items say why`,
	/** A period of days, `YYYY-MM-DD`; without a last one it has no end. */
	period: ({ first, last }: { first: string; last?: string }) => {
		if (last === undefined) return `${first} and later`;
		return first === last ? first : `${first} to ${last}`;
	},
	/** The outcomes of rows (reference.md "The five outcomes"). */
	outcomes: (
		counts: Record<'issued' | 'skipped' | 'rejected' | 'unknown' | 'notAttempted', number>,
	) =>
		tally(counts, {
			issued: (n) => `${number(n)} issued`,
			skipped: (n) => `${number(n)} skipped`,
			rejected: (n) => `${number(n)} rejected`,
			unknown: (n) => `${number(n)} unknown`,
			notAttempted: (n) => `${number(n)} not attempted`,
		}),
	/** What became of the customers of Create or Update. */
	customers: (counts: Record<'created' | 'updated' | 'unchanged', number>) =>
		`Customers: ${tally(counts, {
			created: (n) => `${number(n)} created`,
			updated: (n) => `${number(n)} updated`,
			unchanged: (n) => `${number(n)} unchanged`,
		})}`,
};
