import Table from 'cli-table3';

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
