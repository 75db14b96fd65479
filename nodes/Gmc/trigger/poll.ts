import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { toNodeApiError } from '../actions/errors';
import { listAdditions } from '../api/additions';
import { GmcClient } from '../api/client';
import type { Addition } from '../api/schemas';
import { isCut } from '../api/schemas';
import type { Cursor, GmcEvent, Poll } from '../core/cursor';
import { advance, isEvent, oldestFirst } from '../core/cursor';
import { toOutput } from '../core/record';

/** Nodes with a poll under way: n8n starts the next one even if the last has not ended (n8n-facts). */
const polling = new Set<string>();

/**
 * One poll: list the look-back, compare it with the cursor, emit what is new. The cursor is written only
 * after the list was read whole, so a failed poll loses nothing. The editor's test shows one sample and
 * leaves the cursor alone.
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	if (polling.has(key)) return null;
	polling.add(key);
	try {
		return context.getMode() === 'manual' ? await sample(context) : await pollOnce(context);
	} finally {
		polling.delete(key);
	}
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const found = await look(context);
	const state = context.getWorkflowStaticData('node') as { cursor?: Cursor };
	const { events, cursor } = advance(state.cursor, found);
	state.cursor = cursor;
	return events.length > 0 ? [toItems(context, events)] : null;
}

async function sample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { additions, event, timeZone } = await look(context);
	const matching = additions.filter((addition) => isEvent(event, addition));
	const newest = oldestFirst(matching, timeZone).at(-1);
	if (newest !== undefined) return [toItems(context, [newest])];
	throw new NodeOperationError(context.getNode(), 'There is no such addition to show yet', {
		description: 'Issue an addition, or look further back under Options → Look Back (Days).',
	});
}

/** Lists the look-back, with a day to spare because the service's time zone is not shown (spec 4.3). */
async function look(context: IPollFunctions): Promise<Poll> {
	const timeZone = context.getTimezone();
	const today = DateTime.now().setZone(timeZone);
	const lookBackDays = readLookBack(context);
	const since = today.minus({ days: lookBackDays + 1 }).toFormat('yyyy-MM-dd');
	return {
		event: context.getNodeParameter('event') as GmcEvent,
		emitExisting: context.getNodeParameter('options.emitExisting', false) as boolean,
		additions: await list(context, since),
		since,
		today: today.toFormat('yyyy-MM-dd'),
		timeZone,
	};
}

async function list(context: IPollFunctions, initialDate: string): Promise<Addition[]> {
	try {
		const { transport } = new GmcClient(context);
		const found = await listAdditions(transport, { initialDate });
		const { additions, total } = found;
		if (isCut(found)) {
			context.logger.warn(
				`GMC counts ${total} additions since ${initialDate} but sent ${additions.length}; the others are not seen. Look back fewer days.`,
			);
		}
		return additions;
	} catch (error) {
		throw toNodeApiError(context.getNode(), error);
	}
}

function readLookBack(context: IPollFunctions): number {
	const days = Number(context.getNodeParameter('options.lookBackDays', 7));
	if (Number.isInteger(days) && days >= 1 && days <= 365) return days;
	throw new NodeOperationError(
		context.getNode(),
		'Look Back (Days) must be a whole number from 1 to 365',
	);
}

function toItems(context: IPollFunctions, additions: Addition[]): INodeExecutionData[] {
	return additions.map((addition) => ({
		json: toOutput(addition, context.getTimezone()) as IDataObject,
	}));
}
