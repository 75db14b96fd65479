/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { repoRoot } from '../../harness/system/paths';
import { step } from '../../harness/system/progress';
import { ensureN8n } from '../../harness/n8n/install';
import { runCommand } from '../test/output';
import { N8N_VERSIONS } from '../../harness/n8n/installed';
import { leaveWith } from '../../harness/system/main';

/** Runs the main jobs in each supported version of n8n; what is missing is installed first. */
async function main(): Promise<number> {
	for (const version of N8N_VERSIONS) {
		await step(`Installing n8n ${version}`, async (onProgress) => {
			await ensureN8n(version, onProgress);
		});
	}
	const jest = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const output = { isLive: true, text: '', failures: [] };
	return await runCommand(process.execPath, [jest, '--selectProjects', 'compat'], output);
}

leaveWith(main());
