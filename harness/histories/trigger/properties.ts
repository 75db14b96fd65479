/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { EVENTS, type GmcEvent } from '../../../nodes/Gmc/core/polling/event';
import { delays } from '../../../nodes/Gmc/core/pace/delays';
import { Service } from '../../engine/service';
import { failureOf } from '../check';
import { historyOf } from './generate';
import { play } from './play';

/** Other histories, one history again, or more of them; a failure says how to play it again. */
const { GMC_SEED = '1', GMC_PATH: path, GMC_RUNS = '252' } = process.env;

async function check(service: Service, event: GmcEvent): Promise<void> {
	const start = { seed: Number(GMC_SEED) + EVENTS.indexOf(event), path, numRuns: Number(GMC_RUNS) };
	const failure = await failureOf(historyOf(event), (history) => play(service, history), start);
	if (failure === undefined) return;
	const again = `GMC_SEED=${GMC_SEED} GMC_PATH=${failure.path} npx jest --selectProjects n8n-core -t "${event} comes"`;
	throw new Error(`${failure.story}\n\nPlay it again: ${again}`);
}

/** Random histories around these events. They are in several files, since a file takes one core only. */
export function propertyTests(events: GmcEvent[]): void {
	const service = Service.forThisFile();
	beforeAll(() => Object.assign(delays, { retryBaseMs: 1, retryMaxMs: 1 }));

	test.each(events)(
		'%s comes exactly once, whatever happens to clocks, lists and processes',
		async (event) => await check(service, event),
		3_600_000,
	);
}

/** Whether nothing more comes of an addition after this event. */
export function isSettling(event: GmcEvent): boolean {
	return event === 'additionCompleted' || event === 'additionFailed';
}
