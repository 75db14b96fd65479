import type { IExecuteFunctions } from 'n8n-workflow';
import { findAdditions } from '../../../api/additions';
import type { Addition } from '../../../core/service/record';
import { GmcClient } from '../../../api/client';
import { withTimeout } from '../../../api/withTimeout';
import type { Listing } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { Overlay } from '../../../core/ledger/overlay';
import { delays } from '../../../core/pace/delays';
import { isEpoch, readTimestamp } from '../../../core/time/time';
import { TableStore } from '../../../ledger/tableStore';
import { accountIn } from '../../../shared/context';
import { runIndexOf } from '../../../shared/parameters';
import { Throttle } from '../../../shared/throttle';
import { Accounts } from '../accounts';
import { listRecent } from '../namedAdditions';
import { settingsOfTool } from './agent';
import type { Execution } from './execution';
import { protectionOf } from './protection';
import type { AddRun } from './run';
import { RunLedger } from './runLedger';
import { namingOf, settingsOf } from './settings';

/** @throws when the run must not start; it has sent nothing then */
export async function openRun(context: IExecuteFunctions, known: Execution): Promise<AddRun> {
	const { isTool } = known.at;
	const settings = isTool ? settingsOfTool(context) : settingsOf(context);
	const execution = settings.dryRun ? known.copy() : known;
	const protection = protectionOf(settings);
	execution.check(namingOf(settings.ledgerTable, protection.naming), protection.isForGood);
	// After a crash, the run index includes the run that was cut off.
	const isLaterPass = runIndexOf(context) > 0 && execution.memoryLost !== 'surely';
	protection.check?.(context, { isTool, isSheet: settings.isSheet, isLaterPass });
	const client = new GmcClient(context, { timeoutSeconds: settings.timeout });
	const { timeoutMs } = client.transport;
	const throttle = new Throttle(timeoutMs, settings.concurrency);
	const account = await accountIn(context);
	const accounts = new Accounts(account);
	const asking = { context, settings, protection, client, execution, accounts, isTool };
	return { ...asking, throttle, ledger: openLedger(asking, account) };
}

/** The ledger of a run. A dry run writes to itself. */
function openLedger(run: Omit<AddRun, 'ledger' | 'throttle'>, account: string): RunLedger {
	const { context, settings, protection, client, execution, accounts } = run;
	const list = async (since: number, ids: string[]) => await listingSince(run, since, ids);
	const { ledgerTable: table, dryRun } = settings;
	const use = dryRun ? 'plan' : 'pay';
	const place = { table, use, list, account, accounts: accounts.same } as const;
	const store = new TableStore(context, place);
	const isIgnored = (entry: Entry) => execution.isOwn(entry) || accounts.isOfOtherGmc(entry);
	return new RunLedger({
		execution: execution.refOf(),
		holdMs: settings.holdMs,
		timeoutMs: client.transport.timeoutMs,
		neighbours: protection.neighbours?.(isIgnored),
		handle: dryRun ? new Overlay(store.handle).handle : store.handle,
		isFirstUse: () => store.isFirstUse,
		awaitTurn: async (names) => await store.awaitTurn(names),
		end: () => store.end(),
		isDryRun: dryRun,
		labelOf: ({ texts, customer, namedInstead, shownRequest }) => ({
			key: texts.key,
			note: texts.note,
			batch: protection.batch,
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
	const asked = additionsSince(run, since, additionIds).catch(() => undefined);
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
async function additionsSince(
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
