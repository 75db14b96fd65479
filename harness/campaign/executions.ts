import type { IDataObject } from 'n8n-workflow';
import { runAgent } from '../engine/agent';
import type { ToolAnswer } from '../engine/agent';
import type { DataTables } from '../engine/dataTables';
import type { GmcNodeSetup, GmcRun } from '../engine/engine';
import { runLoop } from '../engine/loop';
import { addParameters, outcomeOf } from '../engine/service';
import type { Service } from '../engine/service';
import { passTime } from '../system/time';
import type { Case, SheetRow } from './case';
import type { Dice } from './dice';
import type { RowVerdict } from './judge';
import { isDone, verdictsOf } from './judge';
import { hasKeys } from './keyedCase';

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
	/** Of the n8n; the ledger is one of them. */
	tables: DataTables;
}

const PASSES = 3;
const CALLS_PER_ROW = 2;
/** Seconds; whatever an impatient user does is over within Key Hold. */
export const SHORT_PAUSE = 10;
/** Once the faults have passed no answer is lost, however busy this machine is. */
export const withPatience = (options: IDataObject): IDataObject => ({ ...options, timeout: 10 });

const BY_ID = { customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' } };

const setupOf = ({ one, tables }: Player): Partial<GmcNodeSetup> => ({
	...one.node,
	parameters: { ...BY_ID, ...(hasKeys(one) && { idempotencyKey: '={{ $json.order }}' }) },
	executeWorkflow: tables.executeWorkflow,
	...(one.way === 'subWorkflow' && { mode: 'integrated' }),
});

/** A new execution with the whole sheet, whichever way it comes to the node. */
export async function start(player: Player, options: IDataObject): Promise<Told> {
	const { service, one } = player;
	if (one.way === 'loop') return await throughLoop(player, options);
	if (one.way === 'agent') return await byAgent(player, options);
	return toldBy(one, await service.add(one.sheet, options, setupOf(player)));
}

/** "Retry" of a failed execution. */
export async function retry(player: Player, failed: GmcRun, options: IDataObject): Promise<Told> {
	const { service, one } = player;
	return toldBy(one, await service.retry(failed, options, setupOf(player)));
}

function toldBy({ sheet, way }: Case, run: GmcRun): Told {
	const verdicts = verdictsOf(run, sheet.length);
	// The memory of a sub-workflow is gone with its execution: only the workflow that called it is retried.
	return run.error && way !== 'subWorkflow' ? { verdicts, failed: run } : { verdicts };
}

/** Without keys until the list must be whole; whoever has keys waits for nothing. */
function pauseAtTimes({ one, dice }: Player): void {
	if (!dice.oneIn(2)) return;
	passTime({ seconds: hasKeys(one) ? dice.int(1, SHORT_PAUSE) : one.visibleAfterSeconds + 1 });
}

/** Failed rows come back to the node, at times after a while. */
async function throughLoop(player: Player, options: IDataObject): Promise<Told> {
	const { sheet } = player.one;
	const setup = setupOf(player);
	const parameters = { ...addParameters(options), ...setup.parameters };
	const passes = await runLoop(
		player.service.credential,
		{ ...setup, parameters, rows: sheet },
		{ passes: player.dice.int(2, PASSES), before: async () => pauseAtTimes(player) },
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
async function byAgent(player: Player, options: IDataObject): Promise<Told> {
	const { service, one } = player;
	const parameters = {
		...addParameters(options),
		customer: { __rl: true, mode: 'id', value: fromAi('customer') },
		...{ amount: fromAi('amount', 'number'), currency: fromAi('currency') },
		...(hasKeys(one) && { idempotencyKey: fromAi('order') }),
	};
	const verdicts: RowVerdict[] = one.sheet.map(() => ({ outcome: 'notAttempted' }));
	await runAgent(service.credential, { ...setupOf(player), parameters }, async (call) => {
		for (let calls = 0; calls < CALLS_PER_ROW; calls++) {
			for (const [index, row] of one.sheet.entries()) {
				if (isDone(verdicts[index])) continue;
				verdicts[index] = verdictOf(await call(row as SheetRow & IDataObject));
			}
			pauseAtTimes(player);
		}
	});
	return { verdicts };
}

/** A model gets the text of an error only. */
function verdictOf({ items, error = '' }: ToolAnswer): RowVerdict {
	const [item] = items;
	if (item !== undefined) {
		return { outcome: String(outcomeOf(item)), additionId: item.json._id as string | undefined };
	}
	// A row may also be refused because of an equal one of which it is not known.
	const isUnknown = /not known/.test(error) && !/Nothing was sent/.test(error);
	return { outcome: isUnknown ? 'unknown' : 'rejected' };
}
