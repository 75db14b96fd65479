/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../../harness/system/paths';
import { REST, USUAL, namesOf } from '../../scripts/test/parts';

const read = (name: string) => readFileSync(path.join(repoRoot, name), 'utf8');

test('every test file is in exactly one part', () => {
	const files = readdirSync(path.join(repoRoot, 'test'), { recursive: true, encoding: 'utf8' });
	const tests = files.filter((file) => file.endsWith('.test.ts'));
	const folders = [...new Set(tests.map((file) => file.split(path.sep)[0]))];
	expect(folders.sort()).toEqual(namesOf(({ kind }) => kind !== 'script').sort());
});

test('CI runs every part of npm run test:all once', () => {
	const { jobs } = parse(read('.github/workflows/ci.yml')) as {
		jobs: { test: { strategy: object; steps: object[] } };
	};
	const { matrix } = jobs.test.strategy as { matrix: { parts: string[] } };
	const run = matrix.parts.flatMap((parts) => parts.split(' '));
	expect(run.sort()).toEqual([...USUAL, ...REST].sort());
	expect(jobs.test.steps).toContainEqual(
		expect.objectContaining({ run: 'npm test -- ${{ matrix.parts }}' }),
	);
	// What npm test leaves out, in one command.
	expect(read('.ci/run')).toContain(`npm test -- ${REST.join(' ')}`);
});
