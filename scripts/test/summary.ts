import { plainTable } from '../../harness/system/table';
import { type Counts, total } from './counts';

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
