import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { InputError } from '../../../core/util/inputError';
import { aboveMaxAmount, aboveMaxTotal } from '../../../core/money/limits';
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
 * Whether the memory of what an earlier try sent is lost: n8n lets a production execution that crashed be
 * retried, and starts it without the node's context, while its record still has the run of this node that was
 * cut off (measured on 2.41.1). Once noticed, it counts for every further retry. To be asked first of all.
 */
export function hasLostMemory(context: IExecuteFunctions): boolean {
	const memory = context.getContext('node');
	const isRetryWithoutLedger = context.getMode() === 'retry' && memory.gmcLedger === undefined;
	if (isRetryWithoutLedger && wasExecuted(context)) memory.gmcMemoryLost = true;
	memory.gmcLedger ??= {};
	return memory.gmcMemoryLost === true;
}

/** Without the memory only the list of the service can tell what was sent: under History it does. */
export function refuseLostMemory(context: IExecuteFunctions, settings: RunSettings): void {
	if (settings.duplicatesSince !== undefined || settings.dryRun) return;
	throw new NodeOperationError(
		context.getNode(),
		'This execution was cut off, and n8n does not know any more what it had sent. Nothing was sent now',
		{
			description:
				'Start the sheet anew with Options → Duplicate Protection: History, and Duplicates Since before the first try: what GMC lists is skipped, the rest is sent.',
		},
	);
}

function wasExecuted(context: IExecuteFunctions): boolean {
	const { $ } = context.getWorkflowDataProxy(0);
	return ($ as (name: string) => { isExecuted: boolean })(context.getNode().name).isExecuted;
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
