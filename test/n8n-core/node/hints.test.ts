import { DEMO_CUSTOMERS, ISSUE, Service } from '../../../harness/engine';
import { KeyedService, keyedRow } from '../../../harness/engine/keyedService';

// What the editor shows above the output: the items alone do not tell how many rows failed or were skipped.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const row = ({ taxId }: { taxId: string }, amount: string | number = 10) => ({
	customer: taxId,
	amount,
	currency: 'BRL',
});
const rows = [row(ana), row(bruno, '1.234'), row(carla)];
const WHY = 'The error of each row says why';
const CONTINUE = { onError: 'continueRegularOutput' } as const;

describe('balance: add', () => {
	test('says what was paid when every row was issued, by currency and to the cent', async () => {
		const usd = { ...row(carla, '0.2'), currency: 'USD' };
		const sheet = [row(ana, '0.1'), row(bruno, '0.2'), usd];
		expect((await service.add(sheet)).hints).toEqual(['3 paid (0.3 BRL and 0.2 USD)']);
	});

	test('counts the rows that were not issued', async () => {
		const { hints } = await service.add(rows, {}, CONTINUE);
		expect(hints).toEqual(['2 paid (20 BRL), 1 with a problem. ' + WHY]);
	});

	test('counts the rows of a dry run', async () => {
		const { hints } = await service.add(rows, { dryRun: true }, CONTINUE);
		expect(hints).toEqual([
			'Dry run: 2 would be paid (20 BRL), 1 with a problem. Nothing was sent. ' + WHY,
		]);
		expect(await service.admin.count({ route: ISSUE })).toBe(0);
	});

	test('counts what an earlier try had issued', async () => {
		const refuse = { type: 'status', status: 400, body: { message: 'no' } } as const;
		await service.admin.addFault({
			route: ISSUE,
			match: { amount: 77 },
			nth: 1,
			action: refuse,
		});
		const failed = await service.add([row(ana), row(bruno, 77)], { concurrency: 1 });
		expect(failed.error).toBeDefined();
		const { hints } = await service.retry(
			failed,
			{ concurrency: 1 },
			{
				rows: [row(ana), row(bruno, 77)],
			},
		);
		expect(hints).toEqual([
			'1 of 2 rows were paid by an earlier try of this execution, and not again',
			'2 paid (87 BRL)',
		]);
	});
});

describe('balance: add, with keys or in a batch', () => {
	const where = 'Data tables → My top-ups shows what was paid';
	const options = { ledgerTable: 'My top-ups' };

	test('says where they stand, and counts what they have kept from being paid again', async () => {
		const first = await keyed.add([keyedRow('1')], options);
		expect(first.hints).toEqual([
			'Created the ledger (Data Table "My top-ups"), because this project had none with this name. It knows no earlier top-ups',
			where,
			'1 paid (10 BRL)',
		]);
		const sheet = [keyedRow('1'), keyedRow('2', 11), keyedRow('2', 11)];
		const plan = await keyed.add(sheet, { ...options, dryRun: true });
		expect(plan.hints).toEqual([
			where,
			'Dry run: 1 would be paid (11 BRL), 1 paid before, 1 the same as another row. Nothing was sent',
		]);
		expect((await keyed.add(sheet, options)).hints).toEqual([
			where,
			'1 paid (11 BRL), 1 paid before, 1 the same as another row',
		]);
	});
});

describe('other operations', () => {
	test('count the rows that failed under Continue', async () => {
		const { hints } = await service.run({
			parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' },
			rows: [{ id: 'nobody' }, { id: '' }],
			...CONTINUE,
		});
		expect(hints).toEqual(['2 of 2 rows failed. See "error" and "details" of their items']);
	});
});

test("the outcome is the first column of the editor's table", async () => {
	const added = await service.add([row(ana)]);
	const { taxId, name, email } = ana;
	const upserted = await service.run({
		parameters: { resource: 'customer', operation: 'upsert', options: {}, taxId, name, email },
	});
	for (const { items } of [added, upserted]) expect(Object.keys(items[0].json)[0]).toBe('_gmc');
});
