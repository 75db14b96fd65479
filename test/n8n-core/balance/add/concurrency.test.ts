import type { IDataObject } from 'n8n-workflow';
import { ISSUE } from './given';
import { row } from './people';
import { Service, times } from './support';

// How many requests are in flight at once.
// promises.md P40

const service = Service.forThisFile();
// Rows take their time.
jest.setTimeout(30_000);

const LOOK = 'GET /transactions/add-balance/{id}';
const WAIT = { waitForCompletion: true, waitTimeout: 20 };

const rowsOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => row(n + 1));

async function inFlight(route = ISSUE): Promise<number[]> {
	return (await service.admin.journal({ route })).map((entry) => entry.inFlight);
}
const most = async (route?: string) => Math.max(...(await inFlight(route)));

test('without Concurrency, the first row goes alone, then as many as GMC can take, never more than 100', async () => {
	await service.slow(150);
	expect((await service.add(rowsOf(120))).outcomes).toEqual(times(120, 'issued'));
	const found = await inFlight();
	expect(found.slice(0, 2)).toEqual([1, 1]);
	expect(Math.max(...found)).toBeGreaterThan(8);
	expect(Math.max(...found)).toBeLessThanOrEqual(100);
});

test('waiting for completion finds out as well, also from lookups that do not show the addition yet', async () => {
	const additions = { initialStatus: 'PENDING', settleAfterSeconds: 3 } as const;
	await service.restart({ additions });
	await service.slow(60, { route: LOOK });
	await service.refuse({ route: LOOK, times: 60 }, 417);
	const { items } = await service.add(rowsOf(60), WAIT);
	expect(items.map(({ json }) => json.status)).toEqual(times(60, 'COMPLETED'));
	const found = await inFlight(LOOK);
	expect(Math.max(...found.slice(0, 60))).toBeGreaterThan(4);
	expect(Math.max(...found)).toBeLessThanOrEqual(100);
});

test('a number that is given stays as it is', async () => {
	await service.slow(50);
	await service.add(rowsOf(30), { concurrency: 3 });
	const found = await inFlight();
	expect(found.slice(0, 2)).toEqual([1, 1]);
	expect(Math.max(...found)).toBe(3);
});

test('Create or Update sends several at once, never more than 15', async () => {
	const route = 'POST /customers';
	await service.slow(100, { route });
	const { items } = await service.run({
		parameters: {
			resource: 'customer',
			operation: 'upsert',
			options: { taxIdFormat: 'asIs' },
			taxId: '={{ $json.key }}',
			name: '={{ $json.key }}',
			email: '={{ $json.key }}@example.com',
		},
		rows: rowsOf(80),
	});
	expect(items).toHaveLength(80);
	expect(await most(route)).toBeGreaterThan(4);
	expect(await most(route)).toBeLessThanOrEqual(15);
});
