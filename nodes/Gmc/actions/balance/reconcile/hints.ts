import type { IExecuteFunctions } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import { isUsersName } from '../../../core/ledger/key';
import type { Finding, Reconciled } from '../../../core/reconcile/books';
import type { Texts } from '../../../core/texts/message';
import { showHint } from '../../../shared/hints';

type OfRows = 'contradicted' | 'ofOtherNames' | 'equalOutside';

/** What is said of all rows that are alike in something. */
const KINDS: Array<[OfRows, (finding: Finding<Addition>) => boolean]> = [
	['contradicted', ({ isContradicted }) => isContradicted === true],
	['ofOtherNames', ({ other }) => other !== undefined && isUsersName(other.ref)],
	['equalOutside', ({ isEqualOutside }) => isEqualOutside === true],
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
	const warn = (say: (texts: Texts['reconciling']) => string) =>
		showHint(context, 'warning', ({ reconciling }) => say(reconciling));
	showHint(context, isClear ? 'info' : 'warning', (texts) => texts.reconciling.found(told));
	for (const [kind, isOfIt] of KINDS) {
		const rows = findings.filter(isOfIt).length;
		if (rows > 0) warn((texts) => texts[kind]({ rows }));
	}
	if (unasked > 0) warn((texts) => texts.notAsked({ rows: unasked }));
}
