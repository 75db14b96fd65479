import type { IExecuteFunctions } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import { withTimeout } from '../../../api/withTimeout';
import type { ListedAddition } from '../../../core/additions/addition';
import { RECENT_MINUTES } from '../../../core/additions/recent';
import type { Handle, Listing } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { Overlay } from '../../../core/ledger/overlay';
import { delays } from '../../../core/pace/delays';
import { isEpoch, readTimestamp } from '../../../core/time/time';
import { TableStore } from '../../../ledger/tableStore';
import { accountIn } from '../../../shared/context';
import { runIndexOf } from '../../../shared/parameters';
import { Throttle } from '../../../shared/throttle';
import { listRecent } from '../recentList';
import { refuseBatch, refuseModelsChoices, refuseOtherCallsValues, refuseUnlimited } from './agent';
import { Execution } from './execution';
import { RunLedger } from './runLedger';
import type { RunSettings } from './settings';
import { isNamedByUser, namingOf, settingsOf } from './settings';

/** What the steps of `add` work with. */
export interface AddRun {
	context: IExecuteFunctions;
	settings: RunSettings;
	client: GmcClient;
	execution: Execution;
	ledger: RunLedger;
	/** How many additions are in flight at once. */
	throttle: Throttle;
	/** Whether an AI agent calls. */
	isTool: boolean;
}

export const isCancelled = ({ context }: AddRun): boolean =>
	context.getExecutionCancelSignal()?.aborted ?? false;

/** Whether this runs in a sub-workflow, which has an execution of its own (n8n.md E17). */
export const isCalled = ({ context }: AddRun): boolean => context.getMode() === 'integrated';

/** Whether one failed row stops the rest (On Error: Stop Workflow). */
export const stopsAtFirst = ({ context }: AddRun): boolean => !context.continueOnFail();

/** @throws when the run must not start; nothing was sent then */
export async function openRun(context: IExecuteFunctions): Promise<AddRun> {
	const isTool = context.getNode().type.endsWith('Tool');
	const known = Execution.of(context, isTool);
	if (isTool) refuseModelsChoices(context.getNode().parameters);
	const settings = settingsOf(context);
	if (isTool) {
		refuseUnlimited(settings);
		refuseOtherCallsValues(context);
	}
	const execution = settings.dryRun ? known.copy() : known;
	execution.check(namingOf(settings), isNamedByUser(settings));
	// After a crash, the run index includes the run that was cut off.
	const isLaterPass = runIndexOf(context) > 0 && !execution.isLost;
	if (isTool || isLaterPass || isInLoop(context)) refuseBatch(settings, isTool);
	const client = new GmcClient(context, { timeoutSeconds: settings.timeout });
	const { timeoutMs } = client.transport;
	const throttle = new Throttle(timeoutMs, settings.concurrency);
	const asking = { context, settings, client, execution, isTool };
	const ledger = await openLedger(asking);
	return { ...asking, throttle, ledger };
}

/** Whether the node follows itself. */
function isInLoop(context: IExecuteFunctions): boolean {
	const { name } = context.getNode();
	const after = new Set(context.getChildNodes(name).map((node) => node.name));
	return context.getParentNodes(name).some((node) => after.has(node.name));
}

type Asking = Omit<AddRun, 'ledger' | 'throttle'>;

async function openLedger(run: Asking): Promise<RunLedger> {
	const { context, settings, client, execution, isTool } = run;
	const account = await accountIn(context);
	const accounts = new Set([account]);
	// In a tool only the call itself is ours: an agent that repeats itself must not pay twice.
	const isOwn = (entry: Entry) =>
		isTool ? entry.set === execution.set : entry.execution === execution.token;
	const otherGmcAccounts = new Set<string>();
	const isOfOtherGmc = ({ account = '' }: { account?: string }) => otherGmcAccounts.has(account);
	const recent = { periodMs: RECENT_MINUTES * 60_000, isOwn, isOfOtherGmc };
	return new RunLedger({
		accounts,
		otherGmcAccounts,
		execution: execution.token,
		holdMs: settings.holdMs,
		timeoutMs: client.transport.timeoutMs,
		recent: settings.duplicateProtection === 'recent' ? recent : undefined,
		handle: handleFor(run, { account, accounts }),
		isDryRun: settings.dryRun,
		labelOf: ({ key, customerName, request }) => ({
			key,
			batch: settings.batch?.label,
			executionId: context.getExecutionId(),
			customer: request?.customerIdentifier,
			customerName,
		}),
	});
}

/** A dry run writes to itself. */
function handleFor(
	run: Asking,
	accounts: { account: string; accounts: ReadonlySet<string> },
): Handle {
	const { context, settings } = run;
	const list = async (since: number) => await listingSince(run, since);
	const table = { table: settings.ledgerTable, list, ...accounts };
	const { handle } = new TableStore(context, table);
	return settings.dryRun ? new Overlay(handle).handle : handle;
}

/** @returns undefined when the list is incomplete, fails, or takes too long */
async function listingSince(
	run: Pick<AddRun, 'context' | 'client'>,
	since: number,
): Promise<Listing | undefined> {
	const asked = listRecent(run, since).catch(() => undefined);
	const list = await withTimeout(asked, delays.reconcileBudgetMs);
	if (list === 'late' || !list?.isWhole) return undefined;
	const timeZone = run.context.getTimezone();
	return {
		additions: list.additions,
		madeAt: ({ createdAt }: ListedAddition) => readTimestamp(createdAt, timeZone),
		isZoned: ({ createdAt }: ListedAddition) => isEpoch(createdAt),
		clockOffset: run.client.transport.clock.offset,
	};
}
