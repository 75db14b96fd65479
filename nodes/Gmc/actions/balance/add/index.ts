import type { INodeExecutionData, IExecuteFunctions } from 'n8n-workflow';
import { planRow } from '../../../core/additions/additionRequest';
import { GmcRequestError } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import { asNodeError } from '../../../shared/errors';
import { mapItems } from '../../../shared/eventLoop';
import { textOrEmpty } from '../../../shared/options';
import { NOT_ATTEMPTED, refusedRun } from '../../../shared/refusal';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { Execution } from './execution';
import { addFields } from './fields';
import { pay } from './pay';
import { hintAtFailure, report } from './report';
import { keyReader } from './rowKeys';
import type { RowTexts } from './row';
import { isIn, mustBeTold, Row } from './row';
import { hasFailed, problemOf, toWithheldItem } from './rowItem';
import type { AddRun } from './run';
import { openRun, stopsAtFirst } from './run';
import type { RunSettings } from './settings';
import { noteIn, readRawRow, rowOptionsReader } from './settings';
import { waitForCompletion } from './wait';

/** Sends one top-up per item: read all rows, check them, send them, say what became of each. */
export const add: Operation = {
	fields: shownFor('balance', 'add', addFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		const execution = Execution.of(context);
		const { mayHaveBegun } = execution;
		const opened = await openRun(context, execution).catch((error: unknown) => {
			if (!context.continueOnFail()) {
				throw error instanceof InputError ? refusedRun(context, error, { mayHaveBegun }) : error;
			}
			return items.map((_, itemIndex) => toWithheldItem(context, error, { itemIndex, execution }));
		});
		return Array.isArray(opened) ? opened : await issueAll(opened, items.length);
	},
};

async function issueAll(run: AddRun, count: number): Promise<INodeExecutionData[]> {
	const { context, settings, ledger } = run;
	const rows = await readRows(context, count, settings);
	// Not while it waits for completion, which may take a day: other runs may resolve what it has lost.
	const paying = ledger.whileAtWork(async () => await pay(run, rows));
	await paying.catch((error: unknown) => endWithout(run, rows, error));
	await waitForCompletion(run, rows).catch((error: unknown) =>
		hintAtFailure(context, NOT_ALL_DONE, error),
	);
	return report(run, rows);
}

const NOT_ALL_DONE = 'Not all steps were done';

/**
 * A step of the whole run has failed: no planned row is attempted.
 *
 * @throws NodeOperationError or NodeApiError under On Error: Stop Workflow, unless rows were sent, of which must be told
 */
function endWithout(run: AddRun, rows: Row[], error: unknown): void {
	const { context } = run;
	const kept: Row[] = rows.filter(isIn('planned'));
	for (const row of kept.filter(isIn('planned'))) row.notAttempt(error);
	const isKnown = error instanceof GmcRequestError || error instanceof InputError;
	if (!stopsAtFirst(run) || rows.some(mustBeTold)) {
		if (!isKnown) hintAtFailure(context, NOT_ALL_DONE, error);
		return;
	}
	if (!isKnown) throw asNodeError(context, error, NOT_ATTEMPTED);
	const first = kept.find(hasFailed);
	throw refusedRun(context, error, { details: first && problemOf(run, first).details });
}

/** Reads and checks every row without a request; a bad one is `rejected` at once. */
async function readRows(
	context: IExecuteFunctions,
	count: number,
	{ duplicateProtection }: RunSettings,
): Promise<Row[]> {
	const optionsOf = rowOptionsReader(context);
	const keyOf = keyReader(context);
	return await mapItems(count, (itemIndex): Row => {
		const texts: RowTexts = {};
		try {
			if (duplicateProtection === 'key') texts.key = keyOf(itemIndex);
			const options = optionsOf(itemIndex);
			texts.note = noteIn(options);
			if (Object.hasOwn(options, 'expectedName'))
				texts.expectedName = textOrEmpty(options.expectedName, 'Expected Name');
			return Row.planned(itemIndex, planRow(readRawRow(context, itemIndex, options)), texts);
		} catch (error) {
			return Row.refused(itemIndex, error, texts);
		}
	});
}
