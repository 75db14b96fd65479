/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../../harness/system/paths';
import { PARTS } from '../../scripts/test/parts';

test('the parts of npm test are all run in CI, each once', async () => {
	const text = await readFile(path.join(repoRoot, '.github/workflows/ci.yml'), 'utf8');
	const { jobs } = parse(text) as { jobs: { test: { strategy: object; steps: object[] } } };
	const { matrix } = jobs.test.strategy as { matrix: { parts: string[] } };
	const run = matrix.parts.flatMap((parts) => parts.split(' '));
	expect(run.sort()).toEqual(PARTS.map(({ name }) => name).sort());
	expect(jobs.test.steps).toContainEqual(
		expect.objectContaining({ run: 'npm test -- ${{ matrix.parts }}' }),
	);
});
