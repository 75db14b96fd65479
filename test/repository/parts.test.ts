/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'yaml';
import { repoRoot } from '../../harness/system/paths';
import { countsByPart, failuresOf } from '../../scripts/test/counts';
import { PARTS, chosenParts } from '../../scripts/test/parts';
import { sideBySide } from '../../scripts/test/schedule';

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

	test('can be chosen by name', () => {
		expect(chosenParts([])).toEqual(PARTS);
		expect(chosenParts(['unit', 'lint']).map(({ name }) => name)).toEqual(['lint', 'unit']);
		expect(() => chosenParts(['unit', 'units'])).toThrow('There is no part units');
	});
});

describe('the count', () => {
	const partOf = (file: string) => file.split('/')[0];
	const file = (name: string, status: string, ...statuses: string[]) => ({
		name,
		status,
		assertionResults: statuses.map((one) => ({ status: one, fullName: `${one} test` })),
	});
	const count = (code: number, ...testResults: Array<ReturnType<typeof file>>) => [
		...countsByPart(['unit', 'e2e'], partOf, { result: { testResults }, code }).values(),
	];
	const good = file('unit/a', 'passed', 'passed', 'passed', 'pending', 'todo');
	const alsoGood = file('e2e/a', 'passed', 'passed');

	test('is by part', () => {
		const bad = file('e2e/b', 'failed', 'passed', 'failed');
		expect(count(1, good, alsoGood, bad)).toEqual([
			{ passed: 2, failed: 0, skipped: 2 },
			{ passed: 2, failed: 1, skipped: 0 },
		]);
	});

	test.each([
		['a part without tests', 0, [good]],
		['a part whose tests are all skipped', 0, [good, file('e2e/a', 'passed', 'pending')]],
		['a file that could not be loaded', 1, [good, alsoGood, file('e2e/b', 'failed')]],
		['a file whose last hook failed', 1, [good, alsoGood, file('e2e/b', 'failed', 'passed')]],
	])('has %s as a failure', (_, code, files) => {
		expect(count(code, ...files)).toMatchObject([{ failed: 0 }, { failed: 1 }]);
	});

	test('names what has failed, by file', () => {
		const testResults = [
			good,
			file('e2e/b', 'failed', 'passed', 'failed'),
			file('e2e/c', 'failed'),
		];
		const named = testResults.map((one) => ({ ...one, name: path.join(repoRoot, one.name) }));
		expect(failuresOf({ testResults: named })).toEqual(['e2e/b: failed test', 'e2e/c']);
	});

	test('has a failure when Jest fails outside of any file, or leaves no result', () => {
		expect(count(1, good, alsoGood)).toMatchObject([{ failed: 1 }, { failed: 1 }]);
		expect([...countsByPart(['unit'], partOf, { code: 1 }).values()]).toEqual([
			{ passed: 0, failed: 1, skipped: 0 },
		]);
	});
});

test('jobs begin in order, never more than there are slots', async () => {
	const running = new Set<number>();
	const seen: Array<[job: number, beside: number]> = [];
	await sideBySide([30, 1, 2, 3], 2, async (ms) => {
		seen.push([ms, running.size]);
		running.add(ms);
		await delay(ms);
		running.delete(ms);
	});
	expect(seen).toEqual([
		[30, 0],
		[1, 1],
		[2, 1],
		[3, 1],
	]);
});
