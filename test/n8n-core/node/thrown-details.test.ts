import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../harness/engine';
import { DEMO_CUSTOMERS, ISSUE, Service } from '../../../harness/engine';
import { KeyedService, keyedRow } from '../../../harness/engine/keyedService';

// A workflow that is told of a failed execution decides by `context.details`, as one under Continue by `details`.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 10 };
const goOn = { onError: 'continueRegularOutput' } as const;

/** What is thrown has the details of the item that would be given out instead. */
async function expectSame(
	run: (setup: Partial<GmcNodeSetup>) => Promise<GmcRun>,
	details: object,
): Promise<void> {
	const { error } = await run({ onError: 'stopWorkflow' });
	const [item] = (await run(goOn)).items;
	expect(error?.context.details).toMatchObject(details);
	const { description, ...said } = item.json.details as IDataObject;
	expect(error?.context.details).toMatchObject(said);
	if (description) expect(error?.context.details).toHaveProperty('description');
}

const status = async (route: string, code: number) =>
	await service.admin.addFault({
		route,
		action: { type: 'status', status: code, body: { statusCode: code, message: 'no', code: 'NO' } },
	});

describe('balance: add', () => {
	test('a row that is refused before anything is sent', async () => {
		await service.add([row]);
		await expectSame(async (setup) => await service.add([row], {}, setup), {
			outcome: 'rejected',
			code: 'DUPLICATE_SUSPECTED',
			amount: 10,
			currency: 'BRL',
		});
	});

	test('the first of several', async () => {
		const rows = [keyedRow('a', 10), keyedRow('a', 11), keyedRow('b', 12)];
		await expectSame(async (setup) => await keyed.add(rows, {}, setup), {
			outcome: 'rejected',
			code: 'IDEMPOTENCY_KEY_REUSED',
			amount: 10,
		});
	});

	test('a row that GMC refuses', async () => {
		await status(ISSUE, 400);
		await expectSame(async (setup) => await service.add([row], {}, setup), {
			outcome: 'rejected',
			statusCode: 400,
			code: 'REFUSED',
			cause: 'NO',
			message: 'no',
		});
	});

	test('an option that is refused', async () => {
		await expectSame(async (setup) => await service.add([row], { maxAmount: '' }, setup), {
			outcome: 'notAttempted',
			description: 'Correct it under Options.',
		});
	});
});

test('other operations', async () => {
	const get = async (id: string, setup: Partial<GmcNodeSetup>) =>
		await service.run({
			parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' },
			rows: [{ id }],
			...setup,
		});
	await expectSame(async (setup) => await get('0'.repeat(24), setup), { statusCode: 417 });
	await expectSame(async (setup) => await get('', setup), {});
});
