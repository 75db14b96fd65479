import type { Verdicts } from '../../nodes/Gmc/core/keys/claim';
import { claimKeys, lookUp } from '../../nodes/Gmc/core/keys/claim';
import type { Effect } from '../../nodes/Gmc/core/keys/effects';
import type { KeyRow, Wish } from '../../nodes/Gmc/core/keys/keyRow';
import { resolveInDoubt } from '../../nodes/Gmc/core/keys/resolve';
import type { Settlement } from '../../nodes/Gmc/core/keys/settle';
import { settleClaims } from '../../nodes/Gmc/core/keys/settle';
import type { WorldList } from './world';
import { HOLD_MS } from './world';

/** What a run does next: an effect of the protocol, or the one request that moves money. */
export type Step = Effect | { do: 'send'; ref: string };

/** What a run tells of keys that have paid: the id of the addition by ref. */
export type Told = Record<string, string>;

export type Payer = (wishes: Wish[], claim: string) => Generator<Step, Told, unknown>;

/**
 * A run of a sheet with keys, as `balance: add` makes it: claim, send, settle, resolve what is in doubt.
 *
 * @param bulkFrom from how many rows on their fates are written down in bulk
 */
export const payer = (holdMs = HOLD_MS, bulkFrom = Infinity): Payer =>
	function* (wishes, claim) {
		// As `balance: add` does it: a look of its own first, for all rows of the sheet.
		const verdicts: Verdicts = new Map();
		const free = yield* lookUp(wishes, verdicts);
		const claimed = free.length > 0 ? yield* claimKeys(free, claim, true) : [];
		for (const [ref, verdict] of claimed) verdicts.set(ref, verdict);
		const told = { ...paidOf(verdicts), ...(yield* sendAll(mineOf(verdicts), bulkFrom)) };
		const inDoubt = wishes.filter(({ ref }) => verdicts.get(ref)?.is === 'inDoubt');
		if (inDoubt.length === 0) return told;
		let alive = [claim];
		const isAlive = (other: string) => alive.includes(other);
		const resolving = resolveInDoubt(inDoubt, { claim, holdMs, isAlive, looks: 1 });
		let step = resolving.next();
		while (!step.done) {
			const answer: unknown = yield step.value;
			if (step.value.do === 'list') alive = [claim, ...(answer as WorldList).atWork];
			step = resolving.next(answer);
		}
		const resolved = step.value;
		const sent = yield* sendAll(mineOf(resolved), bulkFrom);
		return { ...told, ...paidOf(resolved), ...sent };
	};

interface Answer {
	outcome: 'issued' | 'unknown' | 'rejected';
	id?: string;
}

const mineOf = (verdicts: Verdicts): KeyRow[] =>
	[...verdicts.values()].flatMap((verdict) => (verdict.is === 'mine' ? verdict.row : []));

const paidOf = (verdicts: Verdicts): Told =>
	Object.fromEntries(
		[...verdicts].flatMap(([ref, verdict]) =>
			verdict.is === 'paid' ? [[ref, verdict.additionId]] : [],
		),
	);

function* sendAll(rows: KeyRow[], bulkFrom: number): Generator<Step, Told, unknown> {
	const settlements: Settlement[] = [];
	for (const row of rows) {
		const { outcome, id } = (yield { do: 'send', ref: row.ref }) as Answer;
		settlements.push({ row, outcome, additionId: id });
	}
	if (settlements.length === 0) return {};
	const settling = settleClaims(settlements, bulkFrom);
	let step = settling.next();
	while (!step.done) step = settling.next(yield* inTurn(step.value));
	const contested = step.value;
	return Object.fromEntries(
		settlements.flatMap(({ row: { ref }, additionId }) =>
			additionId === undefined || contested.has(ref) ? [] : [[ref, additionId]],
		),
	);
}

/** Rows are changed and then deleted, with a crash in between. */
function* inTurn(step: Effect): Generator<Step, unknown, unknown> {
	if (step.do !== 'update' || step.remove === undefined) return yield step;
	yield { do: 'update', changes: step.changes };
	return yield { do: 'delete', ids: step.remove };
}
