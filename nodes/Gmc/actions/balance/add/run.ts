import type { IExecuteFunctions } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { Ledger } from '../../../core/additions/ledger';
import type { LedgerEntry } from '../../../core/additions/ledger';
import { runIndexOf } from '../../../shared/parameters';
import type { Row } from './row';
import type { RunSettings } from './settings';

/** What every step of `add` works with. */
export interface AddRun {
	context: IExecuteFunctions;
	client: GmcClient;
	ledger: Ledger;
	settings: RunSettings;
	/** Whether any failed row keeps back the rest (On Error: Stop Workflow). */
	stopAtFirst: boolean;
	cancelled: () => boolean;
}

export function startRun(
	context: IExecuteFunctions,
	ledger: Ledger,
	settings: RunSettings,
): AddRun {
	return {
		...{ context, ledger, settings },
		client: new GmcClient(context, { timeoutSeconds: settings.timeout }),
		stopAtFirst: !context.continueOnFail(),
		cancelled: () => context.getExecutionCancelSignal()?.aborted ?? false,
	};
}

/**
 * The memory of this execution. n8n lets a production execution that crashed be retried, and starts it without
 * the node's context, while its record still has the run of this node that was cut off (measured on 2.41.1).
 */
export function openLedger(context: IExecuteFunctions): Ledger {
	const wasCutOff = () => context.getMode() === 'retry' && wasExecuted(context);
	return new Ledger(context.getContext('node'), runIndexOf(context), wasCutOff);
}

function wasExecuted(context: IExecuteFunctions): boolean {
	const { $ } = context.getWorkflowDataProxy(0);
	return ($ as (name: string) => { isExecuted: boolean })(context.getNode().name).isExecuted;
}

/** Gives a row its addition, and writes that down. */
export function recordAddition(
	{ ledger }: AddRun,
	row: Row,
	{ entry, addition, ...provenance }: { entry: LedgerEntry; addition: Addition; reconciled?: true },
): void {
	// One that has failed stays in the ledger as well, so that no try sends it again by itself.
	ledger.settle(entry, addition);
	row.issue(entry, addition, provenance);
}
