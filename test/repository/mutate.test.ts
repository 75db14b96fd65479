/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../../harness/system/paths';
import { outcomesOf, shareKilled } from '../../scripts/mutate/report';

interface StrykerConfig {
	jest: { config: Record<'roots' | 'testMatch' | 'testPathIgnorePatterns', string[]> };
}

describe('the configuration of npm run mutate', () => {
	const file = path.join(repoRoot, 'stryker.config.js');
	const { config } = jest.requireActual<StrykerConfig>(file).jest;

	test('takes the unit tests', () => {
		expect(config.testMatch).toEqual(['<rootDir>/test/unit/**/*.test.ts']);
	});

	test('names what exists', () => {
		const named = [...config.roots, ...config.testPathIgnorePatterns].map((one) =>
			one.replace('<rootDir>/', ''),
		);
		expect(named.filter((one) => !existsSync(path.join(repoRoot, one)))).toEqual([]);
	});
});

describe('the report', () => {
	const source = 'one();\nif (two) {\n\tthree();\n}\n';
	const at = (line: number, column: number) => ({ line, column });
	const mutant = (status: string, replacement = 'true') => ({
		status,
		replacement,
		location: { start: at(2, 5), end: at(2, 8) },
	});

	test('shows where something else was not noticed, and what', () => {
		const block = { start: at(2, 10), end: at(4, 2) };
		const mutants = [mutant('Survived'), { ...mutant('NoCoverage', '{}'), location: block }];
		const [{ survivors }] = outcomesOf({ files: { 'a.ts': { source, mutants } } }, ['a.ts']);
		expect(survivors).toEqual([
			'a.ts:2:5\n  - two\n  + true',
			'a.ts:2:10  (no test comes here)\n  - { three(); }\n  + {}',
		]);
	});

	test('counts what was noticed, of the files that were asked for', () => {
		const statuses = ['Killed', 'Timeout', 'RuntimeError', 'Ignored', 'Survived'];
		const mutants = statuses.map((status) => mutant(status));
		const files = { 'a.ts': { source, mutants }, 'b.ts': { source, mutants } };
		expect(outcomesOf({ files }, ['b.ts', 'types.ts'])).toMatchObject([
			{ file: 'b.ts', killed: 3, survivors: [expect.any(String)] },
			{ file: 'types.ts', killed: 0, survivors: [] },
		]);
		expect([shareKilled(2, 1), shareKilled(0, 0)]).toEqual(['66.7 %', '–']);
	});
});
