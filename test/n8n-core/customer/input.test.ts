import type { IDataObject } from 'n8n-workflow';
import type { CustomerOperation } from '../../../harness/engine/customerOperations';
import {
	ana,
	Customers,
	DELETE,
	diegoRenamed,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

const BAD: Array<[CustomerOperation, IDataObject, RegExp]> = [
	...(['create', 'upsert'] as const).flatMap((operation): typeof BAD => [
		[operation, { taxId: '' }, /tax ID is empty/],
		[operation, { taxId: null }, /tax ID is empty/],
		[operation, { taxId: 123456798 }, /check digits/],
		[operation, { taxId: true }, /tax ID/],
		[operation, { name: '' }, /name is empty/],
		[operation, { name: '  ' }, /name is empty/],
		[operation, { name: null }, /name is empty/],
		[operation, { name: { first: 'x' } }, /name is a object|name is an object/],
		[operation, { name: 'x'.repeat(5000) }, /name is too long/],
		[operation, { email: '' }, /e-mail is empty/],
		[operation, { email: 'maria.example.com' }, /not an e-mail address/],
		[operation, { email: 'maria @example.com' }, /not an e-mail address/],
		[operation, { email: 'maria@' }, /not an e-mail address/],
	]),
	...(['get', 'update', 'delete'] as const).flatMap((operation): typeof BAD => [
		[operation, { id: '' }, /customer is empty/],
		[operation, { id: '   ' }, /customer is empty/],
		[operation, { id: null }, /customer is empty/],
		[operation, { id: 123456798 }, /check digits/],
		[operation, { id: 'x'.repeat(5000) }, /too long/],
		[operation, { id: { a: 1 } }, /not a text/],
	]),
	['update', { name: '' }, /name is empty/],
	['update', { name: null }, /name is empty/],
];

test.each(BAD)(
	'customer: %s with %j is refused before any request',
	async (operation, bad, words) => {
		const rows = [diegoRenamed, { ...diegoRenamed, ...bad }];
		const { items, error } = await customers.run(operation, rows);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Row 2: /);
		expect(error?.message).toMatch(words);
		expect(error?.context.itemIndex).toBeUndefined();
		expect(await customers.admin.journal()).toEqual([]);
	},
);

test.each<[string, IDataObject, RegExp]>([
	['tax ID', { taxId: '' }, /tax ID is empty/],
	['e-mail', { email: 'nobody' }, /not an e-mail address/],
])('customer: update with a bad %s is refused before any request', async (_what, fields, words) => {
	const { error } = await customers.run('update', [diegoRenamed], {
		updateFields: { name: 'Good', ...fields } as never,
	});
	expect(error?.message).toMatch(words);
	expect(await customers.admin.journal()).toEqual([]);
});

test('the tax ID of a row that is refused is not shown in full', async () => {
	const options = { taxIdFormat: 'cpfCnpj' };
	const { error } = await customers.run('create', [{ ...maria, taxId: '123.456.789-00' }], {
		options,
	});
	expect(error?.message).toMatch(/8900/);
	expect(JSON.stringify([error?.message, error?.description])).not.toMatch(/123\.?456/);
});

describe('an id that tries to leave its place in the path', () => {
	const HOSTILE = ['../../x', 'a/b?c=d', 'a#b', '../all', 'a%2F..%2Fb', 'x\\..\\y', 'all?x=1'];
	const segment = /^\/api\/customers\/([^/?#]+)$/;

	test.each(HOSTILE)('stays in it: %j', async (id) => {
		for (const operation of ['update', 'delete'] as const) {
			const { error } = await customers.run(operation, [{ id, name: 'X' }]);
			expect(error?.httpCode).toBe('404');
		}
		// What is no id of the usual form may be a tax ID, so the list is asked first.
		const isWrite = ({ path, route }: { path: string; route: string }) =>
			!/login/.test(path) && route !== LIST;
		const requests = (await customers.admin.journal()).filter(isWrite);
		expect(requests.map(({ route }) => route)).toEqual([UPDATE, DELETE]);
		for (const { path, query } of requests) {
			expect(decodeURIComponent(segment.exec(path)?.[1] ?? '')).toBe(id);
			expect(query).toEqual({});
		}
	});

	test.each(['..', '.', ' .. '])('is refused where encoding cannot keep it in: %j', async (id) => {
		for (const operation of ['update', 'delete'] as const) {
			const { error } = await customers.run(operation, [{ id, name: 'X' }]);
			expect(error?.message).toMatch(/^Row 1: .*not an ID/);
		}
		expect(await customers.admin.journal()).toEqual([]);
	});
});

describe('nothing secret comes out', () => {
	const { service } = customers;

	test.each<[string, IDataObject]>([
		['of a refused integration', { clientSecret: 'wrong-secret-value' }],
		['of a refused login', { senha: 'wrong-senha-value' }],
		['of a service that is not there', { baseUrl: 'http://127.0.0.1:9/api' }],
	])('%s', async (_what, changes) => {
		await service.useCredential(changes);
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			await expectNoSecret('create', maria, onError);
		}
	});

	test('of a connection that breaks, nor of one that works', async () => {
		await expectNoSecret('get', { id: ana._id }, 'stopWorkflow');
		await customers.fault(UPDATE, { type: 'resetBefore' });
		await expectNoSecret('update', diegoRenamed, 'stopWorkflow');
		await expectNoSecret('update', diegoRenamed, 'continueErrorOutput');
		expect(service.credential.data.accessToken).toMatch(/^sandbox\./);
	});

	async function expectNoSecret(
		operation: CustomerOperation,
		row: IDataObject,
		onError: 'stopWorkflow' | 'continueErrorOutput',
	): Promise<void> {
		const { run, error } = await customers.run(operation, [row], {}, { onError });
		const { senha, clientKey, clientSecret, accessToken } = service.credential.data;
		const pair = Buffer.from(`${String(clientKey)}:${String(clientSecret)}`).toString('base64');
		const told = JSON.stringify([run.data, error, error?.message, error?.stack]);
		for (const secret of [senha, clientSecret, accessToken, pair]) {
			if (secret !== '') expect(told).not.toContain(String(secret));
		}
		expect(told).not.toMatch(/"(authorization|secret-key|senha|clientSecret|accessToken)"/i);
	}
});
