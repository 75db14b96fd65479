import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../../harness/engine/dataTables';
import type { GmcRun } from '../../../../harness/engine/engine';
import {
	addParameters,
	ISSUE,
	LIST_CUSTOMERS,
	outcomeOf,
	Service,
} from '../../../../harness/engine/service';
import { headersOf } from '../../../../harness/sandbox/useSandbox';
import { DEMO_CUSTOMERS, DEMO_USER } from '../../../../sandbox/seeds';
import type { FaultAction } from '../../../../sandbox/state/faults';

// An order with a key does without a list of customers, by what this process knew of them a few minutes ago.
// Whatever has become of them since: whom the row names is paid, once, and nobody else.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const OTHER = '12345678909';
const ECHOES = ['asSent', '_id', 'taxId'] as const;

let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
});

/** One order. */
async function order(
	key: string | undefined,
	customer: string,
	options: IDataObject = {},
	parameters: IDataObject = { idempotencyKey: '={{ $json.key }}' },
): Promise<GmcRun> {
	return await service.add([{ key, customer, amount: 10 }], options, {
		...{ onError: 'continueRegularOutput', executeWorkflow: tables.executeWorkflow },
		parameters: { ...addParameters(options), ...parameters } as never,
	});
}

const outcome = async (...args: Parameters<typeof order>) =>
	outcomeOf((await order(...args)).items[0]);

/** What another program does at the service, of which n8n hears nothing. */
async function elsewhere(method: 'POST' | 'PATCH' | 'DELETE', path: string, data?: object) {
	const { baseUrl } = service.sandbox;
	const { email, senha } = DEMO_USER;
	const { data: session } = await axios.post(`${baseUrl}/auth/login`, { email, senha });
	const headers = headersOf(DEMO_USER, session.accessToken as string);
	await axios.request({ method, url: `${baseUrl}/customers${path}`, data, headers });
}

const lose = async (type: Extract<FaultAction, { type: `commit${string}` }>['type']) =>
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } as FaultAction });
const lists = async () => await service.asked(LIST_CUSTOMERS);

describe('an order with a key', () => {
	test('lists the customers once in a while, and not for the next order', async () => {
		await order('k1', ana.taxId);
		expect(await outcome('k2', bruno._id)).toBe('issued');
		expect(await outcome('k3', ana.taxId)).toBe('issued');
		expect(await lists()).toBe(1);
	});

	test('for a customer that is new at the service lists them anew', async () => {
		await order('k1', ana.taxId);
		await elsewhere('POST', '', { taxId: OTHER, name: 'Nova', email: 'nova@example.com' });
		expect(await outcome('k2', OTHER)).toBe('issued');
		expect(await outcome('k3', OTHER)).toBe('issued');
		expect(await lists()).toBe(2);
	});

	test('for a customer that nobody knows is refused after one new list', async () => {
		await order('k1', ana.taxId);
		expect(await outcome('k2', OTHER)).toBe('rejected');
		expect([await lists(), await service.asked(ISSUE)]).toEqual([2, 1]);
	});

	test('lists them for each run under History', async () => {
		const history = { duplicateProtection: 'history' };
		await order('k1', ana.taxId, history);
		await order('k2', bruno.taxId, history);
		expect(await lists()).toBe(2);
	});
});

test('rows without a key list the customers in each run', async () => {
	await order(undefined, ana.taxId, {}, {});
	await order(undefined, bruno.taxId, {}, {});
	expect(await lists()).toBe(2);
});

describe('a customer operation of the same n8n is known at once', () => {
	const run = async (operation: string, parameters: IDataObject) =>
		await service.run({
			parameters: { resource: 'customer', operation, ...parameters } as never,
			rows: [{}],
		});
	const anaById = { customer: { __rl: true, mode: 'id', value: ana._id } };

	test('a new one is paid without a list', async () => {
		await order('k1', ana.taxId);
		await run('create', { taxId: OTHER, name: 'Nova', email: 'nova@example.com' });
		const before = await lists();
		expect(await outcome('k2', OTHER)).toBe('issued');
		expect(await lists()).toBe(before);
	});

	test('a changed tax ID is sent as it is spelt now, and the old one names nobody', async () => {
		await order('k1', ana.taxId);
		await run('update', { ...anaById, updateFields: { taxId: OTHER } });
		const before = await lists();
		expect(await outcome('k2', OTHER)).toBe('issued');
		expect(await lists()).toBe(before);
		expect(await outcome('k3', ana.taxId)).toBe('rejected');
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test('a deleted one is refused before anything is sent', async () => {
		await order('k1', ana.taxId);
		await run('delete', anaById);
		expect(await outcome('k2', ana.taxId)).toBe('rejected');
		expect(await service.asked(ISSUE)).toBe(1);
	});
});

describe.each(ECHOES)('where answers and lists call the customer by %s', (echo) => {
	beforeEach(async () => {
		await service.restart({
			additions: { echoCustomerIdentifier: echo },
			customers: { duplicateTaxId: 'allow' },
		});
		await order('before', ana.taxId);
		await order('before too', bruno.taxId);
	});

	const paid = async () => [await service.charged(ana._id), await service.charged(bruno._id)];

	/** Ana's tax ID is Bruno's by now. */
	const move = async () => {
		await elsewhere('PATCH', `/${ana._id}`, { taxId: OTHER });
		await elsewhere('PATCH', `/${bruno._id}`, { taxId: ana.taxId });
	};

	test('a tax ID that has moved pays who has it now', async () => {
		await move();
		expect(await outcome('k', ana.taxId)).toBe('issued');
		expect(await outcome('k', ana.taxId)).toBe('skipped');
		expect(await paid()).toEqual([1, 2]);
	});

	test('a tax ID that is given as an ID pays who has it now, too', async () => {
		await move();
		const customer = { __rl: true, mode: 'id', value: '={{ $json.customer }}' };
		const parameters = { idempotencyKey: '={{ $json.key }}', customer };
		expect(await outcome('k', ana.taxId, {}, parameters)).toBe('issued');
		expect(await paid()).toEqual([1, 2]);
	});

	test('an _id pays its customer, whatever the tax ID is', async () => {
		await move();
		expect(await outcome('k', ana._id)).toBe('issued');
		expect(await outcome('k', bruno._id, {}, { idempotencyKey: 'another' })).toBe('issued');
		expect(await paid()).toEqual([2, 2]);
	});

	test('a tax ID that has moved is not paid twice when the answer is lost', async () => {
		await move();
		await lose('commitThenReset');
		expect(['issued', 'unknown']).toContain(await outcome('k', ana.taxId));
		const again = await outcome('k', ana.taxId, { keyHold: 0 });
		expect(['skipped', 'unknown']).toContain(again);
		expect(await paid()).toEqual([1, 2]);
	});

	test("a tax ID that has moved is not taken for paid by another's addition", async () => {
		await move();
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'resetBefore' } });
		let isMade = false;
		// Somebody tops Ana up by hand while this run looks for what it has lost.
		tables.before = async () => {
			const isLost = tables.tables.at(0)?.rows.some(({ outcome: one }) => one === 'unknown');
			if (!isLost || isMade) return;
			isMade = true;
			await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		};
		const { items } = await order('k', ana.taxId);
		expect([isMade, outcomeOf(items[0])]).toEqual([true, 'unknown']);
		expect(await paid()).toEqual([2, 1]);
	});

	test.each([ana.taxId, ana._id])('a customer deleted since is not paid (%s)', async (customer) => {
		await elsewhere('DELETE', `/${ana._id}`);
		expect(await outcome('k', customer)).toBe('rejected');
		// The refusal has told that what was known is old.
		expect(await outcome('k', customer)).toBe('rejected');
		expect(await service.asked(ISSUE)).toBe(3);
		expect(await service.charged(bruno._id)).toBe(1);
	});

	test.each([false, true])(
		'a tax ID that a second customer has got pays one of the two, once (answer lost: %s)',
		async (isLost) => {
			const second = { taxId: ana.taxId, name: 'Outra Ana', email: 'outra@example.com' };
			await elsewhere('POST', '', second);
			if (isLost) await lose('commitThenReset');
			expect(await outcome('k', ana.taxId)).toBe('issued');
			expect(await outcome('k', ana._id, { keyHold: 0 })).toBe('skipped');
			expect(await service.charged(bruno._id)).toBe(1);
			expect(await service.asked(ISSUE)).toBe(3);
		},
	);
});
