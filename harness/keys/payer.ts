import type { Verdicts } from '../../nodes/Gmc/core/ledger/claim';
import { claimKeys, giveBack, staleAt } from '../../nodes/Gmc/core/ledger/claim';
import { now, read } from '../../nodes/Gmc/core/ledger/effects';
import { nameBatchRows } from '../../nodes/Gmc/core/ledger/batch';
import type { Entry, Wish } from '../../nodes/Gmc/core/ledger/entry';
import { isInDoubt, nameOf } from '../../nodes/Gmc/core/ledger/entry';
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
	/** Names to be claimed. */
	free: string[];
	/** Claimed, and to be sent. */
	mine: Entry[];
	settlements: Settlement[];
}

export type Phase = (memory: Memory, claim: string) => Doing<Memory>;

export type Payer = Phase[];

export const firstMemory = (sheet: Wish[]): Memory => ({
	sheet,
	free: sheet.map(nameOf),
	mine: [],
	settlements: [],
	paid: {},
	inDoubt: {},
});

/** How a run goes about it. */
interface PayerRules {
	/** From how many rows on their fates are written down in bulk. */
	bulkFrom: number;
	/** Whether a claim that has waited long is made anew before its row is sent. */
	makesAnew: boolean;
	/** Whether a run knows what a customer's rows in a batch had when it named its own. */
	looksBeside: boolean;
	/** Whether a run finds out about what it has lost itself, and not only about what others have. */
	findsOutOwn: boolean;
	protocol: Omit<ResolveRules, 'claim' | 'isAlive'>;
}

export const PROTOCOL = { holdMs: HOLD_MS, timeoutMs: 0, looks: 1, clock: CLOCK_RULES };

/**
 * A run of a sheet with keys, as `balance: add` makes it: claim, send, settle, resolve what is in doubt; then claim
 * what turns out to be free, send, settle.
 */
export function payer(
	more: Partial<PayerRules> = {},
	protocol: Partial<PayerRules['protocol']> = {},
): Payer {
	const rules: PayerRules = {
		bulkFrom: Infinity,
		makesAnew: true,
		looksBeside: true,
		findsOutOwn: false,
		...more,
		protocol: { ...PROTOCOL, ...protocol },
	};
	const send = [claimAll, sendAll, settleAll];
	// What was given back is claimed anew: once more than there may be stalls.
	return [nameAll, ...send, resolveAll, ...send, ...send].map(
		(phase): Phase =>
			(memory, claim) =>
				phase(memory, claim, rules),
	);
}

const wishesOf = ({ sheet }: Memory, names: string[]): Wish[] =>
	sheet.filter((wish) => names.includes(nameOf(wish)));

/** The rows of a customer in a batch are named by what the table has of it. */
function* nameAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	const { looksBeside, protocol } = rules;
	const [{ ref, batchRef }] = memory.sheet;
	if (batchRef === undefined) return memory;
	const charges = memory.sheet.map(({ charge }) => charge);
	let names = nameBatchRows(charges, yield* read([ref]));
	const untaken = new Set(names.flatMap((name) => ('changed' in name ? name.changed : [])));
	const open = [...untaken].filter(isInDoubt);
	if (open.length > 0) {
		const wishes = open.map(({ n, charge }) => ({ ref, n, batchRef, charge }));
		yield* resolving(wishes, { ...protocol, claim, isOthers: true });
		names = nameBatchRows(charges, yield* read([ref]));
	}
	const sheet = memory.sheet.flatMap((wish, position): Wish[] => {
		const name = names[position];
		if (!('n' in name)) return [];
		return [{ ...wish, n: name.n, ...(looksBeside && { beside: name.beside }) }];
	});
	return { ...memory, sheet, free: sheet.map(nameOf) };
}

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

/** What is `mine` after it has waited too long to be sent. */
function* sendAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	let after: Memory = { ...memory, mine: [] };
	const protocol = { ...rules.protocol, claim };
	for (const [index, row] of memory.mine.entries()) {
		if (rules.makesAnew && (yield* now()) > staleAt(row, protocol)) {
			return { ...after, mine: memory.mine.slice(index) };
		}
		const wish = memory.sheet.find((one) => nameOf(one) === nameOf(row))!;
		const { askedAt, heldUntil = askedAt } = row;
		const step: Step = { do: 'send', wish, due: heldUntil, isFresh: rules.makesAnew };
		const { outcome, id } = (yield step) as { outcome: Settlement['outcome']; id?: string };
		const settlement = { row, outcome, additionId: id };
		after = { ...after, settlements: [...after.settlements, settlement] };
	}
	return after;
}

function* settleAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	const after = yield* settled(memory, claim, rules);
	const { mine } = after;
	if (mine.length === 0) return after;
	yield* giveBack(mine);
	return { ...after, mine: [], free: [...after.free, ...mine.map(nameOf)] };
}

function* settled(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	const { settlements } = memory;
	if (settlements.length === 0) return memory;
	const settling = settleClaims(settlements, { ...rules.protocol, claim }, rules.bulkFrom);
	let step = settling.next();
	while (!step.done) step = settling.next(yield* inTurn(step.value));
	const contested = step.value;
	const after = { ...learn(memory, new Map()), settlements: [] };
	for (const { row, additionId, outcome } of settlements) {
		const name = nameOf(row);
		const isPaid = outcome === 'issued' && !contested.has(name);
		if (isPaid) after.paid[name] = additionId!;
		else if (outcome !== 'rejected' && rules.findsOutOwn) after.inDoubt[name] = [];
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
	return learn(memory, yield* resolving(inDoubt, { ...protocol, claim }));
}

/** Finds out about what is in doubt, with what the world says of runs that are at work. */
export function* resolving(wishes: Wish[], rules: Omit<ResolveRules, 'isAlive'>): Doing<Verdicts> {
	let alive = [rules.claim];
	const isAlive = (other: string) => alive.includes(other);
	const protocol = resolveInDoubt(wishes, { ...rules, isAlive });
	let step = protocol.next();
	while (!step.done) {
		const answer: unknown = step.value.do === 'giveWay' ? undefined : yield step.value;
		if (step.value.do === 'list') alive = [rules.claim, ...(answer as WorldList).atWork];
		step = protocol.next(answer);
	}
	return step.value;
}
