import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { InputError } from '../../../core/inputError';
import { aboveMaxAmount, aboveMaxTotal } from '../../../core/limits';
import type { Row } from './rows';
import { having, reject } from './rows';
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

/**
 * Rejects each row above the maximum amount, and all of them when the sheet as a whole is above the maximum
 * total of a currency. Rows that an earlier try has sent count in the total, but stay what they are.
 *
 * @returns whether everything is within the limits
 */
export function checkLimits(rows: Row[], settings: RunSettings): boolean {
	const orders = rows.flatMap(({ plan }) => (plan ? [plan.order] : []));
	const currencies = aboveMaxTotal(orders, settings);
	const total =
		currencies.length > 0
			? `all rows together are above the Maximum Total of ${settings.maxTotal} ${currencies.join(' and ')}, so nothing of this run is sent`
			: undefined;
	let isWithin = true;
	for (const row of rows.filter(having('planned'))) {
		const amount = aboveMaxAmount(row.plan!.order, settings);
		if (amount) reject(row, new InputError(amount, 'Correct the row, or raise Maximum Amount.'));
		else if (total) reject(row, new InputError(total, 'Split the sheet, or raise Maximum Total.'));
		isWithin &&= !amount && !total;
	}
	return isWithin;
}
