import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { CallTool } from '../../engine/agent';
import { fallbackWorkflow, runAgent } from '../../engine/agent';
import type { GmcNodeSetup, GmcRun } from '../../engine/engine';
import { toGmcRun } from '../../engine/engine';
import { gmcNode, startWorkflow } from '../../engine/parts';
import { addParameters, outcomeOf } from '../../engine/service';
import type { Run } from './generate';
import type { Shop, Wanted } from './shop';

/** What an execution reports of a row. */
export interface Verdict {
	outcome: string;
	/** Of a refused duplicate: the addition that it equals. */
	additionId?: string;
	code?: string;
}

export const isDone = ({ outcome }: Verdict): boolean =>
	outcome === 'issued' || outcome === 'skipped';

export interface Plan {
	shop: Shop;
	run: Run;
	rows: Wanted[];
	options: IDataObject;
}

const PASSES = 3;
const CALLS_PER_ROW = 2;
const BY_ID = { customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' } };

function sheetOf({ rows, run }: Plan): IDataObject[] {
	return rows.map(({ name, charge }) => {
		const { _id, taxId } = DEMO_CUSTOMERS[charge.customer];
		return { ...charge, customer: run.isById ? _id : taxId, order: name };
	});
}

function setupOf({ run, shop }: Plan): Partial<GmcNodeSetup> {
	const { onError, retryOnFail, way, kind } = run;
	return {
		onError,
		retryOnFail,
		maxTries: 2,
		parameters: { ...BY_ID, ...(kind === 'key' && { idempotencyKey: '={{ $json.order }}' }) },
		executeWorkflow: shop.tables.executeWorkflow,
		...(way === 'subWorkflow' && { mode: 'integrated' }),
	};
}

/** A new execution with all its retries. @returns the last verdict on each row */
export async function execute(plan: Plan): Promise<Verdict[]> {
	const { run, shop, rows, options } = plan;
	if (run.way === 'loop') return await throughLoop(plan);
	if (run.way === 'agent' || run.way === 'behindAgent') return await byAgent(plan);
	if (run.way === 'fallback') return await byFallback(plan);
	let last = await shop.service.add(sheetOf(plan), options, setupOf(plan));
	// A sub-workflow cannot be retried, only the workflow that called it.
	for (const seconds of run.way === 'subWorkflow' ? [] : run.retries) {
		if (last.error === undefined) break;
		shop.elapse(seconds);
		last = await shop.service.retry(last, options, setupOf(plan));
	}
	return verdictsOf(last, rows.length);
}

/** In the order of the rows: from the items, or from the error that stopped the run. */
function verdictsOf({ error, items, errors }: GmcRun, count: number): Verdict[] {
	const verdicts = Array.from({ length: count }, (): Verdict => ({ outcome: 'notAttempted' }));
	const stopped = error?.context.data?.rows as Array<{ row: number } & Verdict> | undefined;
	for (const { row, ...verdict } of stopped ?? []) verdicts[row - 1] = verdict;
	for (const item of [...items, ...errors]) verdicts[rowOf(item)] = verdictOf(item);
	return verdicts;
}

const rowOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

function verdictOf(item: INodeExecutionData): Verdict {
	const { _id, details } = item.json as { _id?: string; details?: Verdict };
	const additionId = _id ?? details?.additionId;
	return { outcome: String(outcomeOf(item)), additionId, code: details?.code };
}

async function throughLoop(plan: Plan): Promise<Verdict[]> {
	const { run, shop, options } = plan;
	const sheet = sheetOf(plan);
	const before = async (pass: number) => shop.elapse(run.retries[pass - 1] ?? 0);
	const passes = await shop.service.loop(sheet, options, { passes: PASSES, before }, setupOf(plan));
	const verdicts: Verdict[] = [];
	let rows = [...sheet.keys()];
	for (const one of passes) {
		const told = verdictsOf(one, rows.length);
		for (const [index, verdict] of told.entries()) verdicts[rows[index]] = verdict;
		rows = one.errors.map((item) => rows[rowOf(item)]);
	}
	return verdicts;
}

/** A second node gets the rows that the first has not paid. */
async function byFallback(plan: Plan): Promise<Verdict[]> {
	const { run, shop } = plan;
	const nodes = [gmcNodeOf(plan, 'GMC'), gmcNodeOf(plan, 'Fallback')];
	const between = async () => shop.elapse(run.retries[0] ?? 0);
	const workflow = fallbackWorkflow(nodes, { rows: sheetOf(plan), between });
	const done = await startWorkflow(workflow, shop.service.credential, setupOf(plan));
	const first = toGmcRun(done);
	const verdicts = verdictsOf(first, plan.rows.length);
	if (done.data.resultData.runData.Fallback === undefined) return verdicts;
	takeOver(verdicts, first.errors.map(rowOf), toGmcRun(done, -1, 'Fallback'));
	return verdicts;
}

const gmcNodeOf = (plan: Plan, name: string): INode => {
	const { parameters, onError, retryOnFail, maxTries } = setupOf(plan);
	const more = { onError, retryOnFail, maxTries };
	return gmcNode({ ...more, name, parameters: addParameters(plan.options, parameters) });
};

const fromAi = (name: string, type = 'string') => `={{ $fromAI('${name}', '', '${type}') }}`;

/** A model that calls the tool for each row, and again for rows that are not done. */
async function byAgent(plan: Plan): Promise<Verdict[]> {
	const { shop, run, options } = plan;
	const parameters = {
		...addParameters(options),
		customer: { __rl: true, mode: 'id', value: fromAi('customer') },
		amount: fromAi('amount', 'number'),
		currency: fromAi('currency'),
		...(run.kind === 'key' && { idempotencyKey: fromAi('order') }),
	};
	const sheet = sheetOf(plan);
	const verdicts: Verdict[] = sheet.map(() => ({ outcome: 'notAttempted' }));
	const setup = { ...setupOf(plan), parameters, rows: sheet };
	const behind = run.way === 'behindAgent' ? gmcNodeOf(plan, 'Behind') : undefined;
	const failed: number[] = [];
	const use = async (call: CallTool) => {
		for (let calls = 0; calls < CALLS_PER_ROW; calls++) {
			for (const [index, row] of sheet.entries()) {
				if (isDone(verdicts[index])) continue;
				const { items, error = '' } = await call(row);
				verdicts[index] = items.length > 0 ? verdictOf(items[0]) : refusalOf(error);
			}
			shop.elapse(run.retries[calls] ?? 0);
		}
		failed.push(...[...sheet.keys()].filter((index) => !isDone(verdicts[index])));
		return failed.map((index) => sheet[index]);
	};
	const done = await runAgent(shop.service.credential, setup, use, behind);
	if (behind && failed.length > 0) takeOver(verdicts, failed, toGmcRun(done, -1, 'Behind'));
	return verdicts;
}

/** What a later node says of rows that it has got. One that it does not attempt stays as it was left. */
function takeOver(verdicts: Verdict[], rows: number[], later: GmcRun): void {
	for (const [at, verdict] of verdictsOf(later, rows.length).entries()) {
		if (verdict.outcome !== 'notAttempted') verdicts[rows[at]] = verdict;
	}
}

/** A model only gets the text of an error. It may also be about an equal row that is unclear. */
const refusalOf = (error: string): Verdict => {
	const isUnknown = /not known|don't know/.test(error) && !/Nothing was sent/.test(error);
	return { outcome: isUnknown ? 'unknown' : 'rejected' };
};
