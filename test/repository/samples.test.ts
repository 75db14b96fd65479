/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readdirSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import {
	SAMPLES_FOLDER,
	SAMPLE_NAMES,
	SAMPLE_SPREADSHEET,
	loadSample,
} from '../../harness/samples/samples';
import type { WorkflowJson } from '../../harness/n8n/types';

const namesOf = ({ nodes }: WorkflowJson) => nodes.map(({ name }) => name);

test('the folder holds the samples, and nothing else', () => {
	const files = readdirSync(SAMPLES_FOLDER).filter((name) => name.endsWith('.json'));
	expect(files.sort()).toEqual(SAMPLE_NAMES.map((name) => `${name}.json`).sort());
});

describe.each(SAMPLE_NAMES)('%s', (name) => {
	let workflow: WorkflowJson;
	beforeAll(async () => {
		workflow = await loadSample(name);
	});

	test('gives each node a name of its own, and speaks of none that is not there', () => {
		const names = namesOf(workflow);
		expect(new Set(names).size).toBe(names.length);
		const text = JSON.stringify([workflow.nodes, workflow.connections]);
		const asked = [...text.matchAll(/\$\('([^']+)'\)/g), ...text.matchAll(/"node":"([^"]+)"/g)];
		const from = Object.keys(workflow.connections);
		const spoken = [...asked.map(([, one]) => one), ...from];
		expect(spoken.filter((one) => !names.includes(one))).toEqual([]);
	});

	test('has no regular expression where users change something', () => {
		const fields = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.set');
		expect(JSON.stringify(fields)).not.toMatch(/\/\.test\(|\.(match|replace|replaceAll)\(\//);
	});

	test('has code that can be read', () => {
		const code = workflow.nodes.flatMap(({ parameters }) => parameters.jsCode ?? []);
		for (const one of code) expect(() => new Script(`async () => { ${one} }`)).not.toThrow();
	});

	test('pays by a key or in a batch wherever it adds balance', () => {
		const paying = workflow.nodes.filter(
			({ type, parameters }) =>
				type === 'n8n-nodes-gmc.gmc' &&
				parameters.operation === 'add' &&
				(parameters.options as { dryRun?: boolean }).dryRun !== true,
		);
		for (const { parameters } of paying) {
			const { duplicateProtection, idempotencyKey, batchName } = parameters;
			expect(['key', 'batch']).toContain(duplicateProtection);
			expect(duplicateProtection === 'key' ? idempotencyKey : batchName).toMatch(/^=.*\{\{/);
		}
	});
});

test('one code finds the columns in every sheet', async () => {
	const samples = await Promise.all(SAMPLE_NAMES.map(async (name) => await loadSample(name)));
	const code = samples
		.filter((workflow) => namesOf(workflow).includes('The columns'))
		.map(({ nodes }) => nodes.find(({ name }) => name === 'Read the columns'))
		.map((node) => node?.parameters.jsCode);
	expect(code).toHaveLength(5);
	expect(new Set(code).size).toBe(1);
});

test('the sample sheet has an ID of its own for each row', () => {
	const [head, ...rows] = readFileSync(SAMPLE_SPREADSHEET, 'utf8').trim().split('\n');
	expect(head.split(';')[0]).toBe('id');
	const ids = rows.map((row) => row.split(';')[0]);
	expect(ids).not.toContain('');
	expect(new Set(ids).size).toBe(rows.length);
});
