import { ana, bruno, customer } from '../balance/add/people';
import type { PolledTrigger } from '../../../harness/engine/engine';
import { LIST_ADDITIONS, LIST_CUSTOMERS, Service } from '../../../harness/engine/service';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';
import {
	DAY_MS,
	ids,
	listenToLog,
	restarted,
	stopN8nClock,
	triggersOf,
} from '../../../harness/engine/triggers';

const service = Service.forThisFile();
const trigger = triggersOf(service);
const CORRECTED = '12345678909';
const HOUR_MS = 3_600_000;
const by = (mode: string, value: string | number) => ({ __rl: true, mode, value });

describe('the filter by customer', () => {
	test.each([by('list', ''), by('id', '..'), ''])('of nobody is refused: %j', async (customer) => {
		const gmc = trigger({ options: { customer } });
		await expect(gmc.poll()).rejects.toThrow(/^The customer is empty|is not an ID of GMC/);
		expect(await service.admin.journal()).toEqual([]);
	});

	test('that names nobody is an error when the workflow is activated', async () => {
		const gmc = trigger({ options: { customer: by('taxId', '98765432100') } });
		await expect(gmc.poll()).rejects.toThrow(
			/customer was not found.*the tax ID …2100\. Correct 'Customer'/,
		);
	});

	test('goes on by ID when the customer is deleted later', async () => {
		const parameters = { options: { customer: by('id', ana._id) } };
		const before = trigger(parameters);
		await before.poll();
		await customer(service, 'delete', { customer: ana._id });
		const after = trigger(parameters, before.staticData);
		const { _id } = await service.admin.createAddition({ customerIdentifier: ana._id });
		stopN8nClock(HOUR_MS + 1_000);
		expect(ids(await after.poll())).toEqual([_id]);
	});
});

// With a new baseline, what is there already starts nothing. A change gives the new parameters, if it is one of them.
const otherLogin = { loginEndpoint: 'integration', clientSecret: 'other' };
test.each<[string, boolean, () => object | Promise<void>]>([
	['begins with another event', false, () => ({ event: 'additionStatusChanged' })],
	['begins with another customer', false, () => ({ options: { customer: by('id', ana._id) } })],
	['begins with another account', false, async () => await service.useOtherAddress()],
	['does not begin with a longer look-back', true, () => ({ options: { lookBackDays: 30 } })],
	['does not begin with Include Existing', true, () => ({ options: { emitExisting: true } })],
	['does not begin with a minimum of 0: none', true, () => ({ options: { minimumAmount: 0 } })],
	['does not begin with another login', true, async () => await service.useCredential(otherLogin)],
])('a new baseline %s', async (_, isEmitted, change) => {
	const before = trigger();
	await before.poll();
	const first = await issueTo(ana._id);
	const after = trigger((await change()) ?? {}, before.staticData);
	expect(ids(await after.poll())).toEqual(isEmitted ? [first] : []);
	const second = await issueTo(ana._id);
	expect(ids(await after.poll())).toEqual([second]);
});

// GMC corrects the tax ID of the customer that is watched.

/** PATCH of the customer (service.md 4.7). */
const correct = async (_id: string, taxId: string) =>
	await customer(service, 'update', { customer: _id, updateFields: { taxId } });

const issueTo = async (customerIdentifier: string, status = 'COMPLETED') =>
	(await service.admin.createAddition({ customerIdentifier, status }))._id;

const after = (before: PolledTrigger, parameters: object) => trigger(parameters, restarted(before));

describe.each([
	['by ID', { options: { customer: by('id', ana._id) } }],
	['by the tax ID that she had', { options: { customer: by('taxId', ana.taxId) } }],
])('a customer who is watched %s, and whose tax ID is corrected', (_, parameters) => {
	test('is recognized within the hour: nothing of hers is lost or comes twice', async () => {
		const gmc = trigger(parameters);
		await gmc.poll();
		await correct(ana._id, CORRECTED);
		const byId = await issueTo(ana._id);
		const byNewName = await issueTo(CORRECTED);
		await issueTo(bruno._id);
		expect(ids(await gmc.poll())).toEqual([byId]);
		stopN8nClock(HOUR_MS + 1);
		expect(ids(await gmc.poll())).toEqual([byNewName]);
		expect(await gmc.poll()).toEqual([]);
		expect(await service.asked(LIST_CUSTOMERS)).toBe(2);
	});

	test('is recognized after a restart, by every identifier that she has had', async () => {
		const before = trigger(parameters);
		await before.poll();
		const byOldName = await issueTo(ana.taxId);
		await correct(ana._id, CORRECTED);
		const since = [byOldName, await issueTo(ana._id), await issueTo(CORRECTED)];
		await issueTo(bruno._id);
		stopN8nClock(HOUR_MS + 1);
		const second = after(before, parameters);
		expect(ids(await second.poll()).sort()).toEqual(since.sort());
		const again = await issueTo(CORRECTED);
		expect(ids(await after(second, parameters).poll())).toEqual([again]);
	});

	test('is found by the stored identifiers when the customers cannot be listed', async () => {
		const before = trigger(parameters);
		await before.poll();
		const made = [await issueTo(ana._id), await issueTo(ana.taxId)];
		await service.fault({ type: 'status', status: 503 }, { route: LIST_CUSTOMERS });
		stopN8nClock(HOUR_MS + 1);
		expect(ids(await after(before, parameters).poll()).sort()).toEqual(made.sort());
	});
});

// What is not listed any more is looked up, and was hers when it was listed.
test.each([false, true])(
	'hers, though her tax ID was corrected (simplify %s)',
	async (simplify) => {
		await service.restart({ additions: { echoCustomerIdentifier: 'taxId' } });
		const parameters = { simplify, options: { customer: by('id', ana._id) } };
		const createdAt = new Date(Date.now() - 20 * DAY_MS).toISOString();
		const pending = { customerIdentifier: ana._id, status: 'PENDING', createdAt };
		const { _id } = await service.admin.createAddition(pending);
		const wide = trigger({ simplify, options: { ...parameters.options, lookBackDays: 30 } });
		expect(await wide.poll()).toEqual([]);
		const gmc = trigger(parameters, wide.staticData);
		// It is listed once more, missing, and due.
		for (let poll = 0; poll < 3; poll++) expect(await gmc.poll()).toEqual([]);
		await correct(ana._id, CORRECTED);
		await service.admin.settle(_id, 'COMPLETED');
		const came: Array<{ id?: unknown; _id?: unknown }> = [...(await gmc.poll())];
		stopN8nClock(2 * HOUR_MS);
		came.push(...(await gmc.poll()));
		expect(came.map((one) => one.id ?? one._id)).toEqual([_id]);
	},
);

test('where GMC masks tax IDs, nothing starts, and the log says so', async () => {
	await service.restart({ additions: { echoCustomerIdentifier: 'masked' } });
	const log = listenToLog();
	const parameters = { options: { customer: by('id', ana._id) } };
	const gmc = trigger(parameters);
	await gmc.poll();
	await issueTo(ana._id);
	await issueTo(bruno._id);
	expect(await gmc.poll()).toEqual([]);
	const said = 'GMC names no customer in 2 top-ups of the look-back.';
	expect(log.join()).toContain(said);
	await expect(trigger(parameters).poll('manual')).rejects.toMatchObject({
		description: expect.stringContaining(said) as string,
	});
});

test('an earlier tax ID that another customer has now is not hers any more', async () => {
	const parameters = { options: { customer: by('id', ana._id) } };
	const before = trigger(parameters);
	await before.poll();
	await correct(ana._id, CORRECTED);
	await correct(bruno._id, ana.taxId);
	await issueTo(ana.taxId);
	stopN8nClock(HOUR_MS + 1);
	expect(await after(before, parameters).poll()).toEqual([]);
});

test('the item of another customer is no event of hers', async () => {
	const options = { customer: by('id', ana._id) };
	const gmc = trigger({ event: 'additionFailed', options });
	await gmc.poll();
	const items = [
		{ customerIdentifier: ana.taxId, sourceAmount: 10, status: 'COMPLETED' },
		{ customerIdentifier: bruno.taxId, sourceAmount: 20, status: 'FAILED' },
	];
	const createdAt = String(Date.now());
	const body = [{ _id: 'two', status: 'COMPLETED', createdAt, items }];
	await service.fault({ type: 'json', status: 200, body }, { route: LIST_ADDITIONS });
	expect(await gmc.poll()).toEqual([]);
	const completed = trigger({ simplify: true, options: { ...options, emitExisting: true } });
	expect(await completed.poll()).toMatchObject([{ amount: 10, status: 'COMPLETED' }]);
});

describe('Minimum Amount', () => {
	const options = { minimumAmount: 100 };
	const wide = { options: { ...options, lookBackDays: 30 } };
	const createdAt = new Date(Date.now() - 20 * DAY_MS).toISOString();

	/** A trigger with a shorter look-back, which the addition has left; before, its amount could not be read. */
	async function lookingBackLess(amount: number, as: 'amountNull' | 'noItems') {
		const { _id } = await service.admin.createAddition({ amount, status: 'PENDING', createdAt });
		await service.fault({ type: 'garble', every: 1, as }, { route: LIST_ADDITIONS });
		const before = trigger(wide);
		await before.poll();
		await service.admin.clearFaults();
		return { before, _id };
	}

	test.each(['amountNull', 'noItems'] as const)(
		'is that of what is looked up, too: %s at first',
		async (as) => {
			for (const [amount, isEmitted] of [
				[5, false],
				[500, true],
			] as const) {
				const { before, _id } = await lookingBackLess(amount, as);
				const gmc = trigger({ options }, before.staticData);
				for (let poll = 0; poll < 3; poll++) expect(await gmc.poll()).toEqual([]);
				await service.admin.settle(_id, 'COMPLETED');
				expect(ids(await gmc.poll())).toEqual(isEmitted ? [_id] : []);
				expect(await gmc.poll()).toEqual([]);
			}
		},
	);

	test('what the list shows is not looked up, although it is too small', async () => {
		const { before, _id } = await lookingBackLess(5, 'noItems');
		for (let poll = 0; poll < 4; poll++) expect(await before.poll()).toEqual([]);
		await service.admin.settle(_id, 'COMPLETED');
		for (let poll = 0; poll < 2; poll++) expect(await before.poll()).toEqual([]);
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(0);
	});
});
