/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readdirSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import {
	SAMPLE_LANGUAGES,
	SAMPLE_NAMES,
	sampleSpreadsheet,
	loadSample,
	samplesFolder,
} from '../../harness/samples/samples';
import type { WorkflowJson, WorkflowNode } from '../../harness/n8n/types';
import { LINES, inPortuguese } from '../../scripts/samples/translate';

const NOTE = 'n8n-nodes-base.stickyNote';
const BOTH = SAMPLE_NAMES.flatMap((name) =>
	SAMPLE_LANGUAGES.map((language) => [name, language] as const),
);

const namesOf = ({ nodes }: WorkflowJson) => nodes.map(({ name }) => name);
const boldIn = (node: WorkflowNode) =>
	[...String(node.parameters.content).matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text);

test.each(SAMPLE_LANGUAGES)('the folder of %s holds the samples, and nothing else', (language) => {
	const files = readdirSync(samplesFolder(language)).filter((name) => name.endsWith('.json'));
	expect(files.sort()).toEqual(SAMPLE_NAMES.map((name) => `${name}.json`).sort());
});

// If this fails: `npm run samples`, and look at what it has written.
test.each(SAMPLE_NAMES)('%s in Portuguese is what the English one gives', async (name) => {
	const portuguese = await loadSample(name, 'pt-BR');
	expect(portuguese).toEqual(inPortuguese(name, await loadSample(name)));
});

describe('a text that is changed in one language only', () => {
	const changed = async (change: (workflow: WorkflowJson) => void) => {
		const workflow = structuredClone(await loadSample('top-up-from-spreadsheet'));
		change(workflow);
		return () => inPortuguese('top-up-from-spreadsheet', workflow);
	};
	const node = ({ nodes }: WorkflowJson, name: string) => nodes.find((one) => one.name === name)!;

	test('is found: a note, the name of a node, a phrase of an expression', async () => {
		const inNote = await changed((workflow) => {
			node(workflow, 'Note: the file').parameters.content = 'Another text';
		});
		expect(inNote).toThrow('lacks the Portuguese of:\nAnother text');
		const inName = await changed((workflow) => {
			node(workflow, 'Issued').name = 'Sent';
		});
		expect(inName).toThrow('lacks the Portuguese of:\nSent');
		const inPhrase = await changed((workflow) => {
			node(workflow, 'A row has no ID').parameters.errorMessage = '=No ID in {{ $json.line }}';
		});
		expect(inPhrase).toThrow(
			'does not say any more:\nLine {{ $json.line }} of the sheet has no ID',
		);
	});
});

test('no Portuguese is left over', async () => {
	const english = await Promise.all(SAMPLE_NAMES.map(async (name) => await loadSample(name)));
	const all = JSON.stringify(english);
	const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
	expect(Object.keys(LINES).filter((line) => !all.includes(asJson(line)))).toEqual([]);
});

describe.each(BOTH)('%s (%s)', (name, language) => {
	let workflow: WorkflowJson;
	beforeAll(async () => {
		workflow = await loadSample(name, language);
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

test.each(SAMPLE_NAMES)('the notes of %s name the same nodes in both languages', async (name) => {
	const [english, portuguese] = [await loadSample(name), await loadSample(name, 'pt-BR')];
	const nodesIn = (workflow: WorkflowJson) =>
		workflow.nodes
			.filter(({ type }) => type === NOTE)
			.map((note) =>
				boldIn(note)
					.filter((bold) => namesOf(workflow).includes(bold))
					.sort(),
			);
	const translated = nodesIn(english).map((names) => names.map((one) => LINES[one]).sort());
	expect(nodesIn(portuguese)).toEqual(translated);
});

test.each(SAMPLE_LANGUAGES)('one code finds the columns in every sheet (%s)', async (language) => {
	const samples = await Promise.all(
		SAMPLE_NAMES.map(async (name) => await loadSample(name, language)),
	);
	const code = samples
		.filter(({ nodes }) =>
			nodes.some(({ name }) => name === LINES['The columns'] || name === 'The columns'),
		)
		.map(({ nodes }) =>
			nodes.find(({ name }) => ['Read the columns', LINES['Read the columns']].includes(name)),
		)
		.map((node) => node?.parameters.jsCode);
	expect(code).toHaveLength(5);
	expect(new Set(code).size).toBe(1);
});

test('the sample sheet has an ID of its own for each row', () => {
	const [head, ...rows] = readFileSync(sampleSpreadsheet(), 'utf8').trim().split('\n');
	expect(head.split(';')[0]).toBe('id');
	const ids = rows.map((row) => row.split(';')[0]);
	expect(ids).not.toContain('');
	expect(new Set(ids).size).toBe(rows.length);
});
