import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { PolledTrigger } from '../../harness/engine/engine';
import type { StoredCredential } from '../../harness/engine/storedCredential';
import { forgetProcess } from '../../nodes/Gmc/core/memory/processMemory';
import type { SandboxClient } from '../../sandbox/client';
import { type Poll, leastOf } from './measure';

const DAY_MS = 24 * 60 * 60 * 1000;

/** One poll, which has nothing to tell. */
async function pollInVain(trigger: PolledTrigger): Promise<void> {
	const { length } = await trigger.poll();
	if (length > 0) throw new Error(`The poll emitted ${length} additions, not none`);
}

/** Polls with n8n's own context and measures a quiet poll and the first one of a day. */
export async function pollTrigger(
	admin: SandboxClient,
	credential: StoredCredential,
	{ lookBackDays, runs }: { lookBackDays: number; runs: number },
): Promise<Poll[]> {
	const parameters = { event: 'additionCompleted', options: { lookBackDays } };
	const triggerWith = (staticData?: IDataObject) => {
		// As in a new process: else it would know of the polls of the trigger before it.
		forgetProcess();
		return new PolledTrigger(credential, parameters, staticData, { workflowId: 'bench' });
	};
	// Something is nearly always on its way; it makes the trigger ask twice when the day changes.
	await admin.createAddition({ status: 'PENDING' });
	const trigger = triggerWith();
	await pollInVain(trigger);
	const quiet = await leastOf(runs, () => trigger, pollInVain);
	const today = trigger.staticData;
	Settings.now = () => Date.now() + DAY_MS;
	await admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
	await admin.advanceClock({ days: 1 });
	const newDay = await leastOf(runs, () => triggerWith(structuredClone(today)), pollInVain);
	const stateBytes = Buffer.byteLength(JSON.stringify(Object.values(today)[0]));
	return [
		{ poll: 'Trigger: nothing new', cost: quiet, stateBytes },
		{ poll: 'Trigger: new day', cost: newDay, stateBytes },
	];
}
