import { tally } from '../words/wordsIn';
import { count, number } from './words';

/** What Balance: Reconcile has found, in figures. */
type Counts = Record<
	'listed' | 'paidBefore' | 'uncertain' | 'notListed' | 'failed' | 'onlyListed',
	number
>;

/** Balance: Reconcile. */
export const reconciling = {
	/** @param all rows of the sheet */
	found: ({ all, ...counts }: Counts & { all: number }) => {
		const { onlyListed, ...ofRows } = counts;
		const told = tally(ofRows, {
			listed: (n) => `${number(n)} listed`,
			paidBefore: (n) => `${number(n)} paid before`,
			uncertain: (n) => `${number(n)} uncertain`,
			notListed: (n) => `${number(n)} not listed`,
			failed: (n) => `${number(n)} could not be read`,
		});
		return `Of ${count(all, 'row', 'rows')}: ${told}. ${count(onlyListed, 'addition', 'additions')} of the period in no row`;
	},
	listCut:
		"GMC's list of this period comes cut, even for a single day: a row that it does not show is uncertain. Ask for a shorter period, or ask GMC for a complete list.",
	contradicted: ({ rows }: { rows: number }) =>
		`The names of ${count(rows, 'row', 'rows')} (Idempotency Key or batch) have paid another customer, amount or currency by the ledger or by GMC's list, or stand at another row, too. Nobody but you can tell whether ${rows === 1 ? 'it is' : 'they are'} paid: look at the ledger and at GMC`,
	ofOtherNames: ({ rows }: { rows: number }) =>
		`${count(rows, 'row without a name equals', 'rows without a name equal')} what another Idempotency Key or batch has paid, or may have: ${rows === 1 ? 'it is' : 'they are'} uncertain. Map Idempotency Key or Batch Name if ${rows === 1 ? 'it has' : 'they have'} one`,
	equalOutside: ({ rows }: { rows: number }) =>
		`${count(rows, 'row that is not listed equals an addition', 'rows that are not listed equal additions')} of the days around the period. If ${rows === 1 ? 'that is the row' : 'those are the rows'}, choose Since or Until so that the period has it`,
	notAsked: ({ rows }: { rows: number }) =>
		`GMC was not asked about ${count(rows, 'row', 'rows')} paid before: whether the addition has failed since is not known. An earlier Since lists it`,
	ledgerMissing: ({ table }: { table: string }) =>
		`This project has no ledger (Data Table "${table}"), so nothing is known of what was paid under a name. If your rows were paid with another ledger, name it in Ledger Table`,
	/** @param reason what the ledger said */
	ledgerUnread: ({ reason }: { reason: string }) =>
		`The ledger could not be asked, so every row is uncertain: another name may have paid what GMC lists. ${reason}`,
	periodEmpty: 'Since is later than Until',
	correctPeriod: 'Correct Since or Until under Options.',
};
