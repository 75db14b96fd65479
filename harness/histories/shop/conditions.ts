/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import { ISSUE } from '../../sandbox/routes';
import { until } from '../../system/until';
import type { Run } from './history';
import type { Shop } from './shop';

const SETTLE_AFTER = 0.02;

/** Sets up the faults of the service and of n8n's database for a run, until `calmDown`. */
export async function conditionsOf(shop: Shop, run: Run) {
	const { admin } = shop.service;
	await admin.clearFaults();
	const late = new Map<string, number>();
	for (const { doneAfter, ...fault } of run.fates) {
		const { id } = await admin.addFault({ route: ISSUE, times: 1, ...fault });
		if (doneAfter !== undefined) late.set(id, doneAfter);
	}
	for (const fault of run.faults) await admin.addFault(fault);
	await admin.configure(settlingAs(run.waitFor));
	shop.tables.before = databaseOf(run);
	let seq = (await admin.journal()).at(-1)?.seq ?? 0;
	/** Charges of requests that are carried out later. */
	const due: string[] = [];
	const afterTry = async () => {
		for (const entry of await admin.journal({ route: ISSUE, since: seq })) {
			// Two executions at the same moment ask at the same moment.
			if (entry.seq <= seq) continue;
			seq = entry.seq;
			const [after] = entry.faults.flatMap((id) => late.get(id) ?? []);
			if (after !== undefined) due.push(shop.expect(entry, after));
		}
	};
	const calmDown = async () => {
		const isIdle = async () => (await admin.count({ status: 'pending' })) === 0;
		if (!(await isIdle())) await until('the service to end what was in flight', isIdle);
		shop.tables.before = () => {};
		// What is pending settles.
		await shop.elapse(1);
	};
	return { due, afterTry, calmDown };
}

const settlingAs = (waitFor: Run['waitFor']): SandboxSettingsInput => ({
	additions: waitFor
		? { initialStatus: 'PENDING', settleAfterSeconds: SETTLE_AFTER, settleAs: waitFor }
		: { initialStatus: 'COMPLETED', settleAfterSeconds: 0, settleAs: 'COMPLETED' },
});

function databaseOf({ table, twice }: Run): () => Promise<void> {
	let operations = 0;
	return async () => {
		const isDown = table !== undefined && operations >= table.failsFrom;
		if (twice) await delay(twice[operations % twice.length]);
		operations++;
		if (isDown) throw new Error('database is locked');
	};
}
