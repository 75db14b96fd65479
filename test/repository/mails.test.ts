/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SAMPLE_NAMES, loadSample } from '../../harness/samples/samples';
import { repoRoot } from '../../harness/system/paths';

// Code of samples that is the same in several of their nodes: n8n has no place for it that they share.

const codeOfSamples = async () => {
	const samples = await Promise.all(SAMPLE_NAMES.map(async (name) => await loadSample(name)));
	return samples.flatMap(({ nodes }) =>
		nodes.map(({ parameters }) => String(parameters.jsCode ?? '')),
	);
};

test.each([
	['money', '// Money (', '// End of money.', 4],
	['dress', '// The dress (', '// End of the dress.', 2],
])('%s is the same wherever a sample has it', async (_, from, to, times) => {
	const parts = (await codeOfSamples())
		.filter((code) => code.includes(from))
		.map((code) => code.slice(code.indexOf(from), code.indexOf(to)));
	expect([parts.length, new Set(parts).size]).toEqual([times, 1]);
});

test('the statement takes the same statuses for failed as the node', async () => {
	const status = readFileSync(path.join(repoRoot, 'nodes/Gmc/core/additions/status.ts'), 'utf8');
	const [failed] = /const FAILED = .*;/.exec(status)!;
	const code = await codeOfSamples();
	expect(code.filter((one) => one.includes(failed))).toHaveLength(1);
});
