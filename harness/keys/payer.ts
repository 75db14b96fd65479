import { type Verdicts, claimNames, releaseClaims } from '../../nodes/Gmc/core/ledger/claim';
import { sendDeadline } from '../../nodes/Gmc/core/ledger/hold';
import { now, read } from '../../nodes/Gmc/core/ledger/effects';
import { nameRows } from '../../nodes/Gmc/core/ledger/name';
import { type Entry, type NamedRow, isOpen, nameOf } from '../../nodes/Gmc/core/ledger/entry';
import type { ResolveRules } from '../../nodes/Gmc/core/ledger/snapshot';
import { resolveOpen } from '../../nodes/Gmc/core/ledger/resolve';
import { type Settlement, settleClaims } from '../../nodes/Gmc/core/ledger/settle';
import { type WorldList, type Doing, type Step, type Told, HOLD_MS } from './world';
import { CLOCK_RULES } from '../../nodes/Gmc/core/ledger/links';

/** What a run knows between two phases. Plain data, so that runs with equal knowledge are equal. */
export interface Memory extends Told {
	sheet: NamedRow[];
	claims: number;
	/** Names to be claimed. */
	free: string[];
	/** Claimed, and to be sent. */
	mine: Entry[];
	settlements: Settlement[];
}

export type Phase = (memory: Memory, claim: string) => Doing<Memory>;

export type Payer = Phase[];

export const firstMemory = (sheet: NamedRow[]): Memory => ({
	sheet,
	claims: 0,
	free: sheet.map(nameOf),
	mine: [],
	settlements: [],
	paid: {},
	inDoubt: {},
});

interface PayerRules {
	/** Whether a claim that waited too long is renewed before its row is sent. */
	renewsClaims: boolean;
	/** Whether a run knows the customer's other rows of the batch when it names its own. */
	looksBeside: boolean;
	/** Whether equal rows of other executions refuse a row. */
	isRecent: boolean;
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

/**
 * A run of a sheet with keys, as `balance: add` makes it: claim, send, settle, resolve open rows; then claim the rows
 * that are free now, send, settle.
 */
export function payer(
	more: Partial<PayerRules> = {},
	protocol: Partial<PayerRules['protocol']> = {},
): Payer {
	const rules: PayerRules = {
		renewsClaims: true,
		looksBeside: true,
		findsOutOwn: false,
		isRecent: false,
		...more,
		protocol: { ...PROTOCOL, ...protocol },
	};
	const send = [claimAll, sendAll, settleAll];
	// Released rows are claimed again, once more than there may be stalls.
	return [nameAll, ...send, resolveAll, ...send, ...send].map(
		(phase): Phase =>
			(memory, claim) =>
				phase(memory, claim, rules),
	);
}

/** The row that an entry is of. */
export const wishOf = ({ ref, set, n, charge, chargeRef }: Entry): NamedRow => {
	return { ref, set, n, charge, chargeRef };
};

const wishesOf = ({ sheet }: Memory, names: string[]): NamedRow[] =>
	sheet.filter((wish) => names.includes(nameOf(wish)));

/** Names the rows of a customer in a batch by its entries in the table. */
function* nameAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	const { looksBeside, protocol } = rules;
	if (memory.sheet[0]?.n === undefined) return memory;
	const [{ ref, set }] = memory.sheet;
	const charges = memory.sheet.map(({ charge }) => charge);
	const entries = yield* read([ref]);
	const first = nameRows(charges, entries, true);
	let { names } = first;
	const open = first.left.length > 0 ? entries.filter(isOpen) : [];
	if (open.length > 0) {
		const wishes = open.map((one) => ({ ...wishOf(one), ref, set }));
		yield* resolving(wishes, ofRun(protocol, claim, -1));
		({ names } = nameRows(charges, yield* read([ref]), true));
	}
	const sheet = memory.sheet.flatMap((wish, position): NamedRow[] => {
		const name = names[position];
		if (!('n' in name)) return [];
		return [{ ...wish, n: name.n, ...(looksBeside && { knownClaims: name.knownClaims }) }];
	});
	return { ...memory, sheet, free: sheet.map(nameOf) };
}

function* claimAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	const wishes = wishesOf(memory, memory.free);
	if (wishes.length === 0) return memory;
	const claims = memory.claims + 2;
	const recent = {
		periodMs: Infinity,
		isIgnored: ({ execution }: Entry) => execution === claim,
	};
	const protocol = { ...rules.protocol, ...(rules.isRecent && { recent }) };
	const verdicts = yield* claimNames(wishes, ofRun(protocol, claim, claims - 1));
	// Open rows that refuse a row are resolved: what was never done refuses no row.
	const refused = wishes.filter((wish) => verdicts.get(nameOf(wish))?.is === 'duplicate');
	const equal = [...verdicts.values()].flatMap((one) =>
		one.is === 'duplicate' ? one.entries : [],
	);
	const open = equal.filter(isOpen).map(wishOf);
	if (open.length > 0) {
		yield* resolving(open, ofRun(rules.protocol, claim, claims));
		const again = yield* claimNames(refused, ofRun(protocol, claim, claims));
		for (const [name, verdict] of again) verdicts.set(name, verdict);
	}
	return learn({ ...memory, claims, free: [] }, verdicts);
}

function learn(memory: Memory, verdicts: Verdicts): Memory {
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

/** What is `mine` after it has waited too long to be sent. */
function* sendAll(memory: Memory, _: string, rules: PayerRules): Doing<Memory> {
	let after: Memory = { ...memory, mine: [] };
	for (const [index, row] of memory.mine.entries()) {
		if (rules.renewsClaims && (yield* now()) > sendDeadline(row.askedAt, rules.protocol)) {
			return { ...after, mine: memory.mine.slice(index) };
		}
		const wish = memory.sheet.find((one) => nameOf(one) === nameOf(row))!;
		const { holdMs } = rules.protocol;
		const latest = sendDeadline(row.askedAt, rules.protocol);
		const step: Step = { do: 'send', wish, leaveBy: latest, holdMs, isFresh: rules.renewsClaims };
		const { outcome, id } = (yield step) as { outcome: Settlement['outcome']; id?: string };
		const settlement = { entry: row, outcome, additionId: id };
		after = { ...after, settlements: [...after.settlements, settlement] };
	}
	return after;
}

function* settleAll(memory: Memory, _: string, rules: PayerRules): Doing<Memory> {
	const { settlements, mine } = memory;
	const free = [...memory.free, ...mine.map(nameOf)];
	const after = learn({ ...memory, free, mine: [], settlements: [] }, new Map());
	const contested = settlements.length > 0 ? yield* settled(settlements, rules) : new Set();
	for (const { entry, additionId, outcome } of settlements) {
		const name = nameOf(entry);
		if (outcome === 'issued' && !contested.has(name)) after.paid[name] = additionId!;
		else if (outcome !== 'rejected' && rules.findsOutOwn) after.inDoubt[name] = [];
	}
	if (mine.length > 0) yield* releaseClaims(mine);
	return after;
}

function* settled(all: Settlement[], { protocol }: PayerRules): Doing<Set<string>> {
	const settling = settleClaims(all, protocol);
	let step = settling.next();
	while (!step.done) step = settling.next(yield* inTurn(step.value));
	return step.value;
}

/** One step after the other, so that a crash may come in between. */
function* inTurn(step: Step): Doing<unknown> {
	if (step.do !== 'update') return yield step;
	const { ids, change, withdraw = [] } = step;
	if (withdraw.length > 0) yield { do: 'withdraw', claims: withdraw };
	return yield { do: 'update', ids, change };
}

function* resolveAll(memory: Memory, claim: string, { protocol }: PayerRules): Doing<Memory> {
	const inDoubt = wishesOf(memory, Object.keys(memory.inDoubt));
	if (inDoubt.length === 0) return memory;
	const claims = memory.claims + 1;
	return learn({ ...memory, claims }, yield* resolving(inDoubt, ofRun(protocol, claim, claims)));
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
