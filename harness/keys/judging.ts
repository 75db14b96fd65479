import {
	type ClaimRules,
	type Verdicts,
	claimUnseen,
	judgeAll,
	lookUp,
	releaseClaims,
} from '../../nodes/Gmc/core/ledger/claim';
import { now, read, update } from '../../nodes/Gmc/core/ledger/effects';
import {
	type Entry,
	type NamedRow,
	type Verdict,
	FAILED_ADDITION,
	hasFailedAddition,
	isOpen,
	isUnsettled,
	nameOf,
} from '../../nodes/Gmc/core/ledger/entry';
import { nameRows } from '../../nodes/Gmc/core/ledger/name';
import { type Memory, type PayerRules, learn, ofRun, resolving, wishOf } from './memory';
import type { Doing } from './world';

// How a payer names and judges its rows.

/** Names the rows, and judges them by the entries that they were named by. */
export function* nameAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	if (memory.sheet.length === 0) return memory;
	const isBatch = memory.sheet[0].n !== undefined;
	const { sheet, entries, won } = yield* (isBatch ? nameBatch : nameByKey)(memory, claim, rules);
	const byName = ofRun(rules.protocol, claim, 0);
	const judged = judgeAll(sheet, entries, byName, 0);
	const verdicts = yield* rechecked(sheet, judged, byName, function* () {
		const isHeld = (entry: Entry) => isUnsettled(entry) && byName.isOurs(entry.claim);
		const again = (yield* read(refsOf(sheet))).filter((entry) => !isHeld(entry));
		return judgeAll(sheet, again, byName, 0);
	});
	const sure = [...verdicts].flatMap(([name, { is }]) => (is === 'free' ? [name] : []));
	const lost: Entry[] = [];
	for (const [name, verdict] of won ?? []) {
		if (verdicts.get(name)?.is === 'free') verdicts.set(name, verdict);
		else if (verdict.is === 'claimed') lost.push(verdict.entry);
	}
	if (lost.length > 0) yield* releaseClaims(lost);
	return learn({ ...memory, sheet, free: [], sure }, verdicts);
}

type Named = Doing<{ sheet: NamedRow[]; entries: Entry[]; won?: Verdicts }>;

/** Claims a single row in the call that looks at it, as `lookAtKeys` does. */
function* nameByKey({ sheet }: Memory, claim: string, rules: PayerRules): Named {
	const { isRecent, looksFirst, protocol } = rules;
	if (isRecent || looksFirst || sheet.length > 1)
		return { sheet, entries: yield* read(refsOf(sheet)) };
	return { sheet, ...(yield* claimUnseen(sheet[0], ofRun(protocol, claim, 0))) };
}

const refsOf = (sheet: NamedRow[]) => [...new Set(sheet.map(({ ref }) => ref))];

/** Names the rows of a customer in a batch by its entries in the table. */
function* nameBatch(memory: Memory, claim: string, rules: PayerRules): Named {
	const { looksBeside, protocol } = rules;
	const [{ ref, set }] = memory.sheet;
	const charges = memory.sheet.map(({ charge }) => charge);
	let entries = yield* read([ref]);
	const first = nameRows(charges, entries, true);
	let { names } = first;
	const open = first.left.length > 0 ? entries.filter(isOpen) : [];
	if (open.length > 0) {
		const wishes = open.map((one) => ({ ...wishOf(one), ref, set }));
		yield* resolving(wishes, ofRun(protocol, claim, -1));
		entries = yield* read([ref]);
		({ names } = nameRows(charges, entries, true));
	}
	const sheet = memory.sheet.flatMap((wish, position): NamedRow[] => {
		const name = names[position];
		if (!('n' in name)) return [];
		return [{ ...wish, n: name.n, ...(looksBeside && { knownClaims: name.knownClaims }) }];
	});
	return { sheet, entries };
}

/** The entries that keep a row from being sent, or would if their addition had not failed. */
function entriesIn(verdict?: Verdict): Entry[] {
	if (verdict === undefined) return [];
	if (verdict.is === 'paid') return [verdict.entry];
	if (verdict.is === 'free') return verdict.failed;
	return verdict.is === 'duplicate' ? verdict.entries.filter((one) => !isOpen(one)) : [];
}

/** Asks the service which of their additions have failed. Where that has changed, the rows are judged again. */
export function* rechecked(
	wishes: NamedRow[],
	verdicts: Verdicts,
	rules: ClaimRules,
	judgeAgain: (stopped: NamedRow[], rules: ClaimRules) => Doing<Verdicts> = lookUp,
): Doing<Verdicts> {
	const entriesOf = (wish: NamedRow) => entriesIn(verdicts.get(nameOf(wish)));
	const stopped = wishes.filter((wish) => entriesOf(wish).length > 0);
	const entries = stopped.flatMap(entriesOf);
	const additionIds = entries.flatMap(({ additionId }) => additionId ?? []);
	if (additionIds.length === 0) return verdicts;
	const failed = (yield { do: 'look', additionIds }) as string[];
	const wrong = entries.filter(
		(one) => failed.includes(one.additionId!) !== hasFailedAddition(one),
	);
	if (wrong.length === 0) return verdicts;
	const idsOf = (some: Entry[]) => some.map(({ id }) => id);
	yield* update(idsOf(wrong.filter((one) => !hasFailedAddition(one))), FAILED_ADDITION);
	const paid = idsOf(wrong.filter(hasFailedAddition));
	if (paid.length > 0) yield* update(paid, { outcome: 'issued', settledAt: yield* now() });
	return new Map([...verdicts, ...(yield* judgeAgain(stopped, rules))]);
}
