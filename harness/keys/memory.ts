import { resolveOpen } from '../../nodes/Gmc/core/ledger/resolve';
import type { Verdicts } from '../../nodes/Gmc/core/ledger/claim';
import { type Entry, type NamedRow, nameOf } from '../../nodes/Gmc/core/ledger/entry';
import { CLOCK_RULES } from '../../nodes/Gmc/core/ledger/links';
import type { Settlement } from '../../nodes/Gmc/core/ledger/settle';
import type { ResolveRules } from '../../nodes/Gmc/core/ledger/snapshot';
import { type Doing, type Told, type WorldList, HOLD_MS } from './world';

// What the phases of a payer share.

/** What a run knows between two phases. Plain data, so that runs with equal knowledge are equal. */
export interface Memory extends Told {
	sheet: NamedRow[];
	claims: number;
	/** Names to be claimed. */
	free: string[];
	/** Those that were found free when the sheet was judged, and can be claimed without another look. */
	sure: string[];
	/** Claimed, and to be sent. */
	mine: Entry[];
	settlements: Settlement[];
	/** Whether writing them has failed. */
	isRetry: boolean;
	/** Names that were found open, and stayed so: the run does not ask again. */
	left: string[];
}

export type Phase = (memory: Memory, claim: string) => Doing<Memory>;

export type Payer = Phase[];

export const firstMemory = (sheet: NamedRow[]): Memory => ({
	sheet,
	claims: 0,
	free: sheet.map(nameOf),
	sure: [],
	mine: [],
	settlements: [],
	isRetry: false,
	left: [],
	paid: {},
	inDoubt: {},
});

export interface PayerRules {
	/** Whether a claim that waited too long is renewed before its row is sent. */
	renewsClaims: boolean;
	/** Whether a run knows the customer's other rows of the batch when it names its own. */
	looksBeside: boolean;
	/** Whether equal rows of other executions refuse a row. */
	isRecent: boolean;
	/** Whether a key is looked at before it is claimed. */
	looksFirst: boolean;
	/** Whether a run also resolves its own lost requests. */
	findsOutOwn: boolean;
	protocol: Omit<ResolveRules, 'claim' | 'execution' | 'isOurs' | 'isAtWork'>;
}

export const PROTOCOL = {
	holdMs: HOLD_MS,
	timeoutMs: 0,
	maxPolls: 1,
	clock: CLOCK_RULES,
	isShared: () => false,
};

/** The row that an entry is of. */
export const wishOf = ({ ref, set, n, charge, chargeRef }: Entry): NamedRow => {
	return { ref, set, n, charge, chargeRef };
};

export const wishesOf = ({ sheet }: Memory, names: string[]): NamedRow[] =>
	sheet.filter((wish) => names.includes(nameOf(wish)));

export function learn(memory: Memory, verdicts: Verdicts): Memory {
	const after = { ...memory, paid: { ...memory.paid }, inDoubt: { ...memory.inDoubt } };
	after.mine = [...memory.mine];
	after.free = [...memory.free];
	for (const [ref, verdict] of verdicts) {
		delete after.inDoubt[ref];
		if (verdict.is === 'free') after.free.push(ref);
		if (verdict.is === 'claimed') after.mine.push(verdict.entry);
		if (verdict.is === 'paid') after.paid[ref] = verdict.additionId;
		if (verdict.is === 'open') after.inDoubt[ref] = verdict.candidates ?? [];
	}
	return after;
}

export const ownerOf = (claim: string): string => claim.split('/')[0];

/** Each run is an execution. @param part each claim of a run has its own name */
export const ofRun = <Rules extends object>(rules: Rules, run: string, part: number) => ({
	...rules,
	claim: `${run}/${part}`,
	execution: run,
	isOurs: (one: string) => ownerOf(one) === run,
});

/** Resolves open rows, with what the world says about running runs. */
export function* resolving(
	wishes: NamedRow[],
	rules: Omit<ResolveRules, 'isAtWork'>,
): Doing<Verdicts> {
	let alive = [rules.execution];
	const isAtWork = (other: string) => alive.includes(ownerOf(other));
	const protocol = resolveOpen(wishes, { ...rules, isAtWork });
	let step = protocol.next();
	while (!step.done) {
		const answer: unknown = step.value.do === 'giveWay' ? undefined : yield step.value;
		if (step.value.do === 'list') alive = [rules.execution, ...(answer as WorldList).atWork];
		step = protocol.next(answer);
	}
	return step.value;
}
