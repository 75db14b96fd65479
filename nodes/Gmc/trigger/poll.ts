import type {
	INodeExecutionData,
	IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { GmcClient } from '../api/client';
import { advance } from '../core/polling/cursor';
import { GmcRequestError, isTransient } from '../core/service/failure';
import { log as lines } from '../core/texts/log';
import { asNodeError, toRunProblem } from '../shared/errors';
import { toItem } from '../shared/items';
import type { TriggerMemory } from './memory';
import { isBeingStored, isFirstPoll, memoryOf, recallCursor, rememberCursor } from './memory';
import { sample } from './sample';
import { readSettings, scopeKeyOf } from './settings';
import { takeSnapshot } from './snapshot';
import { reportCut, reportGivenUp, reportJump } from './warnings';
import { log } from '../shared/context';

/** n8n gives a poll five minutes where it does not say otherwise. */
const DEFAULT_BUDGET_MS = 300_000;
/** A first poll of 100 seconds misses the deadline of the activation (n8n.md P3). */
const FIRST_BUDGET_MS = 45_000;
/** First polls in a row that may fail transiently before n8n hears of it. */
const MAX_FORGIVEN = 3;

/** One output, or null when there is nothing to emit. */
type PollOutput = INodeExecutionData[][] | null;

/**
 * One poll: list the look-back, compare it with the cursor, emit what is new. The cursor is written only at
 * the end, so a failed poll loses nothing. The editor's test shows one sample and leaves the cursor alone.
 *
 * @throws NodeApiError or NodeOperationError for a failure that is not made up for in silence
 */
export async function poll(context: IPollFunctions): Promise<PollOutput> {
	if (context.getMode() === 'manual') return await sample(context);
	const memory = memoryOf(context);
	// n8n starts the next poll even if the last has not ended (n8n.md P6).
	if (memory.isPolling || isBeingStored(context)) return null;
	memory.isPolling = true;
	const isFirst = isFirstPoll(context);
	try {
		const output = await pollOnce(context, isFirst);
		memory.forgivenFailures = 0;
		return output;
	} catch (error) {
		return forgive(context, memory, { error, isFirst });
	} finally {
		memory.isPolling = false;
	}
}

async function pollOnce(context: IPollFunctions, isFirst: boolean): Promise<PollOutput> {
	const settings = readSettings(context);
	const scopeKey = await scopeKeyOf(context, settings);
	const known = recallCursor(context, scopeKey);
	const client = new GmcClient(context, { budgetMs: budgetOf(context, isFirst) });
	const findings = await takeSnapshot(context, client, { settings, scopeKey, known });
	const { snapshot, cutPeriods, polledAt, customer } = findings;
	const { events, cursor, givenUp } = advance(known, snapshot);
	reportJump(context, known?.polledAt, polledAt);
	const mayThrow = !isFirst && known !== undefined && events.length === 0;
	if (cutPeriods.length > 0) reportCut(context, cutPeriods, mayThrow);
	if (givenUp.length > 0) reportGivenUp(context, givenUp);
	const items = events.map((addition) => toItem(context, addition));
	const isSilent = items.length === 0;
	rememberCursor(context, { ...cursor, polledAt, customer }, { isSilent });
	return items.length > 0 ? [items] : null;
}

/** Milliseconds; a tenth is left for what comes after the last answer. */
function budgetOf(context: IPollFunctions, isFirst: boolean): number {
	// Missing before n8n 2.38 (n8n.md P12).
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = 0.9 * (getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET_MS);
	return isFirst ? Math.min(budget, FIRST_BUDGET_MS) : budget;
}

/**
 * A transient failure must not keep a workflow from being activated, nor an n8n from starting it; the next
 * poll makes up for it. A refused login does, in its own words.
 *
 * @throws NodeApiError or NodeOperationError for every other failure
 */
function forgive(
	context: IPollFunctions,
	memory: TriggerMemory,
	{ error, isFirst }: { error: unknown; isFirst: boolean },
): null {
	const nodeError = asNodeError(context, error);
	const mayPass = error instanceof GmcRequestError && isTransient(error.failure);
	if (!isFirst) throw nodeError;
	if (!mayPass || memory.forgivenFailures >= MAX_FORGIVEN) throw inOneMessage(nodeError);
	memory.forgivenFailures++;
	const { message } = toRunProblem(error);
	log(context, 'warn', lines.laterMadeUpFor({ message }));
	return null;
}

/** n8n tells the user of an activation that failed the message alone (n8n.md P4). */
function inOneMessage(error: NodeApiError | NodeOperationError): NodeApiError | NodeOperationError {
	if (error.description) error.message = `${error.message}. ${error.description}`;
	return error;
}
