import type { AdminAddition } from '../../sandbox/http/views';
import { DEMO_CUSTOMERS, OUTSIDER_USER } from '../../sandbox/seeds';
import { bareTaxId } from '../../sandbox/rules/tax-id';
import type { GmcRun } from '../engine/engine';
import { outcomeOf } from '../engine/service';
import { difference, tally } from '../sandbox/books';
import type { SheetRow } from './case';

/** What a row ended as, whichever way the node said it. */
export interface RowVerdict {
	outcome: string;
	additionId?: string;
}

/** Whether nobody has to do anything about a row any more. */
export const isDone = ({ outcome }: RowVerdict): boolean =>
	outcome === 'issued' || outcome === 'skipped';

/** The outcomes of all rows, in order: from the items, or from the error that stopped the run. */
export function verdictsOf(run: GmcRun, count: number): RowVerdict[] {
	const verdicts: RowVerdict[] = Array.from({ length: count }, () => ({ outcome: 'notAttempted' }));
	const stopped = run.error?.context.data?.rows as
		| Array<{ row: number; outcome: string; additionId?: string }>
		| undefined;
	for (const { row, ...verdict } of stopped ?? []) verdicts[row - 1] = verdict;
	for (const item of [...run.items, ...run.errors]) {
		const { item: index } = item.pairedItem as { item: number };
		const additionId = item.json._id as string | undefined;
		verdicts[index] = { outcome: String(outcomeOf(item)), additionId };
	}
	return verdicts;
}

/** `_id`s of a customer in another account, by which its additions are known there. */
export const idElsewhere = (customerId: string): string => `elsewhere ${customerId}`;

/** Names a charge, whatever the customer is called in the sheet, and in whichever account. */
export function chargeName({ customer, amount, currency }: SheetRow): string {
	const { taxId } = DEMO_CUSTOMERS.find(
		({ _id, taxId: one }) => one === customer || _id === customer || idElsewhere(_id) === customer,
	)!;
	return `${bareTaxId(taxId)} ${amount} ${currency}`;
}

export const additionName = ({ customerId: customer, amount, currency }: AdminAddition) =>
	chargeName({ customer, amount, currency });

/** Of the user's own account, or of the other one. */
export const inAccount = (additions: AdminAddition[], isOther: boolean): AdminAddition[] =>
	additions.filter(({ userId }) => (userId === OUTSIDER_USER._id) === isOther);

/** Charges that the books hold more often than the sheet asks for, and less often. */
export function compare(
	sheet: SheetRow[],
	additions: AdminAddition[],
): { doubles: number; missing: number } {
	return difference(tally(sheet.map(chargeName)), tally(additions.map(additionName)));
}

/**
 * Outcomes that are not true, judged by the books alone. Per charge, what the execution has made must lie
 * between what it calls issued and that plus what it calls unknown; each addition, or item of one, belongs to
 * one row, and is really an addition for that row.
 *
 * @param before the books before the execution (and all its retries) began
 */
export function untruths(
	sheet: SheetRow[],
	verdicts: RowVerdict[],
	before: AdminAddition[],
	after: AdminAddition[],
): string[] {
	const old = new Set(before.map(({ _id }) => _id));
	const found = claimsOfOthers(sheet, verdicts, old, after);
	const made = tally(after.filter(({ _id }) => !old.has(_id)).map(additionName));
	for (const name of new Set(sheet.map(chargeName))) {
		const count = (wanted: string) =>
			verdicts.filter(({ outcome }, i) => outcome === wanted && chargeName(sheet[i]) === name)
				.length;
		const really = made[name] ?? 0;
		if (really < count('issued')) found.push(`${name}: called issued, but not made`);
		if (really > count('issued') + count('unknown')) found.push(`${name}: made, but not told`);
	}
	return found;
}

/** Rows with an addition that is not theirs. */
function claimsOfOthers(
	sheet: SheetRow[],
	verdicts: RowVerdict[],
	old: Set<string>,
	after: AdminAddition[],
): string[] {
	const found: string[] = [];
	// The items of an addition go by its `_id`, so each is there as often as it has equal items.
	const free = tally(after.map((one) => `${one.partOf ?? one._id} ${additionName(one)}`));
	for (const [index, { outcome, additionId = '' }] of verdicts.entries()) {
		if (!isDone({ outcome })) continue;
		const claim = `${additionId} ${chargeName(sheet[index])}`;
		free[claim] = (free[claim] ?? 0) - 1;
		if (free[claim] < 0) {
			found.push(`row ${index + 1} is ${outcome} with an addition that is not its own`);
		} else if (outcome === 'skipped' && !old.has(additionId)) {
			found.push(`row ${index + 1} is skipped, but nobody had issued it`);
		}
	}
	return found;
}
