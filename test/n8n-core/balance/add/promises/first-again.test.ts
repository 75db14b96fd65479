import { DEMO_CUSTOMERS, Service, outcomeOf } from '../../../../../harness/engine';

// "So does each further Retry, for 14 days" (money-safety.md), also of an execution whose first try had claimed nothing
// and whose first Retry has paid: only the ledger knows.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const rows = [{ customer: ana.taxId, amount: 10, order: 'order 1' }];

async function retriedOnce(options = {}) {
	const failed = await service.add(rows, { ...options, concurrency: 101 });
	expect(failed.error?.message).toMatch(/Concurrency/);
	const { items } = await service.retry(failed, options);
	expect(items.map(outcomeOf)).toEqual(['issued']);
	return failed;
}

test('"another protection at a Retry": nothing is sent', async () => {
	const failed = await retriedOnce();
	await service.retry(failed, {}, { parameters: { idempotencyKey: '={{ $json.order }}' } });
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test.each(['recent', 'off'])(
	'with a corrected credential it is told what was paid, and nothing else: %s',
	async (duplicateProtection) => {
		const failed = await retriedOnce({ duplicateProtection });
		await service.useOtherAddress();
		const { items, error } = await service.retry(failed, { duplicateProtection });
		expect(await service.charged(ana.taxId, 10)).toBe(1);
		expect(error?.message).toBeUndefined();
		expect(items).toHaveLength(1);
	},
);
