import type { IExecuteFunctions } from 'n8n-workflow';
import type { readBatchName } from '../../../../core/additions/keys';
import type { Entry } from '../../../../core/ledger/entry';
import { stands } from '../../../../core/ledger/entry';
import { foreignInBatch } from '../../../../core/ledger/foreign';
import { batchSet } from '../../../../core/ledger/refs';
import { NEW_IN_BATCH } from '../../../../core/ledger/neighbours';
import { refusal } from '../../../../core/util/inputError';
import { fateOf } from '../fate';
import { isMisnamed } from '../identify';
import { batchRowChanged } from '../problems';
import type { Row } from '../row';
import { chargeOf, isIn } from '../row';
import type { AddRun, Naming, Protection } from '../run';
import type { RowVerdict } from '../verdict';
import { giveNames, movedIn, nameByCustomer } from './byCustomer';
import { forGood } from './named';

/** A sheet that is paid once: its rows are named by their customers. */
export function batch({ name, label }: ReturnType<typeof readBatchName>): Protection {
	const set = batchSet(name);
	return {
		...forGood({
			inUse: 'BATCH_ROW_IN_USE',
			nameOfRow: () => `this row of the batch "${label}"`,
			reused: (run, row, entry) => batchRowChanged(run, row, { entries: [entry] }),
			// The parts of a batch would need names of their own, under which it pays its earlier rows again.
			aboveTotal: "Raise 'Maximum Total'.",
		}),
		naming: `batch ${name}`,
		batch: label,
		sheet: 'topUps',
		check: (context, { isTool, isLaterPass }) => {
			if (isTool || isLaterPass || isInLoop(context)) throw batchInParts();
		},
		hasNamed: (entry) => entry.set === set,
		name: async (run, rows) => await nameByBatch(run, rows, set),
		areNamesShared: true,
		neighbours: () => NEW_IN_BATCH,
	};
}

const batchInParts = () =>
	refusal(
		'BATCH_IN_PARTS',
		'A batch is a sheet that is paid in one run, not in passes of a loop or by an AI agent',
		"Connect the node outside the loop, so that it gets all rows at once. For an AI agent, set 'Duplicate Protection' to 'Idempotency Key', and let the agent give each top-up its order number.",
	);

/** Whether the node follows itself. */
function isInLoop(context: IExecuteFunctions): boolean {
	const { name } = context.getNode();
	const after = new Set(context.getChildNodes(name).map((node) => node.name));
	return context.getParentNodes(name).some((node) => after.has(node.name));
}

/** Where an entry matches no row, GMC is asked about the entries of its customer, since one may not count any more. */
async function nameByBatch(run: AddRun, rows: Row[], set: string): Promise<Naming> {
	const entries = await run.ledger.read({ do: 'read', by: 'set', values: [set] });
	const refused = new Map([...movedIn(rows, set, entries), ...foreignIn(rows, entries)]);
	const { names, left } = await nameByCustomer(rows, { set, entries, isBatch: true, refused });
	const refs = new Set(left.map(({ ref }) => ref));
	const inDoubt = entries.filter(
		(entry) => entry.isForeign || (refs.has(entry.ref) && stands(entry)),
	);
	const hasBadRows = rows.some((row) => isBad(run, row, refused.get(row)));
	return { entries, verdicts: new Map([...refused, ...giveNames(names, hasBadRows)]), inDoubt };
}

/** Another account has sent rows of the batch, or may have. */
function foreignIn(rows: Row[], entries: Entry[]): Map<Row, RowVerdict> {
	const planned = rows.filter(isIn('planned'));
	const foreign = foreignInBatch(planned.map(chargeOf), entries);
	return new Map(
		planned.flatMap((row, at): Array<[Row, RowVerdict]> => {
			const entry = foreign[at];
			return entry ? [[row, { is: 'foreign', entry }]] : [];
		}),
	);
}

/** Whether a row is refused for what it says itself. */
const isBad = (run: AddRun, row: Row, verdict?: RowVerdict) =>
	isIn('rejected')(row) ||
	row.customerProblem !== undefined ||
	isMisnamed(row) ||
	(verdict !== undefined && isIn('planned')(row) && fateOf(run, row, verdict)?.to === 'rejected');
