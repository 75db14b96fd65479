/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../../harness/system/paths';
import { PARTS, REST, USUAL } from '../../scripts/test/parts';

const read = (name: string) => readFileSync(path.join(repoRoot, name), 'utf8');
const names = (parts: typeof PARTS) => parts.map(({ name }) => name);

test('every test file is in one part, and every part but those that are named only is run by test:all', () => {
	const files = readdirSync(path.join(repoRoot, 'test'), { recursive: true, encoding: 'utf8' });
	const tests = files.filter((file) => file.endsWith('.test.ts'));
	const folders = [...new Set(tests.map((file) => file.split(path.sep)[0]))];
	const parts = PARTS.filter(({ kind }) => kind !== 'script');
	expect(folders.sort()).toEqual(names(parts).sort());
	expect(names([...USUAL, ...REST, ...PARTS.filter(({ runs }) => runs === 'by name')])).toEqual(
		names(PARTS),
	);
});

test('the parts of npm run test:all are all run in CI, each once', () => {
	const { jobs } = parse(read('.github/workflows/ci.yml')) as {
		jobs: { test: { strategy: object; steps: object[] } };
	};
	const { matrix } = jobs.test.strategy as { matrix: { parts: string[] } };
	const run = matrix.parts.flatMap((parts) => parts.split(' '));
	expect(run.sort()).toEqual(names([...USUAL, ...REST]).sort());
	expect(jobs.test.steps).toContainEqual(
		expect.objectContaining({ run: 'npm test -- ${{ matrix.parts }}' }),
	);
	// What npm test leaves out, in one command.
	expect(read('.ci/run')).toContain(`npm test -- ${names(REST).join(' ')}`);
});
