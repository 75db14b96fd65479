/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { sum } from 'simple-statistics';
import { repoRoot } from '../../harness/system/paths';
import { plainTable } from '../../harness/system/table';

/** How many tests of a part ended in which way. */
export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

/** What Jest writes with `--json`, as far as it is read here. */
export interface JestResult {
	testResults: Array<{
		/** The path of the file. */
		name: string;
		status: string;
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

/** Of a part that did not come to its tests. */
export const NOT_RUN: Counts = { passed: 0, failed: 1, skipped: 0 };

type FileResult = JestResult['testResults'][number];

/** A file that could not be loaded, or whose last hook failed, is a failure without a failed test. */
function countFile({ status, assertionResults }: FileResult): Counts {
	const count = (...statuses: string[]) =>
		assertionResults.filter((one) => statuses.includes(one.status)).length;
	const passed = count('passed');
	const failed = count('failed');
	return {
		passed,
		failed: status === 'failed' ? Math.max(1, failed) : failed,
		skipped: assertionResults.length - passed - failed,
	};
}

/** Which tests have failed, and which files could not be loaded, a line each. */
export function failuresOf({ testResults }: JestResult): string[] {
	return testResults
		.filter(({ status }) => status === 'failed')
		.flatMap(({ name, assertionResults }) => {
			const file = path.relative(repoRoot, name);
			const failed = assertionResults.filter(({ status }) => status === 'failed');
			return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file}: ${fullName}`);
		});
}

/** All counts together. */
function total(counts: Counts[]): Counts {
	const all = (key: keyof Counts) => sum(counts.map((one) => one[key]));
	return { passed: all('passed'), failed: all('failed'), skipped: all('skipped') };
}

/** The tests of a part are in the folder of its name. */
const partOf = (file: string) =>
	path.relative(path.join(repoRoot, 'test'), file).split(path.sep)[0];

/** The counts of each part of one run of Jest. A part without tests has failed, and so has a run that ended badly. */
export function countsByPart(
	parts: string[],
	{ result, code }: { result?: JestResult; code: number },
): Array<[part: string, counts: Counts]> {
	const counts = parts.map((part): [string, Counts] => {
		const files = result?.testResults.filter(({ name }) => partOf(name) === part) ?? [];
		const counted = total(files.map(countFile));
		return [part, counted.passed + counted.failed === 0 ? { ...counted, failed: 1 } : counted];
	});
	const endedBadly = code !== 0 && counts.every(([, { failed }]) => failed === 0);
	return endedBadly ? counts.map(([part, one]) => [part, { ...one, failed: 1 }]) : counts;
}

/** The line everything ends with, such as `412 passed, 0 failed`. */
export function lastLine(counts: Counts[]): string {
	const { passed, failed, skipped } = total(counts);
	const told = `${passed} passed, ${failed} failed`;
	return skipped > 0 ? `${told}, ${skipped} skipped` : told;
}

/** The counts of every part. */
export function summaryTable(results: Array<[string, Counts]>): string {
	const lines = results.map(([name, { passed, failed, skipped }]) => [
		name,
		passed,
		failed,
		skipped,
	]);
	const aligns = ['left', 'right', 'right', 'right'] as const;
	return plainTable(['Suite', 'Passed', 'Failed', 'Skipped'], lines, [...aligns]);
}
