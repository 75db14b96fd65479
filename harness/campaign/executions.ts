import type { IDataObject } from 'n8n-workflow';
import { runAgent } from '../engine/agent';
import type { ToolAnswer } from '../engine/agent';
import type { GmcNodeSetup, GmcRun } from '../engine/engine';
import { runLoop } from '../engine/loop';
import { addParameters, outcomeOf } from '../engine/service';
import type { Service } from '../engine/service';
import type { Case, SheetRow } from './case';
import type { Dice } from './dice';
import type { RowVerdict } from './judge';
import { verdictsOf } from './judge';

/** What an execution told of each row of the sheet. */
export interface Told {
	verdicts: RowVerdict[];
	/** Where n8n offers a retry of the execution. */
	failed?: GmcRun;
}

/** A user who lets an execution run, or retries one. */
export interface Player {
	service: Service;
	one: Case;
	dice: Dice;
}

const PASSES = 3;
const CALLS_PER_ROW = 2;
const BY_ID = { customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' } };

const setupOf = ({ node, way }: Case): Partial<GmcNodeSetup> => ({
	...node,
	parameters: BY_ID,
	...(way === 'subWorkflow' && { mode: 'integrated' }),
});

/** A new execution with the whole sheet, whichever way it comes to the node. */
export async function start(player: Player, options: IDataObject): Promise<Told> {
	const { service, one } = player;
	if (one.way === 'loop') return await throughLoop(player, options);
	if (one.way === 'agent') return await byAgent(player, options);
	return toldBy(one, await service.add(one.sheet, options, setupOf(one)));
}

/** "Retry" of a failed execution. */
export async function retry(
	{ service, one }: Player,
	failed: GmcRun,
	options: IDataObject,
): Promise<Told> {
	return toldBy(one, await service.retry(failed, options, setupOf(one)));
}

function toldBy({ sheet, way }: Case, run: GmcRun): Told {
	const verdicts = verdictsOf(run, sheet.length);
	// The memory of a sub-workflow is gone with its execution: only the workflow that called it is retried.
	return run.error && way !== 'subWorkflow' ? { verdicts, failed: run } : { verdicts };
}

/** Failed rows come back to the node, at times after a while. */
async function throughLoop({ service, one, dice }: Player, options: IDataObject): Promise<Told> {
	const { sheet, node } = one;
	const parameters = { ...addParameters(options), ...BY_ID };
	const before = async () => {
		if (dice.oneIn(2)) await service.admin.advanceClock({ seconds: one.visibleAfterSeconds + 1 });
	};
	const passes = await runLoop(
		service.credential,
		{ ...node, parameters, rows: sheet },
		{ passes: dice.int(2, PASSES), before },
	);
	const verdicts: RowVerdict[] = [];
	let rows = [...sheet.keys()];
	for (const run of passes) {
		const told = verdictsOf(run, rows.length);
		for (const [index, verdict] of told.entries()) verdicts[rows[index]] = verdict;
		rows = run.errors.map(({ pairedItem }) => rows[(pairedItem as { item: number }).item]);
	}
	return { verdicts };
}

const fromAi = (name: string, type = 'string') => `={{ $fromAI('${name}', '', '${type}') }}`;

/** A model that calls the tool for each row, and once more where it was not told that the row is done. */
async function byAgent({ service, one, dice }: Player, options: IDataObject): Promise<Told> {
	const parameters = {
		...addParameters(options),
		customer: { __rl: true, mode: 'id', value: fromAi('customer') },
		...{ amount: fromAi('amount', 'number'), currency: fromAi('currency') },
	};
	const verdicts: RowVerdict[] = one.sheet.map(() => ({ outcome: 'notAttempted' }));
	await runAgent(service.credential, { ...one.node, parameters }, async (call) => {
		for (let calls = 0; calls < CALLS_PER_ROW; calls++) {
			for (const [index, row] of one.sheet.entries()) {
				if (isDone(verdicts[index])) continue;
				verdicts[index] = verdictOf(await call(row as SheetRow & IDataObject));
			}
			if (dice.oneIn(2)) await service.admin.advanceClock({ seconds: one.visibleAfterSeconds + 1 });
		}
	});
	return { verdicts };
}

/** Whether nobody has to do anything about a row any more. */
export const isDone = ({ outcome }: RowVerdict): boolean =>
	outcome === 'issued' || outcome === 'skipped';

/** A model gets the text of an error only. */
function verdictOf({ items, error = '' }: ToolAnswer): RowVerdict {
	const [item] = items;
	if (item !== undefined) {
		return { outcome: String(outcomeOf(item)), additionId: item.json._id as string | undefined };
	}
	return { outcome: /not known/.test(error) ? 'unknown' : 'rejected' };
}
