import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { KeyedService, keyedRow } from '../../../harness/engine/keyedService';
import { ISSUE, Service } from '../../../harness/engine/service';

// What the editor shows above the output: the items alone do not tell how many rows failed or were skipped.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const row = ({ taxId }: { taxId: string }, amount: string | number = 10) => ({
	...{ customer: taxId, amount, currency: 'BRL' },
});
const rows = [row(ana), row(bruno, '1.234'), row(carla)];
const CONTINUE = { onError: 'continueRegularOutput' } as const;

describe('balance: add', () => {
	test('says nothing when every row was issued', async () => {
		expect((await service.add([row(ana), row(bruno)])).hints).toEqual([]);
	});

	test('counts the rows that were not issued', async () => {
		const { hints } = await service.add(rows, {}, CONTINUE);
		expect(hints).toEqual(['Of 3 rows: 1 rejected. "error" and "details" of their items say why.']);
	});

	test('counts the rows of a dry run', async () => {
		const { hints } = await service.add(rows, { dryRun: true }, CONTINUE);
		expect(hints).toEqual(['Dry run: 2 of 3 rows would be issued. Nothing was sent.']);
		expect(await service.admin.count({ route: ISSUE })).toBe(0);
	});

	test('counts what an earlier try had issued', async () => {
		const refuse = { type: 'status', status: 400, body: { message: 'no' } } as const;
		await service.admin.addFault({
			...{ route: ISSUE, match: { amount: 77 }, nth: 1, action: refuse },
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
			'1 of 2 rows were issued by an earlier try of this execution, not again',
		]);
	});
});

describe('balance: add, with keys or in a batch', () => {
	const where = 'Data tables → My top-ups shows what was paid';
	const options = { ledgerTable: 'My top-ups' };

	test('says where they stand, and counts what they have kept from being paid again', async () => {
		const first = await keyed.add([keyedRow('1')], options);
		expect(first.hints).toEqual([
			'The ledger (Data Table "My top-ups") is new, since there was none of this name: it knows of no earlier payment',
			where,
		]);
		const sheet = [keyedRow('1'), keyedRow('2', 11), keyedRow('2', 11)];
		const counted = (skipped: number) =>
			`${skipped} of 3 rows skipped, since they were paid before. ${where}`;
		const plan = await keyed.add(sheet, { ...options, dryRun: true });
		expect(plan.hints).toEqual([
			counted(1),
			'Dry run: 1 of 3 rows would be issued. Nothing was sent.',
		]);
		expect((await keyed.add(sheet, options)).hints).toEqual([counted(2)]);
	});

	test('says the same of a batch', async () => {
		const { executeWorkflow } = keyed.tables;
		const batch = { ...options, duplicateProtection: 'batch', batchName: '2026-11' };
		const run = async (...sheet: Array<ReturnType<typeof row>>) =>
			(await service.add(sheet, batch, { ...CONTINUE, executeWorkflow })).hints;
		expect((await run(row(ana))).at(-1)).toBe(where);
		const told = `1 of 2 rows skipped, since they were paid before. ${where}`;
		expect(await run(row(ana), row(bruno))).toEqual([told]);
	});
});

describe('other operations', () => {
	test('count the rows that failed under Continue', async () => {
		const { hints } = await service.run({
			...{ parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' } },
			...{ rows: [{ id: 'nobody' }, { id: '' }], ...CONTINUE },
		});
		expect(hints).toEqual(['2 of 2 rows failed; "error" and "details" of their items say why']);
	});

	test('Create or Update counts what became of the customers', async () => {
		const contact = ({ taxId, name, email }: typeof ana) => ({ taxId, name, email });
		const { hints } = await service.run({
			parameters: {
				...{ resource: 'customer', operation: 'upsert', options: {} },
				...{ taxId: '={{ $json.taxId }}', name: '={{ $json.name }}', email: '={{ $json.email }}' },
			},
			rows: [
				{ ...contact(ana), name: 'Ana S.' },
				contact(bruno),
				contact(carla),
				{ taxId: '93541134780', name: 'Nova', email: 'nova@example.com' },
				{ taxId: '', name: 'Sem', email: 'sem@example.com' },
			],
			...CONTINUE,
		});
		expect(hints).toEqual([
			'Customers: 1 created, 1 updated, 2 unchanged',
			'1 of 5 rows failed; "error" and "details" of their items say why',
		]);
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
