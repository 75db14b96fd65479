import type { IDataObject } from 'n8n-workflow';
import { delays } from '../../../nodes/Gmc/core/pace/delays';
import { startGmc } from '../../../harness/engine/engine';
import {
	actionsOf,
	ana,
	bruno,
	CREATE,
	Customers,
	fieldsFromRow,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';
import { until } from '../../../harness/system/until';

// Runs of one process that would create the same customer, at a service that takes a second customer with a tax ID.

const customers = Customers.forThisFile();
const leave = { options: { ifExists: 'leave' } };
const joao = { ...maria, taxId: '935.411.347-80', name: 'João Teste' };

beforeEach(async () => {
	await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
});

/** Each has the list before the first creation. */
async function atOnce(sheets: IDataObject[][], setup = {}) {
	await customers.fault(LIST, { type: 'latency', ms: 300 }, sheets.length);
	return await Promise.all(
		sheets.map(async (rows) => await customers.run('upsert', rows, leave, setup)),
	);
}

test('a new customer comes out of each of them, and is created by one', async () => {
	const runs = await atOnce([[maria], [{ ...maria, taxId: '12345678909' }], [maria]]);
	const items = runs.flatMap((run) => run.items);
	expect(actionsOf(items).sort()).toEqual(['created', 'unchanged', 'unchanged']);
	expect(new Set(items.map(({ json }) => json._id)).size).toBe(1);
	expect(await customers.asked()).toEqual({ [LIST]: 5, [CREATE]: 1 });
});

test('so does each of a sheet, whose rows cost one more list together', async () => {
	const sheet = [ana, maria, joao];
	const runs = await atOnce([sheet, sheet.toReversed()]);
	expect(runs.flatMap(({ items }) => actionsOf(items)).sort()).toEqual([
		'created',
		'created',
		'unchanged',
		'unchanged',
		'unchanged',
		'unchanged',
	]);
	expect(await customers.asked()).toEqual({ [LIST]: 3, [CREATE]: 2 });
});

test('one whose answer was lost is looked for by the next', async () => {
	await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
	const setup = { onError: 'continueRegularOutput' } as const;
	const items = (await atOnce([[maria], [maria]], setup)).flatMap((run) => run.items);
	expect(actionsOf(items).sort()).toEqual(['unchanged', undefined]);
	expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
	expect((await customers.asked())[CREATE]).toBe(1);
});

test('one that was refused to the first is created by the next', async () => {
	await customers.refuse(CREATE, 1);
	const runs = await atOnce([[maria], [maria]]);
	const [refused] = runs.flatMap(({ error }) => error ?? []);
	expect(refused.message).toMatch(/refused the new customer \(400\)/);
	expect(actionsOf(runs.flatMap(({ items }) => items))).toEqual(['created']);
	expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
});

/** Runs `work` while another run is creating Maria, which takes it some time. */
async function whileCreating<T>(work: () => Promise<T>, ms = 1_500) {
	await customers.fault(CREATE, { type: 'latency', ms }, 1);
	let isOver = false;
	const creating = customers.run('upsert', [maria], leave).finally(() => (isOver = true));
	await until('the request', async () => (await customers.admin.count({ route: CREATE })) > 0);
	const result = await work();
	const wasOver = isOver;
	return { result, wasOver, created: (await creating).items };
}

test('who creates nobody, or somebody else, does not wait', async () => {
	const others = [ana, { ...bruno, name: 'Bruno Novo' }, joao];
	const work = async () => await customers.run('upsert', others);
	const { result, wasOver, created } = await whileCreating(work);
	expect(wasOver).toBe(false);
	expect(actionsOf([...result.items, ...created])).toEqual([
		'unchanged',
		'updated',
		'created',
		'created',
	]);
	expect(await customers.asked()).toEqual({ [LIST]: 2, [CREATE]: 2, [UPDATE]: 1 });
});

test('who would wait too long creates nobody, and says so', async () => {
	const { turnMs } = delays;
	delays.turnMs = 100;
	const work = async () => await customers.run('upsert', [ana, maria]);
	const { result } = await whileCreating(work).finally(() => (delays.turnMs = turnMs));
	expect(result.error).toMatchObject({
		message: expect.stringMatching(/^Row 2: another run on this account has been creating/),
		description: 'Run this row again once the other run has ended.',
	});
	expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
});

test('who is cancelled does not wait any longer, and creates nobody', async () => {
	const parameters = { resource: 'customer', operation: 'upsert', ...fieldsFromRow.upsert };
	const work = async () => {
		const running = startGmc(customers.service.credential, { parameters, rows: [maria] });
		await until('the list', async () => (await customers.admin.count({ route: LIST })) > 1);
		running.cancel();
		await running;
	};
	expect(await whileCreating(work)).toMatchObject({ wasOver: false });
	expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
});
