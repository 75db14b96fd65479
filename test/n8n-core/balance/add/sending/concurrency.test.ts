import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';
import { DEMO_CUSTOMERS, ISSUE, Service, outcomeOf } from '../../../../../harness/engine';
import { listenToLog } from '../../../../../harness/engine/triggers';

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
// Rows take their time.
jest.setTimeout(30_000);

const LOOK = 'GET /transactions/add-balance/{id}';

const rowsOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ customer: ana.taxId, amount: n + 1 }));

async function inFlight(route = ISSUE): Promise<number[]> {
	return (await service.admin.journal({ route })).map((entry) => entry.inFlight);
}

afterEach(() => jest.restoreAllMocks());

describe('without Concurrency', () => {
	test('the first row goes alone, then as many as GMC bears, never more than 100', async () => {
		await service.restart({ capacity: { workMs: 150 } });
		const lines = listenToLog(ExecuteContext);
		const { items } = await service.add(rowsOf(120));
		expect(new Set(items.map(outcomeOf))).toEqual(new Set(['issued']));
		const found = await inFlight();
		expect(found.slice(0, 2)).toEqual([1, 1]);
		expect(Math.max(...found)).toBeGreaterThan(8);
		expect(Math.max(...found)).toBeLessThanOrEqual(100);
		expect(lines).toEqual([
			expect.stringMatching(
				/^debug GMC of workflow ".*": Additions in flight at once: \d+ at most; \d+ may be at the end$/,
			),
		]);
	});

	test('a GMC that does one at a time gets no line that comes near the Timeout', async () => {
		await service.restart({ capacity: { workers: 1, workMs: 100 } });
		const lines = listenToLog(ExecuteContext);
		const { items } = await service.add(rowsOf(60), { timeout: 1 });
		expect(new Set(items.map(outcomeOf))).toEqual(new Set(['issued']));
		expect(Math.max(...(await inFlight()))).toBeLessThanOrEqual(4);
		expect(lines[0]).toMatch(/ [1-4] may be at the end$/);
	});

	test('what is refused at once does not tell what GMC bears', async () => {
		await service.restart({ capacity: { workers: 1, workMs: 100, refusals: 'atOnce' } });
		const rows = rowsOf(90);
		const nth = rows.map((_, n) => n + 1).filter((n) => n % 3 > 0);
		const body = { statusCode: 422, message: 'Not this one' };
		await service.admin.addFault({
			route: ISSUE,
			nth,
			action: { type: 'status', status: 422, body },
		});
		const setup = { onError: 'continueRegularOutput' } as const;
		const { items } = await service.add(rows, { timeout: 1 }, setup);
		expect(new Set(items.map(outcomeOf))).toEqual(new Set(['rejected', 'issued']));
		expect(Math.max(...(await inFlight()))).toBeLessThanOrEqual(4);
	});

	test('a lookup that does not show the addition yet tells as much as any other', async () => {
		await service.restart({
			additions: { initialStatus: 'PENDING', settleAfterSeconds: 3 },
			capacity: { workMs: 100, routes: [LOOK] },
		});
		const body = { statusCode: 417, message: 'Not found' };
		await service.admin.addFault({
			route: LOOK,
			times: 60,
			action: { type: 'status', status: 417, body },
		});
		const options = { waitForCompletion: true, waitTimeout: 20 };
		await service.add(rowsOf(60), options);
		expect(Math.max(...(await inFlight(LOOK)).slice(0, 60))).toBeGreaterThan(4);
	});

	test('an answer that is lost halves it, and is looked up before anything else is sent', async () => {
		await service.restart({ capacity: { workMs: 100 } });
		await service.lose('done', 30);
		const lines = listenToLog(ExecuteContext);
		const { items } = await service.add(rowsOf(40));
		expect(items.map(outcomeOf)).toEqual(rowsOf(40).map(() => 'issued'));
		expect(await service.asked(ISSUE)).toBe(40);
		const [, most, atEnd] = /: (\d+) at most; (\d+) may be at the end$/.exec(lines[0])!.map(Number);
		expect(atEnd).toBeLessThan(most);
	});

	test('waiting for completion finds out as well', async () => {
		await service.restart({
			additions: { initialStatus: 'PENDING', settleAfterSeconds: 2 },
			capacity: { workMs: 60, routes: [LOOK] },
		});
		const options = { waitForCompletion: true, waitTimeout: 20 };
		const lines = listenToLog(ExecuteContext);
		const { items } = await service.add(rowsOf(60), options);
		expect(items.map(({ json }) => json.status)).toEqual(rowsOf(60).map(() => 'COMPLETED'));
		const found = await inFlight(LOOK);
		expect(Math.max(...found)).toBeGreaterThan(4);
		expect(Math.max(...found)).toBeLessThanOrEqual(100);
		expect(lines[1]).toMatch(/: Lookups in flight at once: \d+ at most/);
	});
});

test('a lookup that is late halves it as well, and none goes out after the time that was given', async () => {
	const pending = { initialStatus: 'PENDING', settleAfterSeconds: null } as const;
	await service.restart({ additions: pending, capacity: { workMs: 20, routes: [LOOK] } });
	const options = { waitForCompletion: true, waitTimeout: 5, timeout: 1 };
	const running = service.add(rowsOf(80), options);
	while ((await service.asked(LOOK)) < 100) await sleep(20);
	await service.admin.configure({ capacity: { workers: 1, workMs: 150, routes: [LOOK] } });
	await running;
	// What is on the wire arrives, also where the machine is busy.
	await sleep(500);
	const found = await inFlight(LOOK);
	// How far it gets in the first seconds depends on the machine.
	expect(Math.min(...found.slice(-20))).toBeLessThanOrEqual(Math.max(...found) / 2);
	// Longer than the longest pause before a lookup would be repeated.
	await sleep(500);
	expect(await service.asked(LOOK)).toBe(found.length);
});

test('a number that is given stays as it is', async () => {
	await service.restart({ capacity: { workMs: 50 } });
	const lines = listenToLog(ExecuteContext);
	await service.add(rowsOf(30), { concurrency: 3 });
	const found = await inFlight();
	expect(found.slice(0, 2)).toEqual([1, 1]);
	expect(Math.max(...found)).toBe(3);
	expect(lines).toEqual([]);
});

test('Create or Update sends several at once, never more than 15', async () => {
	const route = 'POST /customers';
	await service.restart({ capacity: { workMs: 100, routes: [route] } });
	const rows = Array.from({ length: 80 }, (_, n) => ({
		taxId: `X${n}`,
		name: `Cliente ${n}`,
		email: `c${n}@example.com`,
	}));
	const { items } = await service.run({
		parameters: {
			resource: 'customer',
			operation: 'upsert',
			options: { taxIdFormat: 'asIs' },
			taxId: '={{ $json.taxId }}',
			name: '={{ $json.name }}',
			email: '={{ $json.email }}',
		},
		rows,
	});
	expect(items).toHaveLength(80);
	const found = await inFlight(route);
	expect(Math.max(...found)).toBeGreaterThan(4);
	expect(Math.max(...found)).toBeLessThanOrEqual(15);
});
