import { releaseClaims } from '../../nodes/Gmc/core/ledger/claim';
import { exactOwners, now, readBy } from '../../nodes/Gmc/core/ledger/effects';
import { nameOf } from '../../nodes/Gmc/core/ledger/entry';
import { sendDeadline } from '../../nodes/Gmc/core/ledger/hold';
import { type Settlement, settleClaims } from '../../nodes/Gmc/core/ledger/settle';
import { type Memory, type PayerRules, learn } from './memory';
import { type Doing, type Step, TABLE_FAILED } from './world';

// How a payer sends, and writes down what came of it.

/** What is `mine` after it has waited too long to be sent. */
export function* sendAll(memory: Memory, _: string, rules: PayerRules): Doing<Memory> {
	let after: Memory = { ...memory, mine: [] };
	for (const [index, row] of memory.mine.entries()) {
		if (rules.renewsClaims && (yield* now()) > sendDeadline(row.askedAt, rules.protocol)) {
			return { ...after, mine: memory.mine.slice(index) };
		}
		const wish = memory.sheet.find((one) => nameOf(one) === nameOf(row))!;
		const { holdMs } = rules.protocol;
		const latest = sendDeadline(row.askedAt, rules.protocol);
		const step: Step = { do: 'send', wish, leaveBy: latest, holdMs, isFresh: rules.renewsClaims };
		const answer = (yield step) as { outcome: Settlement['outcome']; id?: string };
		const settlement = { entry: row, ...(yield* believed(answer)) };
		after = { ...after, settlements: [...after.settlements, settlement] };
	}
	return after;
}

/** A failed addition that an earlier request was answered with proves nothing. */
function* believed({
	outcome,
	id,
}: {
	outcome: Settlement['outcome'];
	id?: string;
}): Doing<Pick<Settlement, 'outcome' | 'additionId'>> {
	if (outcome !== 'rejected' || id === undefined) return { outcome, additionId: id };
	const owners = yield* readBy(exactOwners([id]));
	return owners.length > 0 ? { outcome: 'unknown' } : { outcome, additionId: id };
}

export function* settleAll(memory: Memory, _: string, rules: PayerRules): Doing<Memory> {
	const { settlements, mine } = memory;
	const free = [...memory.free, ...mine.map(nameOf)];
	const after = learn({ ...memory, free, mine: [], settlements: [] }, new Map());
	const contested = settlements.length > 0 ? yield* settled(memory, rules) : new Set();
	if (contested === undefined) {
		if (mine.length > 0) yield* releaseClaims(mine);
		// The rows are told as GMC has answered, and nothing more is sent unless they can be written down.
		return toldOf({ ...after, settlements, isRetry: true }, new Set(), rules);
	}
	if (mine.length > 0) yield* releaseClaims(mine);
	return toldOf({ ...after, settlements }, contested, rules);
}

/** A settlement that has failed is tried again, before anything else. */
export function* settleAgain(memory: Memory, _: string, rules: PayerRules): Doing<Memory> {
	if (!memory.isRetry) return { ...memory, settlements: [] };
	const contested = yield* settled(memory, rules);
	if (contested === undefined) return { ...memory, free: [], settlements: [], isRetry: false };
	const paid = { ...memory.paid };
	for (const { entry } of memory.settlements) delete paid[nameOf(entry)];
	const after = toldOf({ ...memory, paid }, contested, rules);
	return { ...after, settlements: [], isRetry: false };
}

/** What the run tells of the rows that it has sent. */
function toldOf(memory: Memory, contested: Set<unknown>, rules: PayerRules): Memory {
	const { settlements } = memory;
	const after = { ...memory, paid: { ...memory.paid }, inDoubt: { ...memory.inDoubt } };
	for (const { entry, additionId, outcome } of settlements) {
		const name = nameOf(entry);
		if (outcome === 'issued' && !contested.has(name)) after.paid[name] = additionId!;
		else if (outcome !== 'rejected' && rules.findsOutOwn) after.inDoubt[name] = [];
	}
	return after;
}

/** @returns undefined if the table has failed */
function* settled(
	{ settlements, isRetry }: Memory,
	{ protocol }: PayerRules,
): Doing<Set<string> | undefined> {
	const settling = settleClaims(settlements, protocol, isRetry);
	let step = settling.next();
	while (!step.done) {
		let answer: unknown;
		for (const one of inTurn(step.value)) {
			answer = yield one;
			if (answer === TABLE_FAILED) return undefined;
		}
		step = settling.next(answer);
	}
	return step.value;
}

/** One step after the other, so that a crash may come in between. */
function inTurn(step: Step): Step[] {
	if (step.do === 'now') return [step];
	if (step.do !== 'update') return [{ ...step, mayFail: true }];
	const { ids, change, withdraw = [] } = step;
	const first: Step[] = [{ do: 'withdraw', claims: withdraw, mayFail: true }];
	return [...(withdraw.length > 0 ? first : []), { do: 'update', ids, change, mayFail: true }];
}
