import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';
import { Gmc } from '../../../nodes/Gmc/Gmc.node';

// Below Amount stands what is true of the fields as they are, decided by n8n's own code.

const description = new Gmc().description;
const notices = description.properties.filter(({ type }) => type === 'notice');

function shownFor(parameters: INodeParameters): string[] {
	const all = { resource: 'balance', operation: 'add', idempotencyKey: '', options: {} };
	const values = { ...all, ...parameters };
	return notices
		.filter((notice) => NodeHelpers.displayParameter(values, notice, null, description))
		.map(({ name }) => name);
}

test.each<[string, INodeParameters]>([
	['recentNotice', {}],
	['recentNotice', { options: { duplicateProtection: 'recent', dryRun: false } }],
	['historyNotice', { options: { duplicateProtection: 'history' } }],
	['offNotice', { options: { duplicateProtection: 'off' } }],
	['keyNotice', { idempotencyKey: '1001' }],
	['keyNotice', { idempotencyKey: '={{ $json.order_id }}' }],
	['keyNotice', { idempotencyKey: '=1', options: { duplicateProtection: 'off' } }],
	['dryRunNotice', { options: { dryRun: true, duplicateProtection: 'off' } }],
	['dryRunNotice', { options: { dryRun: true }, idempotencyKey: '={{ $json.id }}' }],
])('%s for %j, and no other', (name, parameters) => {
	expect(shownFor(parameters)).toEqual([name]);
});

test('no protection is promised that an expression may not give', () => {
	expect(shownFor({ options: { duplicateProtection: '={{ $json.protection }}' } })).toEqual([]);
});

test('no other operation has one', () => {
	expect(shownFor({ operation: 'getAll' })).toEqual([]);
	expect(shownFor({ resource: 'customer', operation: 'get' })).toEqual([]);
});

test('the notice stands right below Amount, and the key right below Currency', () => {
	const names = description.properties
		.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes('add'))
		.filter(({ name }) => !name.endsWith('Notice'))
		.map(({ name }) => name);
	expect(names).toEqual(['customer', 'amount', 'currency', 'idempotencyKey', 'options']);
	const all = description.properties.map(({ name }) => name);
	expect(all[all.indexOf('amount') + 1]).toBe('dryRunNotice');
});
