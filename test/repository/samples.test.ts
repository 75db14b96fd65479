// eslint-disable-next-line @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package
import { Script } from 'node:vm';
import { loadSample, SAMPLE_NAMES } from '../../harness/samples/samples';
import { readHeading } from '../../nodes/Gmc/core/sheet/headings';
import type { WorkflowJson, WorkflowNode } from '../../harness/n8n/types';
import { read } from './files';

const isNote = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.stickyNote';
const isPaying = ({ type, parameters }: WorkflowNode) =>
	type === 'n8n-nodes-gmc.gmc' && parameters.operation === 'add';

test('there are at most fifteen samples', () => {
	expect(SAMPLE_NAMES.length).toBeLessThanOrEqual(15);
});

/** Where more than ten nodes are needed. */
const NODES: Record<string, number> = {
	// Three shops are mapped, what cannot be paid is written down before the shop gets its answer, and read before paying.
	'top-up-when-an-order-is-paid': 22,
	// One of two nodes asks, and one is deactivated.
	'top-up-a-sheet-after-approval': 11,
	// Two kinds of files, three pages, an email and a file.
	'pay-a-sheet-by-form': 14,
	// It writes into the sheet, and sends an email.
	'top-up-from-google-sheets': 11,
};

describe.each(SAMPLE_NAMES)('%s', (name) => {
	let workflow: WorkflowJson;
	let nodes: WorkflowNode[];
	beforeAll(async () => {
		workflow = await loadSample(name);
		nodes = workflow.nodes.filter((node) => !isNote(node));
	});

	test('is small: ten nodes, three notes, fifteen lines of code', () => {
		expect(nodes.length).toBeLessThanOrEqual(NODES[name] ?? 10);
		expect(workflow.nodes.length - nodes.length).toBeLessThanOrEqual(3);
		for (const { parameters } of nodes) {
			const code = String(parameters.jsCode ?? '');
			expect(code.split('\n').length).toBeLessThanOrEqual(15);
			expect(() => new Script(`async () => { ${code} }`)).not.toThrow();
		}
	});

	test('ends with errors that have no colon: the oldest n8n shows only what is behind the last one (n8n.md E24)', () => {
		for (const { parameters } of nodes) {
			const code = String(parameters.jsCode ?? '');
			const ends = code.split('\n').filter((line) => /\bWORDS =|throw new Error/.test(line));
			const texts = ends.flatMap((line) => line.match(/'[^']*'|`[^`]*`/g) ?? []);
			expect(texts.filter((text) => text.includes(': '))).toEqual([]);
		}
	});

	test('gives each node a name and an id of its own, and speaks of none that is not there', () => {
		const names = nodes.map((node) => node.name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(workflow.nodes.length);
		const text = JSON.stringify([workflow.nodes, workflow.connections]);
		const asked = [...text.matchAll(/\$\('([^']+)'\)/g), ...text.matchAll(/"node":"([^"]+)"/g)];
		const spoken = [...asked.map(([, one]) => one), ...Object.keys(workflow.connections)];
		expect(spoken.filter((one) => !names.includes(one))).toEqual([]);
	});

	test('speaks in its notes of its own nodes', () => {
		const notes = workflow.nodes.filter(isNote).map(({ parameters }) => String(parameters.content));
		const bold = notes.flatMap((note) => [...note.matchAll(/\*\*([A-Z][^*]+)\*\*/g)]);
		const words = ['GMC API', 'Batch', 'Idempotency Key'];
		const unknown = bold
			.map(([, one]) => one)
			.filter((one) => !nodes.some((node) => node.name === one) && !words.includes(one));
		expect(unknown).toEqual([]);
	});

	test('does not tell people to correct a row that Maximum per Day has stopped', () => {
		const hasLimit = nodes.some(
			({ parameters }) => 'maxPerDay' in ((parameters.options ?? {}) as object),
		);
		const ends = nodes
			.map(({ parameters }) => String(parameters.jsCode ?? parameters.errorMessage ?? ''))
			.filter((text) => text.includes("'to correct'"));
		if (hasLimit) for (const text of ends) expect(text).toContain('MAX_PER_DAY');
	});

	test('pays by a key or in a batch, with the expected name, in the one ledger', () => {
		for (const { parameters } of nodes.filter(isPaying)) {
			const { dataMode, duplicateProtection, idempotencyKey, batchName } = parameters;
			const { expectedName, ledgerTable } = parameters.options as Record<string, unknown>;
			// Under Map Automatically, key and name are those of the row.
			const isSheet = dataMode === 'autoMapInputData';
			expect(['key', 'batch']).toContain(duplicateProtection);
			const isNamedByRow = isSheet && duplicateProtection === 'key';
			const name = duplicateProtection === 'key' ? idempotencyKey : batchName;
			expect(name ?? '').toMatch(isNamedByRow ? /^$/ : /^=.*\{\{/);
			expect(expectedName ?? '').toMatch(isSheet ? /^$/ : /^=\{\{/);
			expect(ledgerTable).toBeUndefined();
		}
	});
});

/** Samples whose rows come from a sheet, or from another system as they are. */
const SHEETS = [
	'pay-a-sheet-by-form',
	'reconcile-a-day',
	'sync-customers-from-crm',
	'top-up-100000-rows',
	'top-up-a-sheet-after-approval',
	'top-up-from-google-sheets',
	'top-up-from-spreadsheet',
];

test.each(SHEETS)('%s reads its rows by their headings, without an expression', async (name) => {
	const { nodes } = await loadSample(name);
	const gmc = nodes.filter(({ type }) => type === 'n8n-nodes-gmc.gmc');
	for (const { parameters } of gmc) {
		expect(parameters.dataMode).toBe('autoMapInputData');
		for (const field of ['customer', 'amount', 'idempotencyKey', 'taxId', 'name', 'email'])
			expect(parameters).not.toHaveProperty(field);
	}
	const extract = nodes.filter(({ type }) => type === 'n8n-nodes-base.extractFromFile');
	// A column without any value is there, and a schedule whose sheet has no row does not end green.
	for (const { parameters, alwaysOutputData } of extract)
		expect([parameters.options, alwaysOutputData]).toMatchObject([
			{ includeEmptyCells: true },
			true,
		]);
});

test('the template has headings that are read, and no row', () => {
	const headings = read('workflows/samples/template.csv').trim().split(';');
	expect(headings.map((heading) => readHeading(heading).role)).toEqual([
		'customerId',
		'taxId',
		'name',
		'amount',
		'currency',
		'note',
	]);
});

test('the sample sheet has an ID of its own for each row', () => {
	const [head, ...rows] = read('workflows/samples/top-ups.csv').trim().split('\n');
	expect(head.split(';')[0]).toBe('id');
	const ids = rows.map((row) => row.split(';')[0]);
	expect(ids).not.toContain('');
	expect(new Set(ids).size).toBe(rows.length);
});
