import { parse } from 'yaml';
import { filesBelow, read } from './files';
import { IN_PROCESS, REST, USUAL, WITH_N8N } from '../../scripts/test/parts';

test('every test file is in exactly one part', () => {
	const folders = [...new Set(filesBelow('test', '.test.ts').map((file) => file.split('/')[1]))];
	expect(folders.sort()).toEqual([...IN_PROCESS, ...WITH_N8N].sort());
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
	const calls = [...read('.ci/run').matchAll(/npm test -- ([\w -]+) /g)];
	expect(calls.flatMap(([, parts]) => parts.split(' ')).sort()).toEqual(run);
});
