import type { Verdicts } from '../../nodes/Gmc/core/ledger/claim';
import { claimKeys, isStale } from '../../nodes/Gmc/core/ledger/claim';
import { now, remove } from '../../nodes/Gmc/core/ledger/effects';
import type { Entry, Wish } from '../../nodes/Gmc/core/ledger/entry';
import { CLOCK_RULES } from '../../nodes/Gmc/core/ledger/asked';
import type { ResolveRules } from '../../nodes/Gmc/core/ledger/look';
import { resolveInDoubt } from '../../nodes/Gmc/core/ledger/resolve';
import type { Settlement } from '../../nodes/Gmc/core/ledger/settle';
import { settleClaims } from '../../nodes/Gmc/core/ledger/settle';
import type { WorldList } from './listing';
import type { Doing, Step, Told } from './step';
import { HOLD_MS } from './times';

/** All that a run knows between two of its phases: plain data, so that runs that know the same are the same. */
export interface Memory extends Told {
	sheet: Wish[];
	/** Keys to be claimed. */
	free: string[];
	/** Claimed, and to be sent. */
	mine: Entry[];
	settlements: Settlement[];
}

export type Phase = (memory: Memory, claim: string) => Doing<Memory>;

export type Payer = Phase[];

export const firstMemory = (sheet: Wish[]): Memory => ({
	...{ sheet, free: sheet.map(({ ref }) => ref), mine: [], settlements: [], paid: {}, inDoubt: {} },
});

/** How a run goes about it. */
interface PayerRules {
	/** From how many rows on their fates are written down in bulk. */
	bulkFrom: number;
	/** Whether a claim that has waited long is made anew before its row is sent. */
	makesAnew: boolean;
	/** Whether a run finds out about what it has lost itself, and not only about what others have. */
	findsOutOwn: boolean;
	protocol: Omit<ResolveRules, 'claim' | 'isAlive'>;
}

const PROTOCOL = { holdMs: HOLD_MS, timeoutMs: 0, looks: 1, clock: CLOCK_RULES };

/**
 * A run of a sheet with keys, as `balance: add` makes it: claim, send, settle, resolve what is in doubt; then claim
 * what turns out to be free, send, settle.
 */
export function payer(
	more: Partial<PayerRules> = {},
	protocol: Partial<PayerRules['protocol']> = {},
): Payer {
	const rules: PayerRules = {
		...{ bulkFrom: Infinity, makesAnew: true, findsOutOwn: false, ...more },
		protocol: { ...PROTOCOL, ...protocol },
	};
	return [claimAll, sendAll, settleAll, resolveAll, claimAll, sendAll, settleAll].map(
		(phase): Phase =>
			(memory, claim) =>
				phase(memory, claim, rules),
	);
}

const wishesOf = ({ sheet }: Memory, refs: string[]): Wish[] =>
	sheet.filter(({ ref }) => refs.includes(ref));

function* claimAll(memory: Memory, claim: string, { protocol }: PayerRules): Doing<Memory> {
	const wishes = wishesOf(memory, memory.free);
	if (wishes.length === 0) return memory;
	const verdicts = yield* claimKeys(wishes, { ...protocol, claim });
	return learn({ ...memory, free: [] }, verdicts);
}

function learn(memory: Memory, verdicts: Verdicts): Memory {
	const after = { ...memory, paid: { ...memory.paid }, inDoubt: { ...memory.inDoubt } };
	after.mine = [...memory.mine];
	after.free = [...memory.free];
	for (const [ref, verdict] of verdicts) {
		delete after.inDoubt[ref];
		if (verdict.is === 'free') after.free.push(ref);
		if (verdict.is === 'mine') after.mine.push(verdict.row);
		if (verdict.is === 'paid') after.paid[ref] = verdict.additionId;
		if (verdict.is === 'inDoubt') after.inDoubt[ref] = verdict.candidates ?? [];
	}
	return after;
}

function* sendAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	let after: Memory = { ...memory, mine: [] };
	const protocol = { ...rules.protocol, claim };
	for (const claimed of memory.mine) {
		const wish = memory.sheet.find(({ ref }) => ref === claimed.ref)!;
		let row: Entry | undefined = claimed;
		if (rules.makesAnew && isStale(claimed, protocol, yield* now())) {
			yield* remove([claimed.id]);
			const verdicts: Verdicts = yield* claimKeys([wish], protocol);
			const verdict = verdicts.get(wish.ref)!;
			row = verdict.is === 'mine' ? verdict.row : undefined;
			if (!row) after = learn(after, verdicts);
		}
		if (!row) continue;
		const { askedAt, heldUntil = askedAt } = row;
		const step: Step = { do: 'send', wish, due: heldUntil, isFresh: rules.makesAnew };
		const { outcome, id } = (yield step) as { outcome: Settlement['outcome']; id?: string };
		const settlement = { row, outcome, additionId: id };
		after = { ...after, settlements: [...after.settlements, settlement] };
	}
	return after;
}

function* settleAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	const { settlements } = memory;
	if (settlements.length === 0) return memory;
	const settling = settleClaims(settlements, { ...rules.protocol, claim }, rules.bulkFrom);
	let step = settling.next();
	while (!step.done) step = settling.next(yield* inTurn(step.value));
	const contested = step.value;
	const after = { ...learn(memory, new Map()), settlements: [] };
	for (const { row, additionId, outcome } of settlements) {
		const isPaid = outcome === 'issued' && !contested.has(row.ref);
		if (isPaid) after.paid[row.ref] = additionId!;
		else if (outcome !== 'rejected' && rules.findsOutOwn) after.inDoubt[row.ref] = [];
	}
	return after;
}

/** Rows are changed and then deleted, with a crash in between. */
function* inTurn(step: Step): Doing<unknown> {
	if (step.do !== 'update' || step.remove === undefined) return yield step;
	yield { do: 'update', changes: step.changes };
	return yield { do: 'delete', ids: step.remove };
}

function* resolveAll(memory: Memory, claim: string, { protocol }: PayerRules): Doing<Memory> {
	const inDoubt = wishesOf(memory, Object.keys(memory.inDoubt));
	if (inDoubt.length === 0) return memory;
	let alive = [claim];
	const isAlive = (other: string) => alive.includes(other);
	const resolving = resolveInDoubt(inDoubt, { ...protocol, claim, isAlive });
	let step = resolving.next();
	while (!step.done) {
		const answer: unknown = step.value.do === 'giveWay' ? undefined : yield step.value;
		if (step.value.do === 'list') alive = [claim, ...(answer as WorldList).atWork];
		step = resolving.next(answer);
	}
	return learn(memory, step.value);
}
