import type { IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';
import { showHint } from './context';

/** Operations of Extract from File that read any file as a workbook, also a CSV or a web page. */
const OF_WORKBOOKS: unknown[] = ['html', 'ods', 'rtf', 'xls', 'xlsx'];

/**
 * Warns of a node before this one that reads a file as a workbook without RAW Data. If the file is a CSV or a web page, as
 * many programs write under the name `.xls`, `89,90` has become the number 8990, and nothing in the rows tells (n8n.md W4).
 */
export function hintAtWorkbook(context: IExecuteFunctions): void {
	const [reader] = context
		.getParentNodes(context.getNode().name, { includeNodeParameters: true })
		.filter(misreadsText);
	if (reader === undefined) return;
	showHint(
		context,
		'warning',
		`'${reader.name}' reads its file as a workbook without 'RAW Data'. If the file is a CSV or a web page in truth, 89,90 has become 8990: compare the amounts, or add that option`,
	);
}

function misreadsText({ type, disabled, parameters }: NodeTypeAndVersion): boolean {
	if (type !== 'n8n-nodes-base.extractFromFile' || disabled) return false;
	const { operation, options } = parameters ?? {};
	const { rawData } = (options ?? {}) as { rawData?: unknown };
	return OF_WORKBOOKS.includes(operation) && !rawData;
}
