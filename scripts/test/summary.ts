import Table from 'cli-table3';
import { type Counts, total } from './counts';

/** The line everything ends with, such as `412 passed, 0 failed`. */
export function lastLine(counts: Counts[]): string {
	const { passed, failed, skipped } = total(counts);
	const told = `${passed} passed, ${failed} failed`;
	return skipped > 0 ? `${told}, ${skipped} skipped` : told;
}

/** The counts of every part. */
export function summaryTable(results: Array<[string, Counts]>): string {
	const table = new Table({
		head: ['Suite', 'Passed', 'Failed', 'Skipped'],
		colAligns: ['left', 'right', 'right', 'right'],
		style: { head: [], border: [], compact: true },
	});
	for (const [name, { passed, failed, skipped }] of results) {
		table.push([name, passed, failed, skipped]);
	}
	return table.toString();
}
