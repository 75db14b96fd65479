/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { StoredCredential } from '../../harness/engine/storedCredential';
import { SandboxClient } from '../../sandbox/client';
import { pollTrigger } from './gmc-trigger';
import type { Poll } from './measure';
import { pollWholeList } from './whole-list';

/** What a polling process is to do. */
export interface PollerInput {
	url: string;
	/** Of the GMC Trigger; undefined: the whole list is polled instead. */
	lookBackDays?: number;
	/** How often each kind of poll is measured. */
	runs: number;
}

async function main(): Promise<Poll[]> {
	const { url, lookBackDays, runs } = JSON.parse(process.argv[2]) as PollerInput;
	const admin = new SandboxClient(url);
	const login = await admin.credential();
	if (lookBackDays === undefined) return await pollWholeList(login, runs);
	return await pollTrigger(admin, new StoredCredential({ ...login }), { lookBackDays, runs });
}

process.on('disconnect', () => process.exit());
void main().then((result) => {
	// By hand, for a profile, there is nobody to send it to.
	if (process.send === undefined) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
	process.send?.(result, () => process.exit());
});
