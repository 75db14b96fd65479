import { ExecuteContext, PollContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { Settings } from 'luxon';
import { DAY_MS } from '../../nodes/Gmc/core/time/time';
import { forgetProcess } from '../../nodes/Gmc/core/util/processMemory';
import { type PollingOptions, PolledTrigger } from './engine';
import type { Service } from './service';

export { DAY_MS };

/** Makes triggers of one service; `additionCompleted` unless the parameters say otherwise. */
export function triggersOf(service: Service) {
	afterEach(() => (Settings.now = () => Date.now()));
	return (parameters: object = {}, staticData?: IDataObject, options?: PollingOptions) =>
		new PolledTrigger(
			service.credential,
			{ event: 'additionCompleted', options: {}, ...parameters },
			staticData,
			options,
		);
}

export const ids = (records: Array<{ _id?: unknown }>) => records.map(({ _id }) => _id);

/** Ends the process. @returns what the next one has of a trigger: no more than n8n stored */
export function restarted(trigger: PolledTrigger): IDataObject {
	forgetProcess();
	return trigger.staticData;
}

/** By how many days n8n's clock is wrong from now on; the service has its own. */
export function setN8nClockWrong(days: number): void {
	Settings.now = () => Date.now() + days * DAY_MS;
}

/** Has n8n's clock stand still, so many milliseconds ahead or behind; the service has its own. */
export function stopN8nClock(aheadMs: number): void {
	const stoppedAt = Date.now() + aheadMs;
	jest.spyOn(Date, 'now').mockReturnValue(stoppedAt);
}

/** Collects what nodes made from now on write to n8n's log. Each keeps the log of its first line. */
export function listenToLog(levels = ['info', 'warn']): string[] {
	const lines: string[] = [];
	const write = (level: string) => (message: string) =>
		void (levels.includes(level) && lines.push(`${level} ${message}`));
	const logger = { debug: write('debug'), info: write('info'), warn: write('warn') };
	for (const { prototype } of [ExecuteContext, PollContext])
		jest.spyOn(prototype, 'logger', 'get').mockReturnValue(logger as never);
	return lines;
}

/** Polls as n8n's durable scheduler does: with a new context each time, and with what the last good poll has stored. */
export function durablePolls(trigger: ReturnType<typeof triggersOf>, parameters: object = {}) {
	const workflowId = `durable-${durableWorkflows++}`;
	let stored: IDataObject | undefined;
	return {
		poll: async () => {
			const once = trigger(parameters, stored, {
				workflowId,
				activation: 'update',
				isDurable: true,
			});
			const emitted = await once.poll();
			stored = once.staticData;
			return emitted;
		},
	};
}

let durableWorkflows = 0;
