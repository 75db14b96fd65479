/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeOutput } from '../../../harness/n8n/executions';
import { guestForThisFile } from '../../../harness/n8n/shared';
import type { WorkflowJson } from '../../../harness/n8n/types';
import {
	type Change,
	inTurn,
	withOptions,
	withParameters,
	withSpreadsheet,
} from '../../../harness/samples/changes';
import {
	newLedger,
	provideSpreadsheet,
	SAMPLE_SPREADSHEET,
} from '../../../harness/samples/samples';
import { TOP_UPS } from '../../../harness/samples/top-ups';
import { charged } from '../../../harness/sandbox/books';
import { repoRoot } from '../../../harness/system/paths';

// The workflow that people copy from top-up-from-a-spreadsheet.md, without an expression.

jest.setTimeout(90_000);

const PAGE = readFileSync(path.join(repoRoot, 'docs/top-up-from-a-spreadsheet.md'), 'utf8');
const [, COPIED] = /```json\n(.*?)```/s.exec(PAGE)!;
const GMC = 'Top up customer';
const e2e = guestForThisFile();
const ledgerTable = newLedger();

async function run(lines: string[], dryRun: boolean, change: Change = (workflow) => workflow) {
	const fileSelector = await provideSpreadsheet(e2e.filesFolder, lines);
	const copied = { name: 'My own', ...JSON.parse(COPIED) } as WorkflowJson;
	const changed = inTurn(withOptions(GMC, { ledgerTable, dryRun }), change)(copied);
	const workflow = withSpreadsheet(changed, fileSelector);
	const { client, credentialId } = e2e;
	const { id } = await client.importWorkflow(workflow, { credentialId });
	const execution = await client.runWorkflow(id, { triggerName: 'Every Monday' });
	const items = nodeOutput(execution, GMC).flat();
	const outcomes = items.map(({ json }) => json.outcome);
	const { runData, error } = execution.data.resultData;
	const hints = (runData[GMC]?.[0].hints ?? []).map(({ message }) => message);
	return { outcomes, amounts: items.map(({ json }) => json.amount), hints, error };
}

test('plans and pays the sheet that Excel has saved, once; a bad row stops all', async () => {
	const lines = readFileSync(SAMPLE_SPREADSHEET, 'utf8').trim().split('\n');
	const saved = [`\ufeff${lines[0]}`, ...lines.slice(1)];
	const all = (outcome: string) => TOP_UPS.map(() => outcome);
	expect(COPIED).toContain('"dryRun": true');
	expect((await run(saved, true)).outcomes).toEqual(all('planned'));
	expect((await run(saved, false)).outcomes).toEqual(all('issued'));
	const bad = [...saved, 'TU-1;Ana Souza;;01234567890;1;BRL', 'TU-2; ;;01234567890;1;BRL'];
	expect((await run(bad, false)).error?.message).toMatch(
		/^Key TU-2.* \(row \d+, item \d+\): .*name/,
	);
	expect((await run(saved, false)).outcomes).toEqual(all('skipped'));
	expect(await charged(e2e)).toHaveLength(TOP_UPS.length);
});

// n8n.md W4
test('a CSV that is read as a workbook is warned of, and read right with RAW Data', async () => {
	const lines = ['pedido;nome;cpf;valor', 'W-1;Ana Souza;01234567890;89,90'];
	const asWorkbook = (options: object) =>
		withParameters('Read rows', () => ({ operation: 'xlsx', options }));
	const misread = await run(lines, true, asWorkbook({}));
	expect(misread.amounts).toEqual([8990]);
	expect(misread.hints.join()).toMatch(/'Read rows'.* without 'RAW Data'.*89,90 has become 8990/);
	const { amounts, hints } = await run(lines, true, asWorkbook({ rawData: true }));
	expect(amounts).toEqual([89.9]);
	expect(hints.join()).not.toMatch(/RAW Data/);
});
