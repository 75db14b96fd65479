import type { KeyRow } from '../../nodes/Gmc/core/keys/keyRow';
import type { Payer, Step } from './payer';
import { payer } from './payer';
import type { WorldList } from './world';

// The protocol with one of its steps taken out. The exploration has to find what each of them is good for.

/** Does as the payer does, but for the steps that `replace` deals with itself. */
const changed = (
	replace: (
		step: Step,
		claim: string,
		memory: Memory,
	) => Generator<Step, unknown, unknown> | undefined,
): Payer =>
	function* (wishes, claim) {
		const run = payer()(wishes, claim);
		const memory: Memory = { hasInserted: false };
		let step = run.next();
		while (!step.done) {
			const replaced = replace(step.value, claim, memory);
			memory.hasInserted = step.value.do === 'insert';
			step = run.next(replaced ? yield* replaced : yield step.value);
		}
		return step.value;
	};

interface Memory {
	/** Whether the step before was an insert. */
	hasInserted: boolean;
}

/** The rows that `isSeen` lets through, of what is read right after a write. */
const seeingOnly = (isSeen: (row: KeyRow, own: KeyRow[]) => boolean): Payer =>
	changed((step, claim, { hasInserted }) =>
		step.do === 'read' && hasInserted
			? (function* () {
					const rows = (yield step) as KeyRow[];
					const own = rows.filter((row) => row.claim === claim);
					return rows.filter((row) => isSeen(row, own));
				})()
			: undefined,
	);

const nothing = (answer: unknown) =>
	(function* (): Generator<Step, unknown, unknown> {
		yield* [];
		return answer;
	})();

export const weakened: Record<string, Payer> = {
	'the claim is not read after it was written': seeingOnly((row, own) => own.includes(row)),
	'the lowest id wins': seeingOnly((row, own) =>
		own.some(({ id, ref }) => ref === row.ref && row.id <= id),
	),
	'whoever meets another leaves its claim there and gives up': changed((step) =>
		step.do === 'delete' ? nothing(undefined) : undefined,
	),
	'nothing is held back': payer(0),
	'an addition may belong to several keys': changed((step, claim) =>
		step.do === 'readOwners'
			? (function* () {
					return ((yield step) as KeyRow[]).filter((row) => row.claim === claim);
				})()
			: undefined,
	),
	'an answer is believed before it was asked who else names the addition': changed((step) =>
		step.do === 'update' && step.changes.some(({ outcome }) => outcome === 'sending')
			? (function* () {
					const changes = step.changes.map((one) => ({ ...one, outcome: 'issued' as const }));
					return yield { ...step, changes };
				})()
			: undefined,
	),
	'rows that others are sending are not waited for': changed((step) =>
		step.do === 'list'
			? (function* () {
					return { ...((yield step) as WorldList), atWork: [] };
				})()
			: undefined,
	),
	'the intent is written after the request': function* (wishes, claim) {
		for (const { ref } of wishes) yield { do: 'send', ref };
		return yield* payer()(wishes, claim);
	},
};
