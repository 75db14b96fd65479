import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import { GmcClient } from '../../../../api/client';
import { withTimeout } from '../../../../api/withTimeout';
import type { ListedAddition } from '../../../../core/additions/addition';
import type { Listing } from '../../../../core/ledger/effects';
import { ExecutionMemory, isMemoryLost } from '../../../../core/ledger/memory';
import { Rehearsal } from '../../../../core/ledger/rehearsal';
import { delays } from '../../../../core/pace/delays';
import { isEpoch, readTimestamp } from '../../../../core/time/time';
import { TableStore } from '../../../../ledger/tableStore';
import { runIndexOf } from '../../../../shared/parameters';
import { Throttle } from '../../../../shared/throttle';
import { listRecent } from '../../recentList';
import { refuseBatch, refuseModelsChoices, refuseUnlimited } from './agent';
import { refuseLostMemory } from '../checks/check';
import type { AddRun } from './run';
import type { RunLedgerSettings } from './runLedger';
import { RunLedger } from './runLedger';
import type { RunSettings } from './settings';
import { isNamedByUser, maxInFlight, settingsOf } from './settings';
import { accountIn, wasCutOff } from '../../../../shared/context';

/** How often a run that is sending elsewhere is looked at before the service's list is asked. */
const LOOKS = 14;

/** @throws when the run as a whole may not start; nothing was sent then */
export async function openRun(context: IExecuteFunctions): Promise<AddRun> {
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
	const { timeoutMs } = client.transport;
	const throttle = new Throttle(timeoutMs, settings.concurrency, maxInFlight(settings));
	const stores = storesFor({ context, settings, client }, account);
	const ledgerSettings = {
		account,
		holdMs: settings.holdMs,
		timeoutMs,
		partSize: partSizeOf(settings),
		isAllInTable: settings.maxPerDay !== undefined,
		openTable: stores.openTable,
		looks: stores.looks,
		labelOf: labelsFor(context, settings),
	};
	const known = new ExecutionMemory(stores.memory, account, pass, randomUUID);
	return { context, settings, client, throttle, ledger: new RunLedger(ledgerSettings, known) };
}

/**
 * Rows of a part. They share what calls of the table cost; two parts are all that a crash leaves open there
 * (key-protocol.md). The memory costs little, but it holds up n8n while names are claimed in it. Tests may change them.
 */
export const PART_SIZES = { inTable: 200, inMemory: 1000 };

const partSizeOf = (settings: RunSettings) =>
	isNamedByUser(settings) || settings.maxPerDay !== undefined
		? PART_SIZES.inTable
		: PART_SIZES.inMemory;

/** What people read of a row in the ledger. */
function labelsFor(
	context: IExecuteFunctions,
	{ batch }: RunSettings,
): RunLedgerSettings['labelOf'] {
	const executionId = context.getExecutionId();
	return ({ key, customerName, request }) => ({
		key,
		batch: batch?.label,
		executionId,
		customer: request?.customerIdentifier,
		customerName,
	});
}

type Asking = Pick<AddRun, 'context' | 'settings' | 'client'>;

interface Stores extends Pick<RunLedgerSettings, 'openTable' | 'looks'> {
	memory: Record<string, unknown>;
}

/** A dry run knows what this execution has done, leaves no trace, and waits for nobody. */
function storesFor(run: Asking, account: string): Stores {
	const { context, settings } = run;
	const memory = context.getContext('node');
	const list = async (since: number) => await listingSince(run, since);
	const table = { table: settings.ledgerTable, account, list };
	if (!settings.dryRun) {
		return { memory, looks: LOOKS, openTable: () => new TableStore(context, table).handle };
	}
	const { handle } = new Rehearsal(new TableStore(context, { ...table, isReadOnly: true }).handle);
	return { memory: deepCopy(memory), looks: 1, openTable: () => handle };
}

/** @returns undefined when the list is cut, cannot be had, or takes too long */
async function listingSince(run: Asking, since: number): Promise<Listing | undefined> {
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
