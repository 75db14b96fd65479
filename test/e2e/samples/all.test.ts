/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importSample } from '../../../harness/samples/importSample';
import { isDone, readOutcomes } from '../../../harness/samples/outcome';
import {
	type SampleName,
	TOP_UP_TRIGGER,
	loadSample,
	withSpreadsheet,
} from '../../../harness/samples/samples';
import { nodeOutput } from '../../../harness/n8n/executions';
import type { WorkflowJson } from '../../../harness/n8n/types';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { withNodes, withParameters } from '../../../harness/samples/choices';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import { type Messenger, startMessenger } from '../../../harness/stand-ins/messenger';
import { TOP_UPS } from '../../../harness/samples/top-ups';
import { twoLooks } from '../../../harness/workflows/trigger';
import { until } from '../../../harness/system/until';
import { polledEvery } from '../../../harness/workflows/build';
import { ISSUE } from '../../../harness/sandbox/routes';

jest.setTimeout(90_000);

let e2e: Guest;
let messenger: Messenger;

beforeAll(async () => {
	messenger = await startMessenger();
	e2e = await visitShared();
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
});
afterAll(async () => {
	await e2e?.stop();
	await messenger?.stop();
});

const idOf = (name: string) => DEMO_CUSTOMERS.find((customer) => customer.name === name)?._id;

const run = async (sample: SampleName) => {
	const { id } = await importSample(e2e, sample);
	return await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
};
const refuse = async (amount: number) =>
	await e2e.sandbox.admin.addFault({
		route: ISSUE,
		match: { amount },
		action: { type: 'status', status: 400, body: { message: 'The amount is inconsistent' } },
	});

describe('Top up customers from a spreadsheet', () => {
	test('issues one addition per row, for the right customers and amounts', async () => {
		const execution = await run('top-up-from-spreadsheet');
		expect(execution.status).toBe('success');
		const rows = readOutcomes(execution);
		expect(rows.filter(isDone)).toHaveLength(TOP_UPS.length);
		const additions = await e2e.sandbox.admin.additions();
		const charged = rows.map(({ addition }) => {
			const found = additions.find(({ _id }) => _id === addition);
			return found && [found.customerId, found.amount, found.currency];
		});
		expect(charged).toEqual(TOP_UPS.map(([name, ...charge]) => [idOf(name), ...charge]));
		expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(20);
		expect((await e2e.sandbox.admin.invariants()).violations).toEqual([]);
	});

	test('hands a row that GMC rejects to "Needs attention", and goes on with the others', async () => {
		await refuse(250);
		const execution = await run('top-up-from-spreadsheet');
		expect(execution.status).toBe('error');
		expect(nodeOutput(execution, 'Issued')[0]).toHaveLength(19);
		const [{ json }, ...more] = nodeOutput(execution, 'Needs attention')[0];
		expect(more).toEqual([]);
		expect(json).toEqual({
			line: 5,
			row: 4,
			id: 'TU-1004',
			name: 'Fábio Moraes',
			amount: '250,00',
			currency: 'BRL',
			customer_id: idOf('Fábio Moraes'),
			tax_id: '',
			// Said where the two differ: GMC's own refusal is not about the name.
			customerName: null,
			outcome: 'rejected',
			reason: expect.stringMatching(/^Line 5 of the sheet: GMC refused.*400/),
			cure: expect.stringMatching(/./),
		});
	});

	test('pays nothing again, on whatever day the same file is run, and leads a dry run apart', async () => {
		const { client, credentialId } = e2e;
		const { id, ...sample } = await importSample(e2e, 'top-up-from-spreadsheet');
		const again = async (workflowId = id) =>
			await client.runWorkflow(workflowId, { triggerName: TOP_UP_TRIGGER });
		const dry = withParameters(sample as WorkflowJson, 'Add balance', ({ options }) => ({
			options: { ...(options as object), dryRun: true },
		}));
		const plan = await again((await client.importWorkflow(dry, { credentialId })).id);
		expect(nodeOutput(plan, 'Dry run')[0]).toHaveLength(TOP_UPS.length);
		expect(nodeOutput(plan, 'Issued')).toEqual([]);
		await again();
		await e2e.sandbox.admin.advanceClock({ days: 3 });
		const second = await again();
		expect(nodeOutput(second, 'Paid before')[0]).toHaveLength(TOP_UPS.length);
		expect(nodeOutput(second, 'Issued')).toEqual([]);
		expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(TOP_UPS.length);
	});

	test.each([
		['there is no file', 'none.csv', undefined, /No file\(s\) found/],
		[
			'a row has no ID',
			'without-id.csv',
			`id;tax_id;amount;currency\n1;${DEMO_CUSTOMERS[3].taxId};1;BRL\n;${DEMO_CUSTOMERS[4].taxId};1;BRL\n`,
			/Line 3 of the sheet has no ID/,
		],
	])('ends red and sends nothing when %s', async (_, name, csv, reason) => {
		const file = path.join(e2e.filesFolder, name);
		if (csv !== undefined) await writeFile(file, csv);
		const sample = withSpreadsheet(await loadSample('top-up-from-spreadsheet'), file);
		const { credentialId, client } = e2e;
		const { id } = await client.importWorkflow(sample, { credentialId });
		const execution = await client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
		expect(execution.status).toBe('error');
		expect(JSON.stringify(execution.data.resultData.error)).toMatch(reason);
		expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(0);
	});
});

describe('Tell me when an addition completes', () => {
	test('sends a message for each addition that completes, and none for those before', async () => {
		const { admin } = e2e.sandbox;
		const pending = await admin.createAddition({ amount: 1, status: 'PENDING' });
		await admin.createAddition({ amount: 2, status: 'COMPLETED' });
		const shipped = polledEvery(1, await loadSample('tell-me-when-an-addition-completes'));
		const addressed = withParameters(shipped, 'Send the message', () => ({ url: messenger.url }));
		const sample = withNodes(addressed, ({ retryOnFail }) =>
			retryOnFail === true ? { waitBetweenTries: 100 } : undefined,
		);
		const id = await e2e.client.publish(sample, e2e.credentialId);
		await twoLooks(e2e);
		messenger.refuse = 2;
		await admin.settle(pending._id, 'COMPLETED');
		await until('the message', async () => messenger.messages.length > 0);
		await twoLooks(e2e);
		await e2e.client.deactivate(id);

		const start = `Balance addition ${pending._id} is complete: 1 BRL for `;
		expect(messenger.messages).toEqual([{ text: expect.stringMatching(`^${start}\\w+$`) }]);
		expect(messenger.refuse).toBe(0);
	});
});
