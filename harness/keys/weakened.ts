import type { Entry } from '../../nodes/Gmc/core/ledger/entry';
import type { WorldList, Doing, Step } from './world';
import { type Payer, type Phase, ownerOf } from './memory';
import { payer } from './payer';
import { CLOCK_RULES } from '../../nodes/Gmc/core/ledger/links';

// The protocol without one of its steps. The exploration has to find a counterexample for each.

/** What a run has done in its phase. */
interface Phased {
	steps: Array<Step['do']>;
	/** Claims of the run that it has read right after it wrote them. */
	own?: Entry[];
	/** Seen too early. */
	list?: unknown;
}

/** Works like the payer, but `how` takes each step and returns its answer. */
const changed = (
	how: (step: Step, claim: string, soFar: Phased) => Doing<unknown>,
	more: Parameters<typeof payer>[0] = {},
): Payer =>
	payer(more).map(
		(phase): Phase =>
			function* (memory, claim) {
				const run = phase(memory, claim);
				const soFar: Phased = { steps: [] };
				let step = run.next();
				while (!step.done) {
					const answer = yield* how(step.value, claim, soFar);
					soFar.steps.push(step.value.do);
					step = run.next(answer);
				}
				return step.value;
			},
	);

/** The rows that `isSeen` lets through, of what is read right after a write. */
const seeingOnly = (isSeen: (row: Entry, own: Entry[]) => boolean): Payer =>
	changed(function* (step, claim, { steps }) {
		const answer = yield step;
		if (step.do !== 'read' || steps.at(-1) !== 'insert') return answer;
		const rows = answer as Entry[];
		const own = rows.filter((row) => ownerOf(row.claim) === claim);
		return rows.filter((row) => isSeen(row, own));
	});

/** Lists as `see` has it. */
const listing = (see: (list: WorldList, at: number) => Partial<WorldList>): Payer =>
	changed(function* (step) {
		const answer = yield step;
		if (step.do !== 'list') return answer;
		const at = (yield { do: 'now' }) as number;
		const list = answer as WorldList;
		return { ...list, ...see(list, at) };
	});

/** Rows as `see` has them, of what is read by these steps. */
const reading = (by: Array<Step['do']>, see: (row: Entry) => Entry): Payer =>
	changed(function* (step) {
		const answer = yield step;
		return by.includes(step.do) ? (answer as Entry[]).map(see) : answer;
	});

export const weakened: Record<string, Payer> = {
	'the claim is not read after it was written': seeingOnly((row, own) => own.includes(row)),
	'the lowest id wins': seeingOnly((row, own) =>
		own.some(({ id, ref }) => ref === row.ref && row.id <= id),
	),
	'whoever meets another leaves its claim there and gives up': changed(function* (step) {
		return step.do === 'delete' ? undefined : yield step;
	}),
	'nothing is held back': payer({}, { holdMs: 0 }),
	'an addition may belong to several keys': changed(function* (step, claim) {
		const answer = yield step;
		if (step.do !== 'readOwners') return answer;
		return (answer as Entry[]).filter((row) => ownerOf(row.claim) === claim);
	}),
	'an answer is believed before it was asked who else names the addition': changed(
		function* (step) {
			// By a single change, or by an insert behind the claims.
			if (step.do === 'update' && step.change.outcome === 'sending') {
				return yield { ...step, change: { ...step.change, outcome: 'issued' } };
			}
			if (step.do !== 'insert') return yield step;
			const entries = step.entries.map((one) =>
				one.additionId ? { ...one, outcome: 'issued' as const } : one,
			);
			return yield { ...step, entries };
		},
	),
	'a claim that has not won is deleted, whatever another run has found out': changed(
		function* (step, claim, soFar) {
			if (step.do === 'withdraw' && soFar.own)
				return yield { do: 'delete', ids: soFar.own.map(({ id }) => id) };
			const answer = yield step;
			const isClaim = step.do === 'read' && soFar.steps.join() === 'now,insert';
			if (isClaim) soFar.own = (answer as Entry[]).filter((row) => ownerOf(row.claim) === claim);
			return answer;
		},
	),
	'nobody knows which runs are at work': listing(() => ({ atWork: [] })),
	'equal rows that others are sending are not waited for': reading(['readOpen'], (row) =>
		row.outcome === 'sending' ? { ...row, outcome: 'unknown' } : row,
	),
	'the intent is written after the request': [
		function* (memory) {
			for (const wish of memory.sheet)
				yield { do: 'send', wish, leaveBy: 0, holdMs: 0, isFresh: false };
			return memory;
		},
		...payer(),
	],
	'a claim that has waited long is not renewed': payer({ renewsClaims: false }),
	'the clock is looked at after the list': changed(function* (step, _, soFar) {
		if (step.do === 'list') return soFar.list;
		const isBefore = soFar.steps.includes('readOpen') && soFar.list === undefined;
		if (step.do === 'now' && isBefore) soFar.list = yield { do: 'list', since: 0, additionIds: [] };
		return yield step;
	}),
	'how long a row is held is not read in it': reading(['read', 'readOpen'], (row) => ({
		...row,
		heldUntil: undefined,
	})),
	'the clock of a service is believed to be minutes off': payer(
		{},
		{ clock: { ...CLOCK_RULES, toleranceMs: 300_000 } },
	),
	'a customer of a batch may have rows of two runs': payer({ looksBeside: false }),
	'equal rows of other executions are not read': changed(
		function* (step, claim) {
			const answer = yield step;
			if (step.do !== 'read' || step.by !== 'chargeRef') return answer;
			return (answer as Entry[]).filter(({ execution }) => execution === claim);
		},
		{ isRecent: true },
	),
	'nobody asks whether a top-up has failed': changed(function* (step) {
		return step.do === 'look' ? [] : yield step;
	}),
	'an addition from the future is believed': listing(({ madeAt }, at) => ({
		madeAt: (addition) => Math.min(madeAt(addition) ?? at, at),
	})),
};
