import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';
import { Gmc } from '../../../nodes/Gmc/Gmc.node';

// Below Amount stands what is true of the fields as they are, decided by n8n's own code.

const description = new Gmc().description;
const notices = description.properties.filter(({ type }) => type === 'notice');

function shownFor(parameters: INodeParameters): string[] {
	const fields = { duplicateProtection: 'recent', idempotencyKey: '', batchName: '' };
	const all = { resource: 'balance', operation: 'add', ...fields, options: {} };
	const values = { ...all, ...parameters };
	return notices
		.filter((notice) => NodeHelpers.displayParameter(values, notice, null, description))
		.map(({ name }) => name);
}

test.each<[string, INodeParameters]>([
	['recentNotice', {}],
	// A field that is not shown protects nothing, though n8n may still have its value.
	['recentNotice', { idempotencyKey: '={{ $json.order_id }}', batchName: '2026-11' }],
	['keyNotice', { duplicateProtection: 'key' }],
	['batchNotice', { duplicateProtection: 'batch' }],
	['offNotice', { duplicateProtection: 'off' }],
	['dryRunNotice', { duplicateProtection: 'key', options: { dryRun: true } }],
])('%s for %j, and no other', (name, parameters) => {
	expect(shownFor(parameters)).toEqual([name]);
});

test('no protection is promised that an expression may not give', () => {
	expect(shownFor({ duplicateProtection: '={{ $json.protection }}' })).toEqual([]);
});

test('no other operation has one', () => {
	expect(shownFor({ operation: 'getAll' })).toEqual([]);
	expect(shownFor({ resource: 'customer', operation: 'get' })).toEqual([]);
});

test('the notice stands right below Amount, and the protection right below Currency', () => {
	const names = description.properties
		.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes('add'))
		.filter(({ name }) => !name.endsWith('Notice'))
		.map(({ name }) => name);
	const protection = ['duplicateProtection', 'idempotencyKey', 'batchName'];
	expect(names).toEqual(['customer', 'amount', 'currency', ...protection, 'simplify', 'options']);
	const all = description.properties.map(({ name }) => name);
	expect(all[all.indexOf('amount') + 1]).toBe('dryRunNotice');
});
