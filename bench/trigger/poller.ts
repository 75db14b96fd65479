/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { SandboxClient } from '../../sandbox/client';
import { StoredCredential } from '../../harness/engine/storedCredential';
import { pollTrigger } from './gmc-trigger';
import type { PollerInput, PollerResult } from './types';
import { pollWholeList } from './whole-list';

async function main(): Promise<PollerResult> {
	const { url, approach, repeats } = JSON.parse(process.argv[2]) as PollerInput;
	const admin = new SandboxClient(url);
	const login = await admin.credential();
	const credential = new StoredCredential({ ...login });
	const startRssBytes = process.memoryUsage.rss();
	const found =
		approach === 'trigger'
			? await pollTrigger(admin, credential, repeats)
			: await pollWholeList(login.baseUrl, credential, repeats);
	return { ...found, startRssBytes };
}

process.on('disconnect', () => process.exit());
void main().then((result) => {
	// By hand, for a profile, there is nobody to send it to.
	if (process.send === undefined) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
	process.send?.(result, () => process.exit());
});
