import type { INodeExecutionData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../core/util/inputError';
import { asNodeError, toErrorItem, toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { NOT_ATTEMPTED, refusedRun, sayNothingSent, withheld } from '../../../shared/refusal';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { addFields } from './addFields';
import { pay } from './pay';
import { maybeSentProblem } from './failedRows';
import { finish, toPlanItems } from './report';
import { isIn, mustBeTold, Row } from './row';
import { withheldRecord } from './rowRecord';
import type { AddRun } from './run';
import { openExecution, openRun, stopsAtFirst } from './run';
import { waitForCompletion } from './wait';
import { readKey } from '../../../core/additions/names';
import { planRow } from '../../../core/additions/additionRequest';
import { mapItems } from '../../../shared/eventLoop';
import { optionsReader, textOrEmpty } from '../../../shared/options';
import type { RunSettings } from './settings';
import { readRawRow, runOptionsCheck } from './settings';

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
	const work = async () => {
		// Not while it waits for completion, which may take a day: other runs may resolve what it has lost.
		await ledger.whileAtWork(async () => await pay(run, rows));
		const { waitTimeout, dryRun } = settings;
		if (waitTimeout !== undefined && !dryRun) await waitForCompletion(run, rows, waitTimeout);
	};
	await work().catch((error: unknown) => {
		// Whatever it was, rows that were sent by now must be told of.
		if (stopsAtFirst(run) && !rows.some(mustBeTold))
			throw asNodeError(context, error, NOT_ATTEMPTED);
		for (const row of rows.filter(isIn('planned'))) row.notAttempt(error);
		const { message } = toRunProblem(error);
		showHint(context, 'warning', `Not all steps were done: ${message}`);
	});
	return settings.dryRun ? toPlanItems(run, rows) : finish(run, rows);
}

/** The same for each row, under Continue. */
function toWithheldItem(
	context: IExecuteFunctions,
	error: unknown,
	{ itemIndex, hasBegun }: { itemIndex: number; hasBegun: boolean },
): INodeExecutionData {
	const run = toRunProblem(error);
	const problem = hasBegun
		? maybeSentProblem({ ...run, itemIndex, code: 'ROW_IN_DOUBT', details: { outcome: 'unknown' } })
		: { ...withheld(run), itemIndex, message: sayNothingSent(run) };
	const isRaw = context.getNodeParameter('simplify', itemIndex, true) === false;
	return isRaw ? toErrorItem(problem) : withheldRecord(context, problem);
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
		try {
			const options = optionsOf(itemIndex);
			checkRunOptions(options, itemIndex);
			const raw = { ...readRawRow(context, itemIndex, options), ...expectedNameIn(options) };
			if (duplicateProtection !== 'key') return Row.planned(itemIndex, planRow(raw));
			const idempotencyKey = { raw: context.getNodeParameter('idempotencyKey', itemIndex, '') };
			return Row.planned(itemIndex, planRow({ ...raw, idempotencyKey }));
		} catch (error) {
			return Row.refused(itemIndex, error, shownKey(context, itemIndex, duplicateProtection));
		}
	});
}

/** The key of a row that is refused for another reason. */
function shownKey(
	context: IExecuteFunctions,
	itemIndex: number,
	protection: RunSettings['duplicateProtection'],
): string | undefined {
	if (protection !== 'key') return undefined;
	try {
		return readKey(context.getNodeParameter('idempotencyKey', itemIndex, ''));
	} catch {
		return undefined;
	}
}

const expectedNameIn = (options: IDataObject) =>
	Object.hasOwn(options, 'expectedName') && {
		expectedName: textOrEmpty(options.expectedName, 'Expected Name'),
	};
