import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../../../api/client';
import type { Throttle } from '../../../../shared/throttle';
import type { RunLedger } from './runLedger';
import type { RunSettings } from './settings';

/** What the steps of `add` work with. */
export interface AddRun {
	context: IExecuteFunctions;
	settings: RunSettings;
	client: GmcClient;
	ledger: RunLedger;
	/** How many additions are in flight at once. */
	throttle: Throttle;
}

export const isCancelled = ({ context }: AddRun): boolean =>
	context.getExecutionCancelSignal()?.aborted ?? false;

/** Whatever calls a workflow, n8n gives it an execution, and the node a context, of its own (n8n.md E17). */
export const isCalled = ({ context }: AddRun): boolean => context.getMode() === 'integrated';

/** Whether any failed row keeps back the rest (On Error: Stop Workflow). */
export const stopsAtFirst = ({ context }: AddRun): boolean => !context.continueOnFail();
