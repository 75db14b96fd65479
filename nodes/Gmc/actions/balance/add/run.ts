import type { IExecuteFunctions } from 'n8n-workflow';
import { findAdditions } from '../../../api/additions';
import type { Addition } from '../../../core/service/record';
import { GmcClient } from '../../../api/client';
import { withTimeout } from '../../../api/withTimeout';
import { RECENT_MINUTES } from '../../../core/additions/recent';
import type { Listing } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { equalSince, NEW_IN_BATCH } from '../../../core/ledger/neighbours';
import { Overlay } from '../../../core/ledger/overlay';
import { delays } from '../../../core/pace/delays';
import { isEpoch, readTimestamp } from '../../../core/time/time';
import { refusal } from '../../../core/util/inputError';
import { TableStore } from '../../../ledger/tableStore';
import { accountIn } from '../../../shared/context';
import { runIndexOf } from '../../../shared/parameters';
import { Throttle } from '../../../shared/throttle';
import { Accounts } from '../accounts';
import { listRecent } from '../namedAdditions';
import { settingsOfTool } from './agent';
import type { Execution } from './execution';
import { refuseChangingKey } from './rowKeys';
import { RunLedger } from './runLedger';
import type { RunSettings } from './settings';
import { settingsOf } from './settings';

/** What the steps of `add` work with. */
export interface AddRun {
	context: IExecuteFunctions;
	settings: RunSettings;
	client: GmcClient;
	execution: Execution;
	ledger: RunLedger;
	accounts: Accounts;
	/** How many additions are in flight at once. */
	throttle: Throttle;
	/** Whether an AI agent calls. */
	isTool: boolean;
	/** Of a sheet that is mapped automatically: what was read from which column, and the item of the first row. */
	columns?: { told: string; firstItem?: number };
}

export const isCancelled = ({ context }: AddRun): boolean =>
	context.getExecutionCancelSignal()?.aborted ?? false;

/** Whether this runs in a sub-workflow, which has an execution of its own (n8n.md E17). */
export const isCalled = ({ context }: AddRun): boolean => context.getMode() === 'integrated';

/** Whether one failed row stops the rest (On Error: Stop Workflow). */
export const stopsAtFirst = ({ context }: AddRun): boolean => !context.continueOnFail();

/** @throws when the run must not start; it has sent nothing then */
export async function openRun(context: IExecuteFunctions, known: Execution): Promise<AddRun> {
	const { isTool } = known.at;
	const settings = isTool ? settingsOfTool(context) : settingsOf(context);
	const execution = settings.dryRun ? known.copy() : known;
	execution.check(settings);
	const { length: count } = context.getInputData();
	if (settings.duplicateProtection === 'key' && !settings.isSheet)
		refuseChangingKey(context, count);
	// After a crash, the run index includes the run that was cut off.
	const isLaterPass = runIndexOf(context) > 0 && execution.memoryLost !== 'surely';
	if (settings.batch && (isTool || isLaterPass || isInLoop(context))) throw batchInParts();
	const client = new GmcClient(context, { timeoutSeconds: settings.timeout });
	const { timeoutMs } = client.transport;
	const throttle = new Throttle(timeoutMs, settings.concurrency);
	const account = await accountIn(context);
	const accounts = new Accounts(account);
	const asking = { context, settings, client, execution, accounts, isTool };
	return { ...asking, throttle, ledger: openLedger(asking, account) };
}

const batchInParts = () =>
	refusal(
		'BATCH_IN_PARTS',
		'A batch is a sheet that is paid in one run, not in passes of a loop or by an AI agent',
		'Connect the node outside the loop, so that it gets all rows at once. For an AI agent, set Duplicate Protection to Idempotency Key, and let the agent give each top-up its order number.',
	);

/** Whether the node follows itself. */
function isInLoop(context: IExecuteFunctions): boolean {
	const { name } = context.getNode();
	const after = new Set(context.getChildNodes(name).map((node) => node.name));
	return context.getParentNodes(name).some((node) => after.has(node.name));
}

/** The ledger of a run. A dry run writes to itself. */
function openLedger(run: Omit<AddRun, 'ledger' | 'throttle'>, account: string): RunLedger {
	const { context, settings, client, execution, accounts } = run;
	const list = async (since: number, ids: string[]) => await listingSince(run, since, ids);
	const { ledgerTable: table, dryRun } = settings;
	const use = dryRun ? 'plan' : 'pay';
	const place = { table, use, list, account, accounts: accounts.same } as const;
	const store = new TableStore(context, place);
	const isIgnored = (entry: Entry) => execution.isOwn(entry) || accounts.isOfOtherGmc(entry);
	const { duplicateProtection: protection } = settings;
	const recent = equalSince(RECENT_MINUTES * 60_000, isIgnored);
	return new RunLedger({
		execution: execution.refOf(),
		holdMs: settings.holdMs,
		timeoutMs: client.transport.timeoutMs,
		neighbours: { recent, batch: NEW_IN_BATCH, key: undefined, off: undefined }[protection],
		handle: dryRun ? new Overlay(store.handle).handle : store.handle,
		isFirstUse: () => store.isFirstUse,
		awaitTurn: async (names) => await store.awaitTurn(names),
		end: () => store.end(),
		isDryRun: dryRun,
		labelOf: ({ key, note, customer, namedInstead, shownRequest }) => ({
			key,
			note,
			batch: settings.batch?.label,
			executionId: context.getExecutionId(),
			customer: shownRequest?.customerIdentifier,
			customerName: namedInstead
				? `${customer?.customerName ?? ''} (GMC's answer names ${namedInstead})`
				: customer?.customerName,
		}),
	});
}

/** @returns undefined when GMC does not give the whole list, does not say whether it has these additions, or takes too long */
async function listingSince(
	run: Pick<AddRun, 'context' | 'client'>,
	since: number,
	additionIds: string[],
): Promise<Listing | undefined> {
	const asked = listWith(run, since, additionIds).catch(() => undefined);
	const additions = await withTimeout(asked, delays.reconcileBudgetMs);
	if (additions === 'late' || additions === undefined) return undefined;
	const timeZone = run.context.getTimezone();
	return {
		additions,
		madeAt: ({ createdAt }: Addition) => readTimestamp(createdAt, timeZone),
		isZoned: ({ createdAt }: Addition) => isEpoch(createdAt),
		clockOffset: run.client.transport.clock.offset,
	};
}

/** @returns undefined when the list is incomplete @throws GmcRequestError */
async function listWith(
	run: Pick<AddRun, 'context' | 'client'>,
	since: number,
	additionIds: string[],
): Promise<Addition[] | undefined> {
	const { additions, isWhole } = await listRecent(run, since);
	if (!isWhole) return undefined;
	const listed = new Set(additions.map(({ _id }) => _id));
	const missing = additionIds.filter((id) => !listed.has(id));
	const { found, isAnswered } = await findAdditions(run.client.transport, missing);
	return isAnswered ? [...additions, ...found.values()] : undefined;
}
