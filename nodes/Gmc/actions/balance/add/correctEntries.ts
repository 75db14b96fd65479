import type { Addition } from '../../../core/service/record';
import { hasFailedFor } from '../../../core/additions/item';
import type { Verdicts } from '../../../core/ledger/claim';
import { update } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { FAILED_ADDITION, hasFailedAddition, isOpen } from '../../../core/ledger/entry';
import { filterRows } from '../../../core/util/slices';
import { inSlices } from '../../../shared/eventLoop';
import { namedAdditions } from '../namedAdditions';
import type { AddRun } from './run';

/** How often rows are judged again because an entry that keeps one from being sent has changed. */
export const MAX_JUDGEMENTS = 5;

interface Rechecked {
	/** Whether an entry counts otherwise than before, so that rows must be judged again. */
	isChanged: boolean;
	/** The additions that the entries name, by id, as far as GMC shows them. */
	additions: Map<string, Addition>;
}

/**
 * Asks GMC about entries that keep rows from being sent: whether another account is the same GMC, whether their additions
 * have failed since, and whether open ones were ever done. Corrects them in the ledger.
 *
 * @throws LedgerError
 */
export async function recheck(run: AddRun, entries: Entry[]): Promise<Rechecked> {
	const isAnswered = await run.accounts.ask(run.client, run.ledger.read, entries);
	const settled = entries.filter((entry) => !entry.isForeign && !isOpen(entry));
	const additions = await namedAdditions(run, settled);
	const isCorrected = await correctFailed(run, settled, additions);
	const resolved = await resolveOthers(run, entries.filter(run.ledger.isLeftOpen));
	const isResolved = [...resolved.values()].some(({ is }) => is !== 'open');
	return { isChanged: isAnswered || isCorrected || isResolved, additions };
}

/**
 * Frees the names of entries whose addition has failed since. An entry whose addition had failed, and has moved money after
 * all, is `issued` again.
 *
 * @returns whether there were any
 * @throws LedgerError
 */
export async function correctFailed(
	run: AddRun,
	entries: Entry[],
	additions: ReadonlyMap<string, Addition>,
): Promise<boolean> {
	const isWrong = (entry: Entry): boolean => {
		const addition = additions.get(entry.additionId ?? '');
		const hasFailed = addition && hasFailedFor(entry.charge, addition);
		return hasFailed !== undefined && hasFailed !== hasFailedAddition(entry);
	};
	const wrong = await inSlices(filterRows(entries, isWrong));
	const idsOf = (some: Entry[]) => some.map(({ id }) => id);
	const failed = idsOf(wrong.filter((entry) => !hasFailedAddition(entry)));
	await run.ledger.perform(update(failed, FAILED_ADDITION));
	const paid = idsOf(wrong.filter(hasFailedAddition));
	await run.ledger.perform(update(paid, { outcome: 'issued', settledAt: Date.now() }));
	return wrong.length > 0;
}

/**
 * Finds out what became of entries of other executions. GMC lists additions under the present identifiers of customers; an
 * entry whose customer is not known stays open.
 *
 * @returns `free`: was never done, and is now `rejected`; missing or `open`: stays open
 * @throws LedgerError
 */
export async function resolveOthers(
	{ ledger, client }: AddRun,
	entries: Entry[],
): Promise<Verdicts> {
	const own = entries.filter(({ ref, isForeign }) => ref !== '' && !isForeign);
	if (own.length === 0) return new Map();
	const directory = await client.directory().catch(() => undefined);
	if (directory === undefined) return new Map();
	const known = own.flatMap((entry) => {
		const { identifiers } = entry.charge;
		if (!identifiers.some((value) => directory.knows(value))) return [];
		const present = identifiers.flatMap((value) => directory.allIdentifiersOf(value));
		const all = [...new Set([...identifiers, ...present])];
		return [{ ...entry, charge: { ...entry.charge, identifiers: all } }];
	});
	return known.length > 0 ? await ledger.resolveOthers(known, directory.isShared) : new Map();
}
