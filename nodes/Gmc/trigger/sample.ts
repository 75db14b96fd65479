import { count } from '../core/texts/words';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { GmcClient } from '../api/client';
import { newestOf } from '../core/polling/event';
import { asNodeError } from '../shared/errors';
import { toItem } from '../shared/items';
import { readSettings, scopeKeyOf } from './settings';
import { takeSnapshot } from './snapshot';

/**
 * The editor's test: the newest addition that is such an event, whatever was emitted of it. The cursor
 * is neither read nor written.
 *
 * @throws NodeOperationError when the look-back holds none
 */
export async function sample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(context);
	const scopeKey = await scopeKeyOf(context, settings);
	const client = new GmcClient(context);
	const { snapshot } = await takeSnapshot(context, client, { settings, scopeKey }).catch(
		(error: unknown) => {
			throw asNodeError(context, error);
		},
	);
	const { listed, timeZone } = snapshot;
	const newest = newestOf(settings.event, listed, timeZone);
	if (newest !== undefined) return [[toItem(context, newest)]];
	const message = `There is no addition with this event in the last ${count(settings.lookBackDays, 'day', 'days')}`;
	throw new NodeOperationError(context.getNode(), message, {
		description:
			'Choose another event, raise Look Back (Days), or remove filters under Options. An addition that comes later starts the workflow all the same.',
	});
}
