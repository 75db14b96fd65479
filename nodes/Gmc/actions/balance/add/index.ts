import type { INodeExecutionData, IExecuteFunctions } from 'n8n-workflow';
import { planRow } from '../../../core/additions/additionRequest';
import { requiredKey } from '../../../core/additions/names';
import { InputError } from '../../../core/util/inputError';
import { asNodeError } from '../../../shared/errors';
import { mapItems } from '../../../shared/eventLoop';
import { optionsReader, textOrEmpty } from '../../../shared/options';
import { NOT_ATTEMPTED, refusedRun } from '../../../shared/refusal';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { addFields } from './fields';
import { pay } from './pay';
import { hintAtFailure, report } from './report';
import { isIn, mustBeTold, Row } from './row';
import { toWithheldItem } from './rowItem';
import type { AddRun } from './run';
import { openExecution, openRun, stopsAtFirst } from './run';
import type { RunSettings } from './settings';
import { readRawRow, runOptionsCheck } from './settings';
import { waitForCompletion } from './wait';

/** Sends one top-up per item: read all rows, check them, send them, say what became of each. */
export const add: Operation = {
	fields: shownFor('balance', 'add', addFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		const execution = openExecution(context);
		// Rows that an earlier try has sent cannot be told then.
		const { hasBegun, mayHaveBegun } = execution;
		const opened = await openRun(context, execution).catch((error: unknown) => {
			if (!context.continueOnFail()) {
				throw error instanceof InputError ? refusedRun(context, error, { mayHaveBegun }) : error;
			}
			return items.map((_, itemIndex) => toWithheldItem(context, error, { itemIndex, hasBegun }));
		});
		return Array.isArray(opened) ? opened : await issueAll(opened, items.length);
	},
};

async function issueAll(run: AddRun, count: number): Promise<INodeExecutionData[]> {
	const { context, settings, ledger } = run;
	const rows = await readRows(context, count, settings);
	try {
		// Not while it waits for completion, which may take a day: other runs may resolve what it has lost.
		await ledger.whileAtWork(async () => await pay(run, rows));
		await waitForCompletion(run, rows);
	} catch (error) {
		// Whatever it was, rows that were sent by now must be told of.
		if (stopsAtFirst(run) && !rows.some(mustBeTold))
			throw asNodeError(context, error, NOT_ATTEMPTED);
		for (const row of rows.filter(isIn('planned'))) row.notAttempt(error);
		hintAtFailure(context, 'Not all steps were done', error);
	}
	return report(run, rows);
}

/** Reads and checks every row without a request; a bad one is `rejected` at once. */
async function readRows(
	context: IExecuteFunctions,
	count: number,
	{ duplicateProtection }: RunSettings,
): Promise<Row[]> {
	const optionsOf = optionsReader(context);
	const checkRunOptions = runOptionsCheck(context, optionsOf);
	return await mapItems(count, (itemIndex): Row => {
		let key: string | undefined;
		try {
			if (duplicateProtection === 'key')
				key = requiredKey(context.getNodeParameter('idempotencyKey', itemIndex, ''));
			const options = optionsOf(itemIndex);
			checkRunOptions(options, itemIndex);
			const expectedName = Object.hasOwn(options, 'expectedName')
				? textOrEmpty(options.expectedName, 'Expected Name')
				: undefined;
			const planned = planRow(readRawRow(context, itemIndex, options));
			return Row.planned(itemIndex, planned, key, expectedName);
		} catch (error) {
			return Row.refused(itemIndex, error, key);
		}
	});
}
