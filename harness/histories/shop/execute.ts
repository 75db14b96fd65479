/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import { runAgent } from '../../engine/agent';
import type { GmcNodeSetup, GmcRun } from '../../engine/engine';
import { addParameters, outcomeOf } from '../../engine/service';
import { ISSUE } from '../../sandbox/routes';
import { until } from '../../system/until';
import type { Run } from './generate';
import type { Shop, Wanted } from './shop';

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
	/** Called after each try, and before time passes. */
	afterTry: () => Promise<void>;
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

/** A new execution with all its retries. @returns the last outcome of each row */
export async function execute(plan: Plan): Promise<Verdict[]> {
	const { run, shop, rows, options } = plan;
	if (run.way === 'loop') return await throughLoop(plan);
	if (run.way === 'agent') return await byAgent(plan);
	let last = await shop.service.add(sheetOf(plan), options, setupOf(plan));
	await plan.afterTry();
	// A sub-workflow cannot be retried, only the workflow that called it.
	for (const seconds of run.way === 'subWorkflow' ? [] : run.retries) {
		if (last.error === undefined) break;
		await shop.elapse(seconds);
		last = await shop.service.retry(last, options, setupOf(plan));
		await plan.afterTry();
	}
	return verdictsOf(last, rows.length);
}

/** The outcomes of all rows, in order: from the items, or from the error that stopped the run. */
function verdictsOf(run: GmcRun, count: number): Verdict[] {
	const refused = codeIn(`${run.error?.message} ${run.error?.description}`);
	const verdicts: Verdict[] = Array.from({ length: count }, () => ({
		outcome: 'notAttempted',
		...refused,
	}));
	const stopped = run.error?.context.data?.rows as Array<{ row: number } & Verdict> | undefined;
	for (const { row, ...verdict } of stopped ?? []) verdicts[row - 1] = { ...refused, ...verdict };
	for (const item of [...run.items, ...run.errors]) {
		const { item: index } = item.pairedItem as { item: number };
		verdicts[index] = verdictOf(item);
	}
	return verdicts;
}

function verdictOf(item: { json: IDataObject }): Verdict {
	const { _id, details } = item.json as { _id?: string; details?: IDataObject };
	const named = { additionId: _id ?? details?.additionId, code: details?.code };
	return { outcome: String(outcomeOf(item)), ...(named as Partial<Verdict>) };
}

async function throughLoop(plan: Plan): Promise<Verdict[]> {
	const { run, shop, options } = plan;
	const sheet = sheetOf(plan);
	const before = async (pass: number) => {
		await plan.afterTry();
		await shop.elapse(run.retries[pass - 1] ?? 0);
	};
	const passes = await shop.service.loop(sheet, options, { passes: PASSES, before }, setupOf(plan));
	await plan.afterTry();
	const verdicts: Verdict[] = [];
	let rows = [...sheet.keys()];
	for (const one of passes) {
		const told = verdictsOf(one, rows.length);
		for (const [index, verdict] of told.entries()) verdicts[rows[index]] = verdict;
		rows = one.errors.map(({ pairedItem }) => rows[(pairedItem as { item: number }).item]);
	}
	return verdicts;
}

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
	await runAgent(shop.service.credential, { ...setupOf(plan), parameters }, async (call) => {
		for (let calls = 0; calls < CALLS_PER_ROW; calls++) {
			for (const [index, row] of sheet.entries()) {
				if (isDone(verdicts[index])) continue;
				const { items, error = '' } = await call(row);
				const [item] = items;
				verdicts[index] = item ? verdictOf(item) : refusalOf(error);
			}
			await plan.afterTry();
			await shop.elapse(run.retries[calls] ?? 0);
		}
	});
	return verdicts;
}

/** A model only gets the text of an error. It may also be about an equal row that is unclear. */
function refusalOf(error: string): Verdict {
	if (/not known|don't know/.test(error) && !/Nothing was sent/.test(error))
		return { outcome: 'unknown' };
	return { outcome: 'rejected', ...codeIn(error) };
}

/** A refused sheet has no codes, only a text. */
const codeIn = (error: string): Pick<Verdict, 'code'> =>
	/same top-up|know yet whether it was paid/.test(error) ? { code: 'DUPLICATE_SUSPECTED' } : {};

const SETTLE_AFTER = 0.02;

/** Sets up the faults of the service and of n8n's database for a run, until `calmDown`. */
export async function conditionsOf(shop: Shop, run: Run) {
	const { admin } = shop.service;
	await admin.clearFaults();
	const late = new Map<string, number>();
	for (const { doneAfter, ...fault } of run.fates) {
		const { id } = await admin.addFault({ route: ISSUE, times: 1, ...fault });
		if (doneAfter !== undefined) late.set(id, doneAfter);
	}
	for (const fault of run.faults) await admin.addFault(fault);
	await admin.configure(settlingAs(run.waitFor));
	shop.tables.before = databaseOf(run);
	let seq = (await admin.journal()).at(-1)?.seq ?? 0;
	/** Charges of requests that are carried out later. */
	const due: string[] = [];
	const afterTry = async () => {
		for (const entry of await admin.journal({ route: ISSUE, since: seq })) {
			// Two executions at the same moment ask at the same moment.
			if (entry.seq <= seq) continue;
			seq = entry.seq;
			const [after] = entry.faults.flatMap((id) => late.get(id) ?? []);
			if (after !== undefined) due.push(shop.expect(entry, after));
		}
	};
	const calmDown = async () => {
		const isIdle = async () => (await admin.count({ status: 'pending' })) === 0;
		if (!(await isIdle())) await until('the service to end what was in flight', isIdle);
		shop.tables.before = () => {};
		// What is pending settles.
		await shop.elapse(1);
	};
	return { due, afterTry, calmDown };
}

const settlingAs = (waitFor: Run['waitFor']): SandboxSettingsInput => ({
	additions: waitFor
		? { initialStatus: 'PENDING', settleAfterSeconds: SETTLE_AFTER, settleAs: waitFor }
		: { initialStatus: 'COMPLETED', settleAfterSeconds: 0, settleAs: 'COMPLETED' },
});

function databaseOf({ table, twice }: Run): () => Promise<void> {
	let operations = 0;
	return async () => {
		const isDown = table !== undefined && operations >= table.failsFrom;
		if (twice) await delay(twice[operations % twice.length]);
		operations++;
		if (isDown) throw new Error('database is locked');
	};
}
