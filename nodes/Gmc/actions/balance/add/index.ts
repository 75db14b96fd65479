import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../../core/util/inputError';
import { asNodeError, ofRow, toErrorItem, toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { NOT_ATTEMPTED, refusedRun, sayNothingSent, withheld } from '../../../shared/refusal';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { addFields } from './addFields';
import { refuseModelsChoices, refuseUnlimited } from './agent';
import { refuseLostMemory } from './check';
import { hintAtUnwritten } from './hintAtKeyLedger';
import { KeyDesk } from './keyDesk';
import { openDesk } from './openDesk';
import { prepare } from './prepare';
import { readRows } from './readRows';
import { recordUnknown } from './recordUnknown';
import { closeRows, finish, toPlanItems } from './report';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { hasLostMemory, startRun } from './run';
import { sendAll } from './send';
import { releaseUnsent } from './sendKeyed';
import { settingsOf } from './settings';
import { waitForCompletion } from './wait';

/** Issues one balance addition per item: read all rows, check them, send them, say what became of each. */
export const add: Operation = {
	fields: shownFor('balance', 'add', addFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		const opened = await openRun(context).catch((error: unknown) => {
			if (!context.continueOnFail()) {
				throw error instanceof InputError ? refusedRun(context, error) : error;
			}
			return items.map((_, itemIndex) => toWithheldItem(context, error, itemIndex));
		});
		return Array.isArray(opened) ? opened : await issueAll(opened, items.length);
	},
};

/** @throws when the run as a whole may not start; nothing was sent then */
async function openRun(context: IExecuteFunctions): Promise<AddRun> {
	// First of all: that the memory is lost shows only until something is remembered anew.
	const isLost = hasLostMemory(context);
	const isTool = context.getNode().type.endsWith('Tool');
	if (isTool) refuseModelsChoices(context.getNode().parameters);
	const settings = settingsOf(context);
	if (isTool) refuseUnlimited(settings);
	return { ...(await startRun(context, settings)), isMemoryLost: isLost };
}

async function issueAll(run: AddRun, count: number): Promise<INodeExecutionData[]> {
	const { context, settings } = run;
	const rows = await readRows(context, count);
	const desk = openDesk(run, rows);
	if (desk instanceof KeyDesk) run.keys = desk;
	else run.keyless = desk;
	const work = async () => await issueRows(run, rows);
	await desk.whileAtWork(work).catch((error: unknown) => {
		// Whatever it was, rows that were sent by now must be told of.
		if (run.stopAtFirst && !rows.some(isIn('issued', 'skipped', 'inDoubt'))) {
			throw asNodeError(context, error, NOT_ATTEMPTED);
		}
		for (const row of rows.filter(isIn('planned'))) row.withhold(error);
		const { message } = toRunProblem(error);
		showHint(context, 'warning', (texts) => texts.additions.notAllSteps({ why: message(texts) }));
	});
	return settings.dryRun ? toPlanItems(run, rows) : finish(run, rows);
}

async function issueRows(run: AddRun, rows: Row[]): Promise<void> {
	const { settings } = run;
	// With keys the ledger of keys remembers what was sent.
	if (run.isMemoryLost && !run.keys) refuseLostMemory(settings);
	await sendRows(run, rows);
	if (settings.wait && !settings.dryRun) await waitForCompletion(run, rows, settings.wait);
}

async function sendRows(run: AddRun, rows: Row[]): Promise<void> {
	try {
		const maySend = await prepare(run, rows);
		const { dryRun } = run.settings;
		if (maySend && !dryRun) await sendAll(run, rows);
		// What would be kept back is not planned.
		if (!maySend && dryRun) closeRows(run, rows);
		run.throttle.log(run.context, 'Additions');
	} finally {
		await releaseUnsent(run, rows);
		hintAtUnwritten(run);
		await recordUnknown(run, rows);
		run.leaveTurn?.();
	}
}

/** The same for each row, under Continue. */
function toWithheldItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	const problem = withheld(toRunProblem(error));
	const message = ofRow(itemIndex, sayNothingSent(problem));
	return toErrorItem(context, { ...problem, itemIndex, message });
}
