/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
	SAMPLE_NAMES,
	type SampleName,
	loadSample,
	provideSpreadsheet,
	withSpreadsheet,
} from '../../scripts/demo/samples';
import type { WorkflowJson } from '../../scripts/n8n/types';
import { START_TIMEOUT_MS } from '../e2e/support/harness';
import { TOP_UPS } from '../e2e/support/top-ups';
import { issuedAdditions } from './support/books';
import { Editor, testIn } from './support/editor';
import { documentImage, screenshot } from './support/screenshots';

jest.setTimeout(90_000);

/** Nodes that need no service beside n8n and GMC, and no other workflow. */
const SELF_SUFFICIENT =
	/^(n8n-nodes-gmc\..+|n8n-nodes-base\.(stickyNote|manualTrigger|scheduleTrigger|set|code|switch|noOp|splitOut|readWriteFile|extractFromFile))$/;

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.start();
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await editor.e2e.sandbox.admin.reset();
});
afterAll(async () => await editor.stop());

const test = testIn(() => editor);

/** A workflow as a file, to choose in the editor. */
async function asFile(name: string, workflow: WorkflowJson): Promise<string> {
	const file = path.join(editor.e2e.filesFolder, `${name}.json`);
	await writeFile(file, JSON.stringify(workflow));
	return file;
}

/** A sample that reads the sample's spreadsheet where this n8n may read files. */
async function sampleHere(name: SampleName): Promise<WorkflowJson> {
	const spreadsheet = await provideSpreadsheet(editor.e2e.filesFolder);
	return withSpreadsheet(await loadSample(name), spreadsheet);
}

/** The names of the nodes, notes aside. */
const nodeNames = ({ nodes }: WorkflowJson, ofType: RegExp) =>
	nodes
		.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote' && ofType.test(type))
		.map(({ name }) => name);

/** The trigger that starts a workflow by hand, if the workflow can run here. */
function startedBy(workflow: WorkflowJson): string | undefined {
	if (!workflow.nodes.every(({ type }) => SELF_SUFFICIENT.test(type))) return undefined;
	return nodeNames(workflow, /\.manualTrigger$/)[0];
}

describe.each(SAMPLE_NAMES)('%s', (name) => {
	test('is imported whole and, if it can be started by hand, runs', async (view) => {
		const { page, canvas, messages } = view;
		const sample = await sampleHere(name);
		await canvas.importFile(await asFile(name, sample));
		const all = nodeNames(sample, /./);
		for (const node of all) await canvas.node(node).waitFor();
		expect(await canvas.nodes().count()).toBe(all.length);
		expect(await canvas.notInstalled().count()).toBe(0);
		for (const node of nodeNames(sample, /^n8n-nodes-gmc\./)) {
			expect([node, await canvas.issues(node).count()]).toEqual([node, 0]);
		}
		await screenshot(page, `sample-${name}`);
		const trigger = startedBy(sample);
		if (trigger === undefined) return;
		await canvas.runFrom(trigger);
		await messages.said('Workflow executed successfully');
		await messages.close();
		const picture = name === 'top-up-from-spreadsheet' ? documentImage : screenshot;
		await picture(page, `run-${name}`, await canvas.drawing());
		const additions = name === 'top-up-from-spreadsheet' ? TOP_UPS.length : 0;
		expect(await issuedAdditions(editor)).toHaveLength(additions);
	});
});

test('a node that is missing or not ready would be seen', async ({ canvas }) => {
	const sample = await loadSample('top-up-from-spreadsheet');
	const [gmc] = sample.nodes.filter(({ type }) => type === 'n8n-nodes-gmc.gmc');
	const broken = { ...gmc, id: 'broken', name: 'Broken', parameters: { operation: 'add' } };
	const unknown = { ...gmc, id: 'unknown', name: 'Unknown', type: 'n8n-nodes-gmc.unknown' };
	const nodes = [...sample.nodes, broken, unknown];
	await canvas.importFile(await asFile('broken', { ...sample, nodes }));
	await canvas.issues('Broken').waitFor();
	await canvas.notInstalled().waitFor();
});
