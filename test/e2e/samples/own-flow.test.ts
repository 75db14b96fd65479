/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeOutput } from '../../../harness/n8n/executions';
import { guestForThisFile } from '../../../harness/n8n/shared';
import {
	newLedger,
	provideSpreadsheet,
	SAMPLE_SPREADSHEET,
} from '../../../harness/samples/samples';
import { TOP_UPS } from '../../../harness/samples/top-ups';
import { charged } from '../../../harness/sandbox/books';
import { repoRoot } from '../../../harness/system/paths';
import { START, chain, gmcNode } from '../../../harness/workflows/build';

// The flow that top-up-from-a-spreadsheet.md has people build by its table, without an expression.

jest.setTimeout(90_000);

const PAGE = readFileSync(path.join(repoRoot, 'docs/top-up-from-a-spreadsheet.md'), 'utf8');
const GMC = 'Top up customer';
const e2e = guestForThisFile();
const ledgerTable = newLedger();

/** What the table of the page says to enter in a field. */
function toEnter(field: string): string {
	const cells = PAGE.split('\n').find((line) => line.startsWith(`   | ${field} |`));
	return cells!.split('|')[2].trim();
}

async function run(lines: string[], dryRun?: boolean) {
	const fileSelector = await provideSpreadsheet(e2e.filesFolder, lines);
	expect(toEnter('Mapping Mode')).toBe('Map Automatically');
	expect(toEnter('Duplicate Protection')).toBe('Idempotency Key');
	const parameters = {
		operation: 'add',
		resource: 'balance',
		dataMode: 'autoMapInputData',
		currency: 'BRL',
		duplicateProtection: 'key',
		simplify: true,
		options: {
			maxAmount: Number(toEnter('Options → Maximum Amount')),
			maxPerDay: Number(toEnter('Options → Maximum per Day')),
			ledgerTable,
			...(dryRun && { dryRun }),
		},
	};
	const csv = { operation: 'csv', options: { delimiter: ';', enableBOM: true } };
	const workflow = chain(
		'My own',
		{ name: 'Read', type: 'n8n-nodes-base.readWriteFile', parameters: { fileSelector } },
		{ name: 'Extract', type: 'n8n-nodes-base.extractFromFile', parameters: csv },
		gmcNode(GMC, parameters),
	);
	const { client, credentialId } = e2e;
	const { id } = await client.importWorkflow(workflow, { credentialId });
	const execution = await client.runWorkflow(id, { triggerName: START });
	const outcomes = nodeOutput(execution, GMC)
		.flat()
		.map(({ json }) => json.outcome);
	return { outcomes, error: execution.data.resultData.error };
}

test('plans and pays the sheet that Excel has saved, once; a bad row stops all', async () => {
	const lines = readFileSync(SAMPLE_SPREADSHEET, 'utf8').trim().split('\n');
	const saved = [`\ufeff${lines[0]}`, ...lines.slice(1)];
	const all = (outcome: string) => TOP_UPS.map(() => outcome);
	expect((await run(saved, true)).outcomes).toEqual(all('planned'));
	expect((await run(saved)).outcomes).toEqual(all('issued'));
	const bad = [...saved, 'TU-1;Ana Souza;;01234567890;1;BRL', 'TU-2; ;;01234567890;1;BRL'];
	expect((await run(bad)).error?.message).toMatch(/^Key TU-2.* \(row \d+, item \d+\): .*name/);
	expect((await run(saved)).outcomes).toEqual(all('skipped'));
	expect(await charged(e2e)).toHaveLength(TOP_UPS.length);
});
