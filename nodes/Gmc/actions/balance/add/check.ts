import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { aboveMaxAmount, aboveInSum } from '../../../core/money/limits';
import { InputError } from '../../../core/util/inputError';
import { rejectUnknownCustomers } from './identifyCustomers';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import type { RunSettings } from './settings';

/** An agent may ask for any amount, so it gets no money without an upper limit (README "Options"). */
export function refuseUnlimitedAgent(context: IExecuteFunctions, { maxAmount }: RunSettings): void {
	const isTool = context.getNode().type.endsWith('Tool');
	if (!isTool || maxAmount !== undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		'An AI agent may not add balance without an upper limit. Nothing was sent',
		{ description: 'Set Options → Maximum Amount in the GMC tool. Nothing else helps.' },
	);
}

/** Without the memory only the list of the service can tell what was sent: under History it does. */
export function refuseLostMemory(
	context: IExecuteFunctions,
	{ duplicateProtection, dryRun }: RunSettings,
): void {
	if (duplicateProtection === 'history' || dryRun) return;
	throw new NodeOperationError(
		context.getNode(),
		'This execution was cut off, and n8n does not know any more what it had sent. Nothing was sent now',
		{
			description:
				'Start the sheet anew with Options → Duplicate Protection: History, and Duplicates Since before the first try: what GMC lists is skipped, the rest is sent.',
		},
	);
}

/**
 * Rejects the planned rows that may not be sent.
 *
 * @returns whether the whole sheet has to be sound before any of it is sent, and is not
 */
export function checkRows(run: AddRun, rows: Row[]): boolean {
	const { settings, stopAtFirst } = run;
	const isWithinLimits = checkLimits(run, rows);
	if (settings.validateFirst) rejectUnknownCustomers(rows);
	const mustBeSound = settings.validateFirst || !isWithinLimits;
	return stopAtFirst && mustBeSound && rows.some(isIn('rejected'));
}

/**
 * Rejects each row above the maximum amount, and all of them when the sheet as a whole is above the maximum
 * total of a currency. Rows that an earlier try has sent count in the total, but stay what they are.
 *
 * @returns whether everything is within the limits
 */
function checkLimits(run: AddRun, rows: Row[]): boolean {
	const { settings } = run;
	// What a key has paid already, or another row of the sheet pays, is not sent.
	const isPaidByKey = (row: Row) => run.keys !== undefined && isIn('skipped')(row);
	const sent = rows.filter((row) => !isPaidByKey(row) && !run.keys?.twins.has(row));
	const requests = sent.flatMap(({ request }) => request ?? []);
	const currencies = aboveInSum(requests, settings.maxTotal);
	const total =
		currencies.length > 0
			? `all rows together are above the Maximum Total of ${settings.maxTotal} ${currencies.join(' and ')}, so nothing of this run is sent`
			: undefined;
	let isWithin = true;
	for (const row of rows.filter(isIn('planned'))) {
		const amount = aboveMaxAmount(row.state.plan.request, settings);
		if (amount) row.reject(new InputError(amount, 'Correct the row, or raise Maximum Amount.'));
		else if (total) row.reject(new InputError(total, 'Split the sheet, or raise Maximum Total.'));
		isWithin &&= !amount && !total;
	}
	return isWithin;
}
