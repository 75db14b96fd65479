import type { IDataObject } from 'n8n-workflow';
import { Settings } from 'luxon';
import { forgetProcess } from '../../nodes/Gmc/core/memory/processMemory';
import type { SandboxClient } from '../../sandbox/client';
import type { StoredCredential } from '../../harness/engine/storedCredential';
import { PolledTrigger } from '../../harness/engine/engine';
import { measured, measuredOften } from './measure';
import type { PollerResult, Repeats } from './types';
import { LOOK_BACK_DAYS } from './types';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEW = 10;

const parameters = { event: 'additionCompleted', options: { lookBackDays: LOOK_BACK_DAYS } };

/** One poll, which must emit as many as `expected`. */
async function pollFor(expected: number, trigger: PolledTrigger): Promise<void> {
	const { length } = await trigger.poll();
	if (length !== expected) throw new Error(`The poll emitted ${length} additions, not ${expected}`);
}

/** Polls with n8n's own context and measures every kind of poll. */
export async function pollTrigger(
	admin: SandboxClient,
	credential: StoredCredential,
	repeats: Repeats,
): Promise<Pick<PollerResult, 'polls' | 'stateBytes'>> {
	const triggerWith = (staticData?: IDataObject) => {
		// As in a new process: else it would know of the polls of the trigger before it.
		forgetProcess();
		return new PolledTrigger(credential, parameters, staticData, { workflowId: 'bench' });
	};
	// Something is nearly always on its way; it makes the trigger ask twice when the day changes.
	await admin.createAddition({ status: 'PENDING' });
	const trigger = triggerWith();
	const baseline = await measured(async () => await pollFor(0, trigger));
	const same = () => trigger;
	const quiet = await measuredOften(repeats, same, async (one) => await pollFor(0, one));
	const before = trigger.staticData;
	for (let i = 0; i < NEW; i++) await admin.createAddition();
	// From the same memory each time, so that the same ten are new each time.
	let last = trigger;
	const asBefore = () => (last = triggerWith(structuredClone(before)));
	const tenNew = await measuredOften(repeats, asBefore, async (one) => await pollFor(NEW, one));
	const today = last.staticData;
	Settings.now = () => Date.now() + DAY_MS;
	await admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
	await admin.advanceClock({ days: 1 });
	const ofToday = () => triggerWith(structuredClone(today));
	const dailyRoll = await measuredOften(repeats, ofToday, async (one) => await pollFor(0, one));
	const stateBytes = Buffer.byteLength(JSON.stringify(Object.values(today)[0]));
	return { polls: { baseline, quiet, tenNew, dailyRoll }, stateBytes };
}
