import { sleep } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import type { DataTables, TableOperation } from '../../../../harness/engine/dataTables';
import { startGmc, toGmcRun } from '../../../../harness/engine/engine';
import { addParameters } from '../../../../harness/engine';
import { QUEUE } from '../../../../nodes/Gmc/ledger/nameQueue';
import { SHARED } from '../../../../nodes/Gmc/ledger/sharedCalls';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import { ISSUE, KEY, RECENT } from './given';
import { ana, row } from './people';
import { Service, times } from './support';

// Many runs at once: they line up for names, and share the calls of the table. What is shared fails alone.

const service = Service.forThisFile();
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const order = (key: string, amount = 10) => row(amount, { key });
/** Each is an execution of its own. */
const deliver = async (rows: IDataObject[], options: IDataObject = KEY) =>
	(await Promise.all(rows.map(async (one) => await service.addOn([one], options)))).map(
		({ outcomes }) => outcomes[0],
	);
const orders = (count: number) => Array.from({ length: count }, (_, at) => order(`k${at}`, at + 1));
const sent = async () => await service.asked(ISSUE);
const ledger = () => service.ledger.map(({ key, outcome }) => `${key} ${outcome}`).sort();

/** Calls of the table, each with its operations. */
let calls: string[][];
const watch = (tables: DataTables, before: (call: string[]) => Promise<void> | void = () => {}) => {
	calls = [];
	tables.beforeCall = () => void calls.push([]);
	tables.before = async (operation: TableOperation) => {
		calls.at(-1)!.push(operation);
		// So long as others come meanwhile.
		await sleep(3);
		await before(calls.at(-1)!);
	};
};

beforeEach(async () => {
	// The table is known, and somebody is logged in.
	await service.addOn([order('before', 99)], KEY);
	watch(service.tables);
});

test('twenty orders at once share the calls of the table, and each is paid once', async () => {
	expect(await deliver(orders(20))).toEqual(times(20, 'issued'));
	expect(await sent()).toBe(21);
	// Without sharing, each takes three.
	expect(calls.length).toBeLessThan(40);
	expect(ledger()).toHaveLength(21);
	expect(ledger().filter((one) => !one.endsWith(' issued'))).toEqual([]);
});

test('an order that is delivered four times at once is paid once, and looked at once by each', async () => {
	const outcomes = await deliver(times(4, 'k').map((key) => order(key)));
	expect(outcomes.sort()).toEqual(['issued', ...times(3, 'skipped')]);
	expect(await sent()).toBe(2);
	const inserts = calls.flat().filter((operation) => operation === 'row insert');
	// The claim, and its result.
	expect(inserts).toHaveLength(2);
});

test('under Recent, equal rows of two executions at once are paid once', async () => {
	const outcomes = await deliver([row(10), row(10)], RECENT);
	expect(outcomes.sort()).toEqual(['issued', 'rejected']);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test('sheets with the same keys in other orders do not wait for each other', async () => {
	const sheet = orders(6);
	const sheets = [sheet, [...sheet].reverse(), sheet.slice(2)];
	const runs = await Promise.all(sheets.map(async (rows) => await service.addOn(rows, KEY)));
	const all = runs.flatMap(({ outcomes }) => outcomes);
	expect(all.filter((one) => one === 'issued')).toHaveLength(6);
	expect(all.filter((one) => one === 'skipped')).toHaveLength(10);
});

test('a run waits only a while for one that hangs, and the claim decides', async () => {
	jest.replaceProperty(QUEUE, 'waitMs', 20);
	await service.slow(600, { nth: 1 });
	const first = service.addOn([order('k')], KEY);
	await sleep(100);
	const second = await service.addOn([order('k')], KEY);
	expect((await first).outcomes).toEqual(['issued']);
	expect(['skipped', 'unknown']).toContain(second.outcomes[0]);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test('a name is free again once its run has failed', async () => {
	await service.refuse({ times: 1, nth: 1 });
	const both = await deliver([order('k'), order('k')]);
	expect(both.sort()).toEqual(['issued', 'rejected']);
});

test('a dry run does not wait for a name', async () => {
	await service.slow(400, { nth: 1 });
	const paying = service.addOn([order('k')], KEY);
	await sleep(100);
	const from = performance.now();
	await service.addOn([order('k')], { ...KEY, dryRun: true });
	expect(performance.now() - from).toBeLessThan(250);
	await paying;
});

test('a run that is cancelled lets the next one go on with its name, and its results are written', async () => {
	await service.slow(300, { nth: 1 });
	const parameters = addParameters(KEY);
	const setup = { ...CONTINUE, parameters, rows: [order('k')] };
	const first = startGmc(service.credential, setup);
	await sleep(60);
	const second = service.addOn([order('k')], KEY);
	first.cancel();
	await first.catch(() => {});
	expect((await second).outcomes[0]).toMatch(/skipped|issued|unknown/);
	expect(await service.charged(ana.taxId, 10)).toBeLessThanOrEqual(1);
});

describe('what is shared fails alone', () => {
	const isShared = (items: number) => items > 1;
	/** Lets calls with the operation fail that are about several runs. @param first whether it fails before it does anything */
	const failShared = (operation: TableOperation, message = 'database is locked') => {
		const { executeWorkflow } = service.tables;
		const failing: number[] = [];
		const execute: typeof executeWorkflow = async (info, data, options) => {
			const { nodes } = info.code!;
			const has = nodes.some(({ parameters }) => parameters.operation === operation.slice(4));
			const items = options.inputData?.length ?? 0;
			if (has && isShared(items)) {
				failing.push(items);
				if (message === 'timed out') await executeWorkflow(info, data, options);
				throw new Error(message);
			}
			return await executeWorkflow(info, data, options);
		};
		return { execute, failing };
	};
	const deliverWith = async (
		rows: IDataObject[],
		executeWorkflow: DataTables['executeWorkflow'],
	) => {
		const runs = rows.map(async (one) => await service.addOn([one], KEY, { executeWorkflow }));
		return (await Promise.all(runs)).map(({ outcomes }) => outcomes[0]);
	};

	test.each([
		['a claim or result that did nothing', 'row insert', 'database is locked'],
		['a claim or result that was committed', 'row insert', 'timed out'],
		['a change that did nothing', 'row deleteRows', 'database is locked'],
		['a change that was done', 'row deleteRows', 'timed out'],
	])('%s is repeated by each run', async (_, operation, message) => {
		const { execute, failing } = failShared(operation as TableOperation, message);
		expect(await deliverWith(orders(8), execute)).toEqual(times(8, 'issued'));
		expect(failing.length).toBeGreaterThan(0);
		expect(await sent()).toBe(9);
		expect(ledger()).toEqual(['before issued', ...orders(8).map(({ key }) => `${key} issued`)]);
	});

	test('a row that the table refuses keeps back its own run only', async () => {
		const { executeWorkflow } = service.tables;
		const execute: typeof executeWorkflow = async (info, data, options) => {
			if (options.inputData?.some(({ json }) => json.key === 'k3'))
				throw new Error('value of column key is refused');
			return await executeWorkflow(info, data, options);
		};
		const outcomes = await deliverWith(orders(8), execute);
		expect(outcomes).toEqual(orders(8).map((_, at) => (at === 3 ? 'notAttempted' : 'issued')));
		expect(await sent()).toBe(8);
	});

	test('where the table is full, each run says so, and nothing is sent', async () => {
		service.tables.before = (operation) => {
			if (operation === 'row insert') throw new Error('Data table size limit exceeded');
		};
		const runs = await Promise.all(orders(6).map(async (one) => await service.addOn([one], KEY)));
		for (const { items } of runs)
			expect(String(items[0].json.error)).toMatch(/size limit exceeded/);
		expect(await sent()).toBe(1);
	});

	test('a run that makes the call and is cancelled holds nobody up', async () => {
		const parameters = addParameters(KEY);
		const all = orders(8);
		const started = all.map((one) =>
			startGmc(service.credential, { ...CONTINUE, parameters, rows: [one] }),
		);
		await sleep(15);
		const cancelled = [started[3], started[7]];
		for (const one of cancelled) one.cancel();
		const runs = await Promise.all(started.filter((one) => !cancelled.includes(one)));
		expect(runs.flatMap((one) => toGmcRun(one).outcomes)).toEqual(times(6, 'issued'));
		await Promise.all(cancelled);
		for (const one of all)
			expect(await service.charged(ana.taxId, Number(one.amount))).toBeLessThan(2);
	});

	test('the calls of two workflows, and of two ledgers, are not shared', async () => {
		const options = [KEY, { ...KEY, ledgerTable: 'Another ledger' }];
		for (const one of options) await service.addOn([order('first', 98)], one);
		watch(service.tables);
		const runs = await Promise.all(
			orders(8).map(async (one, at) => await service.addOn([one], options[at % 2])),
		);
		expect(runs.flatMap(({ outcomes }) => outcomes)).toEqual(times(8, 'issued'));
		const own = service.tables.named('Another ledger').rows.map(({ key }) => key);
		expect(own.filter(Boolean).sort()).toEqual(['first', 'k1', 'k3', 'k5', 'k7']);
	});

	test('dry runs at the same moment share what they read, and write nothing', async () => {
		const before = ledger();
		const options = { ...KEY, dryRun: true };
		expect(await deliver(orders(6), options)).toEqual(times(6, 'planned'));
		expect(ledger()).toEqual(before);
	});
});

test('runs that find no table yet look it up once', async () => {
	forgetProcess();
	watch(service.tables);
	expect(await deliver(orders(10))).toEqual(times(10, 'issued'));
	expect(calls.flat().filter((operation) => operation === 'table list')).toHaveLength(1);
});

test('the first orders of a workflow, each delivered twice at once, do not wait for each other in a circle', async () => {
	const twice = orders(6).flatMap((one) => [one, one]);
	const outcomes = await deliver(twice, { ...KEY, ledgerTable: 'New' });
	expect(outcomes.sort()).toEqual([...times(6, 'issued'), ...times(6, 'skipped')]);
	// A circle lasts until one gives up, after ten seconds.
}, 8_000);

test('two processes share nothing, and pay once', async () => {
	jest.replaceProperty(QUEUE, 'waitMs', 0);
	jest.replaceProperty(SHARED, 'waitMs', 0);
	const outcomes = await deliver(times(4, 'k').map((key) => order(key)));
	expect(outcomes.filter((one) => one === 'issued')).toHaveLength(1);
	expect(await sent()).toBe(2);
});
