/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createCompoundSchema } from 'genson-js';
import type { IDataObject } from 'n8n-workflow';
import { Gmc } from '../../../nodes/Gmc/Gmc.node';
import { ana, bruno, PolledTrigger, Service } from '../../../harness/engine';

const service = Service.forThisFile();
const FOLDER = path.join(__dirname, '../../..', 'nodes', 'Gmc', '__schema__');

/** Where n8n's editor looks for the fields of an output before the first run, and what such outputs are. */
const previews: Record<string, () => Promise<IDataObject[]>> = {
	'v1.0.0/account/check': async () => {
		const yesterday = new Date(Date.now() - 86_400_000).toISOString();
		await service.admin.createAddition({ createdAt: yesterday });
		await service.admin.createAddition();
		await service.admin.createCustomer({ taxId: ana.taxId });
		return await outputs('account', 'check', [{}]);
	},
	'v1.0.0/balance/add': async () => {
		const named = { duplicateProtection: 'key', idempotencyKey: '1001' };
		const rows = await outputs('balance', 'add', [
			{ ...charge('10,50'), ...named },
			{ ...charge('1.234'), ...customer(ana._id, 'id'), ...named, idempotencyKey: '1002' },
		]);
		// The text of `reason` again, for n8n.
		for (const json of rows) delete json.error;
		return rows;
	},
	'v1.0.0/balance/get': async () => {
		const { _id } = await service.admin.createAddition({ amount: 10.5 });
		return await outputs('balance', 'get', [{ additionId: _id }]);
	},
	'v1.0.0/balance/getMany': async () => {
		await service.admin.createAddition({ amount: 10.5, customerIdentifier: ana.taxId });
		await service.admin.createAddition({ amount: 10 });
		return await outputs('balance', 'getMany', [{ returnAll: true, filters: {} }]);
	},
	'v1.0.0/balance/reconcile': async () => {
		const [row] = [charge(10.5)];
		await outputs('balance', 'add', [{ ...row, duplicateProtection: 'off' }]);
		await service.admin.createAddition({ amount: 10 });
		return await outputs('balance', 'reconcile', [row]);
	},
	'v1.0.0/customer/create': async () => await outputs('customer', 'create', [maria]),
	'v1.0.0/customer/upsert': async () =>
		await outputs('customer', 'upsert', [maria, { ...maria, name: 'Maria S. Souza' }, maria]),
	'v1.0.0/customer/get': async () => await outputs('customer', 'get', [customer(ana.taxId)]),
	'v1.0.0/customer/getAll': async () =>
		await outputs('customer', 'getAll', [{ returnAll: true, filters: {} }]),
	'v1.0.0/customer/update': async () =>
		await outputs('customer', 'update', [
			{ ...customer(bruno.taxId), updateFields: { name: 'Bruno de Lima' } },
		]),
	'v1.0.0/customer/delete': async () => await outputs('customer', 'delete', [customer(ana.taxId)]),
	// The trigger has neither resource nor operation.
	'v1.0.0': async () => {
		await service.admin.createAddition({ amount: 10.5 });
		await service.admin.createAddition({ amount: 10 });
		const parameters = {
			event: 'additionCompleted',
			simplify: true,
			options: { emitExisting: true },
		};
		return await new PolledTrigger(service.credential, parameters).poll();
	},
};

const maria = { taxId: '93541134780', name: 'Maria Souza', email: 'maria@example.com' };
const customer = (value: string, mode = 'taxId') => ({ customer: { __rl: true, mode, value } });
const charge = (amount: string | number) => ({ ...customer(ana.taxId), amount, currency: 'BRL' });

async function outputs(
	resource: string,
	operation: string,
	rows: IDataObject[],
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (const fields of rows) {
		const set = { resource, operation, simplify: true, options: {} };
		const parameters = { ...set, ...fields };
		const run = await service.run({ parameters, onError: 'continueRegularOutput' });
		expect(run.error).toBeUndefined();
		found.push(...run.items.map(({ json }) => json));
	}
	return found;
}

/** `UPDATE_SCHEMAS=1` writes the files that differ. */
function previewFile(name: string, schema: object): unknown {
	const file = path.join(FOLDER, `${name}.json`);
	const read = (): unknown => JSON.parse(readFileSync(file, 'utf8'));
	const isRight = () => existsSync(file) && isDeepStrictEqual(read(), schema);
	if (process.env.UPDATE_SCHEMAS === '1' && !isRight()) {
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
	}
	return read();
}

test.each(Object.keys(previews))("the editor's preview %s is what comes out", async (name) => {
	const found = await previews[name]();
	expect(found.length).toBeGreaterThan(0);
	const schema = { ...createCompoundSchema(found, { noRequired: true }), version: 1 };
	expect(previewFile(name, schema)).toEqual(schema);
	// n8n's rule for what is simplified.
	expect(Object.keys(schema.properties ?? {}).length).toBeLessThanOrEqual(10);
});

test('every operation has a preview', () => {
	const operations = new Gmc().description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) => {
			const [resource] = displayOptions!.show!.resource as string[];
			return options.map((option) => `v1.0.0/${resource}/${(option as { value: string }).value}`);
		});
	expect(Object.keys(previews).sort()).toEqual([...operations, 'v1.0.0'].sort());
});
