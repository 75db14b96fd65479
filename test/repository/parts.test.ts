/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../../harness/system/paths';
import { PARTS } from '../../scripts/test/parts';

const names = PARTS.map(({ name }) => name);

describe('the parts of npm test', () => {
	test('are all run in CI, each once', async () => {
		const text = await readFile(path.join(repoRoot, '.github/workflows/ci.yml'), 'utf8');
		const { jobs } = parse(text) as { jobs: { test: { strategy: object; steps: object[] } } };
		const { matrix } = jobs.test.strategy as { matrix: { parts: string[] } };
		const run = matrix.parts.flatMap((parts) => parts.split(' '));
		expect(run.sort()).toEqual([...names].sort());
		expect(jobs.test.steps).toContainEqual(
			expect.objectContaining({ run: 'npm test -- ${{ matrix.parts }}' }),
		);
	});

	test('have each their folder of tests, or an npm script', async () => {
		const manifest = await readFile(path.join(repoRoot, 'package.json'), 'utf8');
		const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
		const missing = PARTS.filter(({ kind, name }) =>
			kind === 'script' ? !scripts[name] : !existsSync(path.join(repoRoot, 'test', name)),
		);
		expect(missing).toEqual([]);
	});

	test('begin with files that are there', () => {
		const { long } = jest.requireActual<{ long: string[] }>('../../harness/jest/longestFirst.js');
		const missing = long.filter(
			(name) => !existsSync(path.join(repoRoot, 'test', `${name}.test.ts`)),
		);
		expect(missing).toEqual([]);
	});
});
