import type { INodeExecutionData, IExecuteFunctions } from 'n8n-workflow';
import { GmcRequestError } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import { asNodeError } from '../../../shared/errors';
import { NOT_ATTEMPTED, refusedRun } from '../../../shared/refusal';
import type { Operation } from '../../operation';
import { applyToPlanned } from './decide';
import { Execution } from './execution';
import { addFields } from './fields';
import { openRun } from './openRun';
import { pay } from './pay';
import { readRows } from './readRows';
import { hintAtFailure, report } from './report';
import type { Row } from './row';
import { isIn, mustBeTold } from './row';
import { hasFailed, problemOf, toWithheldItem } from './rowItem';
import type { AddRun } from './run';
import { stopsAtFirst } from './run';
import { waitForCompletion } from './wait';

/** Sends one top-up per item: read all rows, check them, send them, say what became of each. */
export const add: Operation = {
	option: {
		name: 'Add',
		value: 'add',
		action: 'Top up customer',
		description: "Top up a customer's wallet",
	},
	fields: addFields,
	async execute(context, items) {
		if (items.length === 0) return [];
		const execution = Execution.of(context);
		const begun = await begin(context, execution).catch((error: unknown) =>
			withhold(context, items, { error, execution }),
		);
		return Array.isArray(begun) ? begun : await issueAll(begun.run, begun.rows);
	},
	refuse: (context, items, error) =>
		withhold(context, items, { error, execution: Execution.of(context) }),
};

/** @throws the error under On Error: Stop Workflow */
function withhold(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ error, execution }: { error: unknown; execution: Execution },
): INodeExecutionData[] {
	const { mayHaveBegun } = execution;
	if (!context.continueOnFail())
		throw isKnown(error) ? refusedRun(context, error, { mayHaveBegun }) : error;
	return items.map((_, itemIndex) => toWithheldItem(context, error, { itemIndex, execution }));
}

const isKnown = (error: unknown): error is GmcRequestError | InputError =>
	error instanceof GmcRequestError || error instanceof InputError;

async function begin(context: IExecuteFunctions, execution: Execution) {
	const run = await openRun(context, execution);
	return { run, rows: await readRows(run) };
}

async function issueAll(run: AddRun, rows: Row[]): Promise<INodeExecutionData[]> {
	const { context, ledger } = run;
	// Not while it waits for completion, which may take a day: other runs may resolve what it has lost.
	const paying = ledger.whileAtWork(async () => await pay(run, rows));
	await paying.catch((error: unknown) => endWithout(run, rows, error));
	await waitForCompletion(run, rows).catch((error: unknown) =>
		hintAtFailure(context, NOT_ALL_DONE, error),
	);
	return await report(run, rows);
}

const NOT_ALL_DONE = 'Not all steps were done';

/**
 * A step of the whole run has failed: no planned row is attempted.
 *
 * @throws NodeOperationError or NodeApiError under On Error: Stop Workflow, unless rows were sent, of which must be told
 */
async function endWithout(run: AddRun, rows: Row[], error: unknown): Promise<void> {
	const { context } = run;
	const kept: Row[] = rows.filter(isIn('planned'));
	await applyToPlanned(run, kept, { is: 'failed', error });
	if (!stopsAtFirst(run) || rows.some(mustBeTold)) {
		if (!isKnown(error)) hintAtFailure(context, NOT_ALL_DONE, error);
		return;
	}
	if (!isKnown(error)) throw asNodeError(context, error, NOT_ATTEMPTED);
	const first = kept.find(hasFailed);
	throw refusedRun(context, error, { details: first && problemOf(run, first).details });
}
