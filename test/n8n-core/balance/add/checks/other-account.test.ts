import type { IDataObject } from 'n8n-workflow';
import { LOOK_UP_ADDITION } from '../../../../../harness/sandbox/routes';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	OUTSIDER_USER,
	Service,
	outcomeOf,
} from '../../../../../harness/engine';
import { startSandbox } from '../../../../../sandbox/server';

// The credential is corrected between two tries: the ledger has entries of another account.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [
	{ customer: ana.taxId, amount: 1, key: 'one' },
	{ customer: bruno.taxId, amount: 2, key: 'two' },
];
const goOn = { onError: 'continueRegularOutput' as const };
const keyed = { parameters: { idempotencyKey: '={{ $json.key }}' } };

const refuse = { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } } as const;
const correctAddress = async () => await service.useOtherAddress();

const PROTECTIONS: Array<[string, IDataObject, object]> = [
	['recent', {}, {}],
	['off', { duplicateProtection: 'off' }, {}],
	['key', { duplicateProtection: 'key' }, keyed],
	['batch', { duplicateProtection: 'batch', batchName: '2026-11' }, {}],
];

test.each(PROTECTIONS)(
	'under a corrected address, Retry pays nothing twice and sends the rest (%s)',
	async (_, options, setup) => {
		await service.admin.addFault({ route: ISSUE, nth: 2, action: refuse });
		const failed = await service.add(rows, { ...options, concurrency: 1 }, setup);
		expect(failed.error).toBeDefined();
		await correctAddress();
		const { items } = await service.retry(failed, { ...options, concurrency: 1 }, setup);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
		expect([await service.charged(ana._id, 1), await service.charged(bruno._id, 2)]).toEqual([
			1, 1,
		]);
	},
);

describe('a key that has paid with an account', () => {
	const [order] = rows;
	const again = async () => (await service.add([order], {}, { ...keyed, ...goOn })).items[0].json;
	beforeEach(async () => {
		const { _id: userId } = OUTSIDER_USER;
		await service.admin.createCustomer({ userId, taxId: ana.taxId });
		expect(await again()).toMatchObject({ _gmc: { outcome: 'issued' } });
	});

	test('which is not that of today, is refused, and says which account and when', async () => {
		await service.useAccount(OUTSIDER_USER);
		const { error, details } = await again();
		expect(details).toMatchObject({ outcome: 'rejected', code: 'OTHER_ACCOUNT' });
		expect(error).toMatch(/another GMC account \(http.*integracao@.*\) at \d{4}-/);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('that cannot be asked now, is not sent', async () => {
		await correctAddress();
		const action = { type: 'status', status: 500 } as const;
		await service.admin.addFault({ route: LOOK_UP_ADDITION, action });
		const { details } = await again();
		expect(details).toMatchObject({ outcome: 'notAttempted', code: 'OTHER_ACCOUNT' });
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('under its new address, is paid', async () => {
		await correctAddress();
		expect(await again()).toMatchObject({ _gmc: { outcome: 'skipped' } });
		expect(await service.asked(ISSUE)).toBe(1);
	});
});

test('a key that may have paid with another account waits for a person', async () => {
	await service.lose('never');
	await service.add(rows.slice(0, 1), {}, { ...keyed, ...goOn });
	await correctAddress();
	const { items } = await service.add(rows, {}, { ...keyed, ...goOn });
	expect(items[0].json.details).toMatchObject({ outcome: 'notAttempted', code: 'OTHER_ACCOUNT' });
	expect(outcomeOf(items[1])).toBe('issued');
});

test('a key whose requests all went astray under a wrong address is free', async () => {
	await service.useCredential({ baseUrl: `${service.sandbox.baseUrl}/nowhere` });
	expect((await service.add(rows, {}, { ...keyed, ...goOn })).items.map(outcomeOf)).not.toContain(
		'unknown',
	);
	await service.useCredential();
	const { items } = await service.add(rows, {}, { ...keyed, ...goOn });
	expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
});

test.each(['resetBefore', undefined] as const)(
	'what was sent to another GMC, such as a sandbox, refuses no equal row (lost: %s)',
	async (type) => {
		const another = await startSandbox({ seed: 'demo' });
		try {
			await service.useCredential({ ...(await another.admin.credential()) });
			const warm = { customer: bruno.taxId, amount: 3 };
			await service.add([warm], {}, goOn);
			if (type) await another.admin.addFault({ route: ISSUE, nth: 1, action: { type } });
			const first = await service.add(rows.slice(0, 1), {}, goOn);
			expect(first.items.map(outcomeOf)).toEqual([type ? 'unknown' : 'issued']);
			await service.useCredential();
			const { items } = await service.add(rows, { maxPerDay: 3 }, goOn);
			expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
		} finally {
			await another.close();
		}
	},
);
