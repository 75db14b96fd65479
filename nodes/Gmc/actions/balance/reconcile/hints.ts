import type { IExecuteFunctions } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import { isUsersName } from '../../../core/ledger/key';
import type { Finding, Reconciled } from '../../../core/reconcile/books';
import { showHint } from '../../../shared/hints';
import { count, number, tally } from '../../../core/texts/words';

/** What is said of all rows that are alike in something. */
const KINDS: Array<[(rows: { rows: number }) => string, (finding: Finding<Addition>) => boolean]> =
	[
		[contradicted, ({ isContradicted }) => isContradicted === true],
		[ofOtherNames, ({ other }) => other !== undefined && isUsersName(other.ref)],
		[equalOutside, ({ isEqualOutside }) => isEqualOutside === true],
	];

/** @param failed rows that could not be read @param unasked rows whose addition GMC could not be asked for */
export function hintAtFound(
	context: IExecuteFunctions,
	{ findings, left }: Reconciled<Addition>,
	{ all, failed, unasked }: { all: number; failed: number; unasked: number },
): void {
	const counts = { listed: 0, paidBefore: 0, uncertain: 0, notListed: 0 };
	for (const { found } of findings) counts[found]++;
	const told = { ...counts, failed, onlyListed: left.length, all };
	const isClear = counts.uncertain + counts.notListed + failed + left.length === 0;
	const warn = (message: string) => showHint(context, 'warning', message);
	showHint(context, isClear ? 'info' : 'warning', found(told));
	for (const [say, isOfIt] of KINDS) {
		const rows = findings.filter(isOfIt).length;
		if (rows > 0) warn(say({ rows }));
	}
	if (unasked > 0)
		warn(
			`GMC was not asked about ${count(unasked, 'row', 'rows')} paid before: whether the addition has failed since is not known. An earlier Since lists it`,
		);
}

const found = ({ all, ...counts }: Counts & { all: number }) => {
	const { onlyListed, ...ofRows } = counts;
	const told = tally(ofRows, {
		listed: (n) => `${number(n)} listed`,
		paidBefore: (n) => `${number(n)} paid before`,
		uncertain: (n) => `${number(n)} uncertain`,
		notListed: (n) => `${number(n)} not listed`,
		failed: (n) => `${number(n)} could not be read`,
	});
	return `Of ${count(all, 'row', 'rows')}: ${told}. ${count(onlyListed, 'addition', 'additions')} of the period in no row`;
};

function contradicted({ rows }: { rows: number }): string {
	return `The names of ${count(rows, 'row', 'rows')} (Idempotency Key or batch) have paid another customer, amount or currency by the ledger or by GMC's list, or stand at another row, too. Nobody but you can tell whether ${rows === 1 ? 'it is' : 'they are'} paid: look at the ledger and at GMC`;
}

function ofOtherNames({ rows }: { rows: number }): string {
	return `${count(rows, 'row without a name equals', 'rows without a name equal')} what another Idempotency Key or batch has paid, or may have: ${rows === 1 ? 'it is' : 'they are'} uncertain. Map Idempotency Key or Batch Name if ${rows === 1 ? 'it has' : 'they have'} one`;
}

function equalOutside({ rows }: { rows: number }): string {
	return `${count(rows, 'row that is not listed equals an addition', 'rows that are not listed equal additions')} of the days around the period. If ${rows === 1 ? 'that is the row' : 'those are the rows'}, choose Since or Until so that the period has it`;
}

/** What was found, in figures. */
type Counts = Record<
	'listed' | 'paidBefore' | 'uncertain' | 'notListed' | 'failed' | 'onlyListed',
	number
>;
