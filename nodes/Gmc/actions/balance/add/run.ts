import type { IExecuteFunctions } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import { Ledger } from '../../../core/additions/ledger';
import { isMemoryLost } from '../../../core/additions/ledgerMemory';
import { accountIn } from '../../../shared/account';
import { wasCutOff } from '../../../shared/cutOff';
import { runIndexOf } from '../../../shared/parameters';
import { Throttle } from '../../../shared/throttle';
import { issuedHere } from './issuedHere';
import type { KeyDesk } from './keyDesk';
import type { KeylessDesk } from './keylessDesk';
import type { RunSettings } from './settings';

/** What every step of `add` works with. */
export interface AddRun {
	context: IExecuteFunctions;
	client: GmcClient;
	ledger: Ledger;
	/** Ids of the additions that this node has issued in this execution, for its other GMC nodes. */
	issuedHere: string[];
	settings: RunSettings;
	/** How many additions are in flight at once. */
	throttle: Throttle;
	/** Whether any failed row keeps back the rest (On Error: Stop Workflow). */
	stopAtFirst: boolean;
	/** Whether what an earlier try of this execution has sent is no longer known. */
	isMemoryLost: boolean;
	/** Names the account that is asked. */
	account: string;
	/** Where rows have keys: the desk that knows which of them are ours to pay. */
	keys?: KeyDesk;
	/** Where rows have none: the desk for those whose fate is open. */
	keyless?: KeylessDesk;
	/** Lets the next run of this process go on, where runs take turns. */
	leaveTurn?: () => void;
	cancelled: () => boolean;
}

/** @throws when n8n has no credential to give */
export async function startRun(
	context: IExecuteFunctions,
	settings: RunSettings,
): Promise<Omit<AddRun, 'isMemoryLost'>> {
	const account = await accountIn(context);
	const client = new GmcClient(context, { timeoutSeconds: settings.timeout });
	const memory = context.getContext('node');
	return {
		...{ context, settings, account },
		// A dry run says what this execution has done already, and leaves no trace.
		ledger: new Ledger(settings.dryRun ? deepCopy(memory) : memory, account, runIndexOf(context)),
		issuedHere: settings.dryRun ? [] : issuedHere(context, account),
		client,
		throttle: new Throttle(client.transport.timeoutMs, settings.concurrency),
		stopAtFirst: !context.continueOnFail(),
		cancelled: () => context.getExecutionCancelSignal()?.aborted ?? false,
	};
}

/** Whether this execution was cut off and its memory is gone (n8n.md E6). To be asked first of all. */
export function hasLostMemory(context: IExecuteFunctions): boolean {
	return isMemoryLost(context.getContext('node'), () => wasCutOff(context));
}
