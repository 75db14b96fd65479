/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { withNodeOff, withSpreadsheet } from '../../harness/samples/changes';
import { FORM_LOGIN, FormSample } from '../../harness/samples/form';
import {
	loadSample,
	provideSpreadsheet,
	SAMPLE_NAMES,
	TOP_UP_TRIGGER,
} from '../../harness/samples/samples';
import type { WorkflowJson, WorkflowNode } from '../../harness/n8n/types';
import { TOP_UPS } from '../../harness/samples/top-ups';
import { charges } from '../../harness/sandbox/books';
import { chain } from '../../harness/workflows/build';
import { until } from '../../harness/system/until';
import { useEditor } from '../../harness/editor/editor';
import { documentImage } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const README_SAMPLE = 'top-up-from-spreadsheet';
const NOTE = /\.stickyNote$/;

const tests = useEditor();
const { test } = tests;

/** A workflow as a file, to choose in the editor. */
async function asFile(name: string, workflow: WorkflowJson): Promise<string> {
	const { filesFolder } = tests.editor.e2e;
	await mkdir(filesFolder, { recursive: true });
	const file = path.join(filesFolder, `${name}.json`);
	await writeFile(file, JSON.stringify(workflow));
	return file;
}

test('the sample of the README is imported completely and runs twice', async ({
	page,
	canvas,
	messages,
}) => {
	const spreadsheet = await provideSpreadsheet(tests.editor.e2e.filesFolder);
	const sample = withSpreadsheet(await loadSample(README_SAMPLE), spreadsheet);
	await canvas.importFile(await asFile(README_SAMPLE, sample));
	const names = sample.nodes.filter(({ type }) => !NOTE.test(type)).map(({ name }) => name);
	for (const node of names) await canvas.node(node).waitFor();
	expect(await canvas.nodes().count()).toBe(names.length);
	const run = async () => {
		await canvas.runFrom(TOP_UP_TRIGGER);
		await messages.said('Workflow executed successfully');
		expect(await charges(tests.editor.e2e)).toHaveLength(TOP_UPS.length);
	};
	await run();
	await messages.close();
	await documentImage(page, `run-${README_SAMPLE}`, await canvas.drawing());
	await run();
});

test('a sheet is paid on web pages, as the guide shows them', async ({ page }) => {
	const { e2e } = tests.editor;
	const sample = await FormSample.publish(e2e, {
		change: withNodeOff('Send the email'),
	});
	// The password of the first page.
	const { user: username, password } = FORM_LOGIN;
	await page.context().setHTTPCredentials({ username, password });
	await page.goto(sample.url);
	const [ana, bruno] = DEMO_CUSTOMERS;
	const sheet = [
		'nome;cpf;valor',
		`${ana.name};${ana.taxId};10,50`,
		`${bruno.name};${bruno.taxId};1.234`,
	];
	await page
		.locator('input[type=file]')
		.setInputFiles(await provideSpreadsheet(e2e.filesFolder, sheet));
	await page.locator('input[name=field-1]').fill('prizes 2026-11');
	await page.locator('#submit-btn').click();
	await page.getByText('Would be paid: 1 row, 10.50 BRL').waitFor();
	// Nothing is cut off, however long a reason is.
	expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
	await page.locator('select').selectOption('Pay');
	await documentImage(page, 'pay-a-sheet-plan', page.locator('.container'));
	const download = page.waitForEvent('download');
	await page.locator('#submit-btn').click();
	await page.getByText('Paid: 1 row, 10.50 BRL').waitFor();
	await page.getByText('Refused: 1 row').waitFor();
	expect((await download).suggestedFilename()).toBe('result.xlsx');
	expect(await charges(e2e)).toMatchObject([{ customerId: ana._id, amount: 10.5 }]);
	// n8n answers nothing while the execution ends.
	const hasEnded = async () => (await sample.statuses()).join() === 'success';
	await until('the end of the execution', hasEnded);
	await page.reload();
	await page.getByText('Paid: 1 row, 10.50 BRL').waitFor();
	expect(await charges(e2e)).toHaveLength(1);
	await page.context().setHTTPCredentials(null);
	await sample.close();
});

/** Samples with a picture of their nodes on the pages. */
const PICTURED = [
	'ai-agent-with-approval',
	'make-my-sheet',
	'monthly-statement',
	'monthly-top-ups',
	'pay-a-sheet-by-form',
	'receipt-by-email',
	'reconcile-a-day',
	'sync-customers-from-crm',
	'sync-customers-from-hubspot',
	'tell-me-when-a-top-up-completes',
	'top-up-100000-rows',
	'top-up-a-sheet-after-approval',
	'top-up-from-google-sheets',
	'top-up-when-an-order-is-paid',
];

for (const name of PICTURED) {
	test(`${name} is imported completely`, async ({ page, canvas, messages }) => {
		const sample = await loadSample(name);
		const nodes = sample.nodes.filter(({ type }) => !NOTE.test(type));
		// The message covers nodes.
		const told = messages.said('Credentials auto-added');
		await Promise.all([told, canvas.importFile(await asFile(name, { ...sample, nodes }))]);
		await messages.close();
		for (const node of nodes) await canvas.node(node.name).waitFor();
		expect(await canvas.nodes().count()).toBe(nodes.length);
		await documentImage(page, `sample-${name}`, await canvas.drawing());
	});
}

/** The nodes of all samples, one sample below another, each under the name of its sample too. */
async function nodesOfAllSamples(): Promise<WorkflowNode[]> {
	const samples = SAMPLE_NAMES.map(async (sample, index) => {
		const { nodes } = await loadSample(sample);
		return nodes.map((node) => ({
			...node,
			id: `${sample} ${node.id}`,
			name: `${sample}: ${node.name}`,
			position: [node.position[0], index * 1000] as [number, number],
		}));
	});
	return (await Promise.all(samples)).flat();
}

test('every note of the samples is fully visible', async (view) => {
	const { page, canvas } = view;
	const nodes = (await nodesOfAllSamples()).filter(({ type }) => NOTE.test(type));
	// One that is too small, to see that the test notices it.
	const height = { parameters: { ...nodes[0].parameters, height: 100 } };
	const cut = { ...nodes[0], ...height, id: 'cut', name: 'Cut', position: [0, -1000] };
	const { nodes: start } = chain('Notes');
	const workflow = { name: 'Notes', nodes: [...start, ...nodes, cut], connections: {} };
	await canvas.importFile(await asFile('notes', workflow as WorkflowJson));
	const found = await canvas.cutNotes();
	expect(await page.getByTestId('sticky').count()).toBe(nodes.length + 1);
	expect(found).toHaveLength(1);
});

test('every node of the samples is known to n8n, and the GMC nodes are ready to run', async (view) => {
	const { page, canvas, messages } = view;
	const nodes = await nodesOfAllSamples();
	const gmc = nodes.filter(({ type }) => type.startsWith('n8n-nodes-gmc.'));
	// n8n puts in the user's own credential, unless a node names one: that one has to be there.
	expect(gmc.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	// Marked by n8n, and in one go with the others: once these are, the others would be.
	const notReady = { ...gmc[0], id: 'one', name: 'Not ready', type: 'n8n-nodes-gmc.gmc' };
	const unknown = { ...gmc[0], id: 'two', name: 'Unknown', type: 'n8n-nodes-gmc.unknown' };
	const all = [...nodes, { ...notReady, parameters: {} }, unknown];
	const workflow = { name: 'All samples', nodes: all, connections: {} };
	const file = await asFile('all-samples', workflow);
	// The message disappears, and drawing the nodes may take longer.
	const told = messages.said('Credentials auto-added');
	await Promise.all([told, canvas.importFile(file)]);
	await canvas.issues('Not ready').waitFor();
	const notInstalled = page.getByTestId('node-not-installed');
	await notInstalled.first().waitFor();
	expect(await notInstalled.count()).toBe(1);
	for (const { name } of gmc) {
		await canvas.node(name).waitFor();
		expect([name, await canvas.issues(name).count()]).toEqual([name, 0]);
	}
});
