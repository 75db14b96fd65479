import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import { withTimeout } from '../../../api/withTimeout';
import type { ListedAddition } from '../../../core/additions/addition';
import { ExecutionMemory, isMemoryLost } from '../../../core/ledger/memory';
import { delays } from '../../../core/util/delays';
import { isEpoch, readTimestamp } from '../../../core/util/time';
import type { TableStoreSettings } from '../../../ledger/tableStore';
import { accountIn } from '../../../shared/account';
import { wasCutOff } from '../../../shared/cutOff';
import { runIndexOf } from '../../../shared/parameters';
import { Throttle } from '../../../shared/throttle';
import { refuseBatch, refuseModelsChoices, refuseUnlimited } from './agent';
import { refuseLostMemory } from './check';
import { listRecent } from './recentList';
import type { AddRun } from './run';
import type { RunLedgerSettings } from './runLedger';
import { RunLedger } from './runLedger';
import type { RunSettings } from './settings';
import { settingsOf } from './settings';

/** @throws when the run as a whole may not start; nothing was sent then */
export async function openRun(context: IExecuteFunctions, count: number): Promise<AddRun> {
	const memory = context.getContext('node');
	// First of all: that the memory is lost shows only until something is remembered anew.
	const isLost = isMemoryLost(memory, () => wasCutOff(context));
	const isTool = context.getNode().type.endsWith('Tool');
	if (isTool) refuseModelsChoices(context.getNode().parameters);
	const settings = settingsOf(context);
	if (isTool) refuseUnlimited(settings);
	const pass = runIndexOf(context);
	if (isLost) refuseLostMemory(settings);
	// After a crash n8n counts the run that was cut off.
	if (isTool || (pass > 0 && !isLost)) refuseBatch(settings);
	const account = await accountIn(context);
	const client = new GmcClient(context, { timeoutSeconds: settings.timeout });
	const throttle = new Throttle(client.transport.timeoutMs, settings.concurrency);
	// A dry run knows what this execution has done, and leaves no trace.
	const known = settings.dryRun ? deepCopy(memory) : memory;
	const ledgerSettings = {
		...tableSettings({ context, settings, client }, account),
		...{ holdMs: settings.holdMs, timeoutMs: settings.timeout * 1000 },
		...{ partSize: partSizeOf(count), isAllInTable: settings.maxPerDay !== undefined },
		...{ isRehearsed: settings.dryRun, toLabel: labelsFor(context, settings) },
	};
	const ledger = new RunLedger(
		context,
		ledgerSettings,
		new ExecutionMemory(known, account, pass, randomUUID),
	);
	return { context, settings, client, throttle, ledger };
}

/**
 * Rows of a part: what a call of the ledger costs is shared by them, and a crash leaves the names of about four parts
 * in doubt at most: all of a small sheet, never more than about 800 (key-protocol.md).
 */
const partSizeOf = (rows: number) => Math.min(200, Math.max(100, Math.ceil(rows / 5)));

/** What people read of a row in the ledger. */
function labelsFor(
	context: IExecuteFunctions,
	{ batch }: RunSettings,
): RunLedgerSettings['toLabel'] {
	const executionId = context.getExecutionId();
	return (key, plan) => ({
		...{ key, batch: batch?.label, executionId },
		...{ customer: plan.request.customerIdentifier, customerName: plan.customerName },
	});
}

type Asking = Pick<AddRun, 'context' | 'settings' | 'client'>;

function tableSettings(run: Asking, account: string): TableStoreSettings {
	const { context, client, settings } = run;
	const list = async (since: number) => {
		const { additions, isWhole } = await listRecent(run, since);
		if (!isWhole) return undefined;
		const madeAt = ({ createdAt }: ListedAddition) =>
			readTimestamp(createdAt, context.getTimezone());
		const isZoned = ({ createdAt }: ListedAddition) => isEpoch(createdAt);
		return { additions, madeAt, isZoned, clockOffset: client.transport.clock.offset };
	};
	const listOrNot = async (since: number) => {
		const asked = list(since).catch(() => undefined);
		const listed = await withTimeout(asked, delays.reconcileBudgetMs);
		return listed === 'late' ? undefined : listed;
	};
	return { table: settings.ledgerTable, account, list: listOrNot };
}
