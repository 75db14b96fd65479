import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { GmcApi } from '../../../credentials/GmcApi.credentials';
import { gmcNode, workflowOf } from '../../../harness/engine/parts';
import { Gmc } from '../../../nodes/Gmc/Gmc.node';
import { GmcTrigger } from '../../../nodes/Gmc/GmcTrigger.node';

// What people see in the editor, by n8n's rules for verified nodes, decided by n8n's own code.

const { description } = new Gmc();
const trigger = new GmcTrigger().description;
const ADD = { resource: 'balance', operation: 'add', options: {} };

function shownFor(parameters: INodeParameters, of = description): string[] {
	const values = NodeHelpers.getNodeParameters(of.properties, parameters, true, false, null, of)!;
	return of.properties
		.filter((property) => NodeHelpers.displayParameter(values, property, null, of))
		.map(({ name }) => name);
}

describe('Balance: Add', () => {
	const LAST = ['simplify', 'options'];
	const FIRST = ['resource', 'operation', 'dataMode', 'customer', 'amount'];

	test.each<[string, string[], INodeParameters]>([
		['Idempotency Key, the default', ['idempotencyKey'], {}],
		['Recent', [], { duplicateProtection: 'recent' }],
		['Batch', ['batchName'], { duplicateProtection: 'batch' }],
	])('shows few fields under %s, and one notice', (_, names, parameters) => {
		const all = [...FIRST, 'moneyNotice', 'currency', 'duplicateProtection', ...names, ...LAST];
		expect(shownFor({ ...ADD, ...parameters })).toEqual(all);
	});

	test('a notice is short: one goes with a dry run, one comes with Off', () => {
		const notices = description.properties.filter(
			({ type, displayOptions }) =>
				type === 'notice' && displayOptions?.show?.operation?.includes('add'),
		);
		expect(notices.map(({ name }) => name)).toEqual(['headingsNotice', 'moneyNotice', 'offNotice']);
		for (const { displayName } of notices)
			expect(displayName.split(' ').length).toBeLessThanOrEqual(12);
		expect(shownFor({ ...ADD, duplicateProtection: 'off' })).toContain('offNotice');
		expect(shownFor({ ...ADD, options: { dryRun: true } })).not.toContain('moneyNotice');
	});

	test('Map Automatically hides the fields of a row, and a tool does not have it', () => {
		const automatic = { ...ADD, dataMode: 'autoMapInputData' };
		const rest = ['moneyNotice', 'currency', 'duplicateProtection', ...LAST];
		const shown = ['resource', 'operation', 'dataMode', 'headingsNotice', ...rest];
		expect(shownFor(automatic)).toEqual(shown);
		expect(shownFor({ ...automatic, operation: 'reconcile' })).not.toContain('customer');
		const tool = { ...description, name: 'gmcTool' };
		expect(shownFor(ADD, tool)).not.toContain('dataMode');
		expect(shownFor(ADD, tool)).toContain('customer');
	});

	test('a tool has Maximum Amount among its fields', () => {
		const tool = { ...description, name: 'gmcTool' };
		expect(shownFor(ADD, tool)).toContain('maxAmount');
		expect(shownFor({ ...ADD, operation: 'getMany' }, tool)).not.toContain('maxAmount');
	});
});

test.each(['add', 'get', 'getMany', 'reconcile'])(
	'a tool has Output in place of Simplify: %s',
	(operation) => {
		const tool = { ...description, name: 'gmcTool' };
		const parameters = { ...ADD, operation };
		expect(shownFor(parameters)).toContain('simplify');
		expect(shownFor(parameters)).not.toContain('output');
		expect(shownFor(parameters, tool)).toContain('output');
		expect(shownFor(parameters, tool)).not.toContain('simplify');
		expect(shownFor(parameters, tool)).not.toContain('outputFields');
		expect(shownFor({ ...parameters, output: 'selectedFields' }, tool)).toContain('outputFields');
	},
);

test.each([
	['Balance: Add', { resource: 'balance', operation: 'add' }],
	['Balance: Get Top-Up', { resource: 'balance', operation: 'get' }],
	['Balance: Get Many Top-Ups', { resource: 'balance', operation: 'getMany' }],
	['Customer: Get', { resource: 'customer', operation: 'get' }],
	['Customer: Get Many', { resource: 'customer', operation: 'getAll' }],
	['Customer: Create or Update', { resource: 'customer', operation: 'upsert' }],
	['Top-Up Status Changed', { event: 'additionStatusChanged' }],
])('the subtitle "%s"', (subtitle, parameters) => {
	const type = 'event' in parameters ? trigger : description;
	const node = gmcNode({ parameters, type: `n8n-nodes-gmc.${type.name}` });
	const { expression } = workflowOf({ nodes: [node] });
	expect(expression.getSimpleParameterValue(node, type.subtitle, 'internal', {})).toBe(subtitle);
});

/** What n8n finds wrong with a top-up of 1. */
function issuesOf(parameters: INodeParameters) {
	const node = gmcNode({ parameters: { ...ADD, amount: '1', ...parameters } });
	return NodeHelpers.getNodeParametersIssues(description.properties, node, description);
}

test.each([
	['id', '665f1c2e9b1d8a0012ab34cd', true],
	['id', 'Ana Souza', false],
	['taxId', '12.ABC.345/01DE-35', true],
	['taxId', 'Ana Souza', false],
])('a customer given by %s may be "%s": %s', (mode, value, isTaken) => {
	const issues = issuesOf({ customer: { __rl: true, mode, value } });
	expect(issues === null).toBe(isTaken);
});

test.each(['key', 'batch'])('the name of a row (%s) must not be empty', (duplicateProtection) => {
	const customer = { __rl: true, mode: 'id', value: 'c1' };
	const issues = issuesOf({ customer, duplicateProtection });
	expect(JSON.stringify(issues)).toMatch(/(Idempotency Key|Batch Name)\\" is required/);
});

test('what opens the service is masked', () => {
	const masked = new GmcApi().properties.filter(({ typeOptions }) => typeOptions?.password);
	const names = masked.map(({ name }) => name);
	expect(names).toEqual(['senha', 'clientKey', 'clientSecret', 'accessToken', 'secretKey']);
});
