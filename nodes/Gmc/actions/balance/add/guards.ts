import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { InputError } from '../../../core/inputError';
import { aboveMaxAmount, aboveMaxTotal } from '../../../core/limits';
import type { Row } from './rows';
import { reject } from './rows';
import type { RunSettings } from './settings';

/** An agent may ask for any amount, so it gets no money without an upper limit (interface). */
export function refuseUnlimitedAgents(context: IExecuteFunctions, settings: RunSettings): void {
	const isTool = context.getNode().type.endsWith('Tool');
	if (!isTool || settings.maxAmount !== undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		'An AI agent may not add balance without an upper limit. Nothing was sent',
		{ description: 'Set Options → Maximum Amount in the GMC tool. Nothing else helps.' },
	);
}

/** Rejects each row above the maximum amount. */
export function checkAmounts(rows: Row[], settings: RunSettings): void {
	for (const row of rows) {
		const reason = row.plan && aboveMaxAmount(row.plan.order, settings);
		if (reason) reject(row, new InputError(reason, 'Correct the row, or raise Maximum Amount.'));
	}
}

/** Rejects every row when the sheet as a whole is above the maximum total of a currency. */
export function checkTotal(rows: Row[], settings: RunSettings): void {
	const sound = rows.filter(({ problem }) => problem === undefined);
	const orders = sound.flatMap(({ plan }) => (plan ? [plan.order] : []));
	const currencies = aboveMaxTotal(orders, settings);
	if (currencies.length === 0) return;
	const error = new InputError(
		`all rows together are above the Maximum Total of ${settings.maxTotal} ${currencies.join(' and ')}, so nothing of this run is sent`,
		'Split the sheet, or raise Maximum Total.',
	);
	for (const row of sound) reject(row, error);
}
