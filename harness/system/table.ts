import Table from 'cli-table3';
import { markdownTable as toMarkdown } from 'markdown-table';

/** For a page. A bar in a cell would end it. */
export const markdownTable = (head: string[], rows: string[][]): string =>
	toMarkdown([head, ...rows], { alignDelimiters: false });

/** A table without colours. @param aligns how each column is set; left where it is missing */
export function plainTable(
	head: string[],
	rows: Array<Array<string | number>>,
	aligns: Array<'left' | 'right'> = [],
): string {
	const style = { head: [], border: [], compact: true };
	const table = new Table({ head, colAligns: aligns, style });
	table.push(...rows);
	return table.toString();
}
