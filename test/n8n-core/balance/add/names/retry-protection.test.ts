import { KeyedService, outcomes } from '../../../../../harness/engine/keyedService';
import { DEMO_CUSTOMERS, ISSUE, Service } from '../../../../../harness/engine';

// Duplicate Protection is changed after a try has failed, and Retry is pressed: what was paid is paid once.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [
	{ customer: ana.taxId, amount: 10, key: 'k1' },
	{ customer: bruno.taxId, amount: 20, key: 'k2' },
];

const PROTECTIONS = {
	recent: {},
	off: { duplicateProtection: 'off' },
	key: { duplicateProtection: 'key' },
	batch: { duplicateProtection: 'batch', batchName: '2026-11' },
	'another batch': { duplicateProtection: 'batch', batchName: '2026-12' },
};
type Name = keyof typeof PROTECTIONS;
const names = Object.keys(PROTECTIONS) as Name[];
const changes = names.flatMap((before) =>
	names.filter((after) => after !== before).map((after) => [before, after] as const),
);

const isRefused = (before: Name, after: Name) =>
	!['recent', 'off'].every((one) => [before, after].includes(one as Name));

const setupOf = (name: Name, sheet = rows) => ({
	onError: 'stopWorkflow' as const,
	executeWorkflow: keyed.tables.executeWorkflow,
	rows: sheet,
	...(name === 'key' && { parameters: { idempotencyKey: '={{ $json.key }}' } }),
});
const optionsOf = (name: Name) => ({ ...PROTECTIONS[name], concurrency: 1 });

test.each(changes)('%s, then %s: each row is paid once', async (before, after) => {
	const refuse = { type: 'status', status: 400, body: { message: 'no' } } as const;
	await service.admin.addFault({ route: ISSUE, nth: 2, action: refuse });
	const failed = await service.add(rows, optionsOf(before), setupOf(before));
	expect(failed.error?.message).toMatch(/\(400\)/);
	const retried = await service.retry(failed, optionsOf(after), setupOf(after));
	expect(await service.charged(ana.taxId, 10)).toBe(1);
	if (isRefused(before, after)) {
		expect(retried.error?.message).toMatch(
			/with another Duplicate Protection, Batch Name or Ledger Table/,
		);
		expect(await service.charged(bruno.taxId, 20)).toBe(0);
	} else {
		expect(outcomes(retried)).toEqual(['issued', 'issued']);
		expect(await service.charged(bruno.taxId, 20)).toBe(1);
	}
});

test('a Ledger Table that does not know what was sent is refused', async () => {
	await service.lose('never');
	const [row] = rows;
	const failed = await service.add([row], optionsOf('key'), setupOf('key', [row]));
	const elsewhere = { ...optionsOf('key'), ledgerTable: 'Another one' };
	const retried = await service.retry(failed, elsewhere, setupOf('key', [row]));
	expect(retried.error?.context.details).toMatchObject({ code: 'PROTECTION_CHANGED' });
	expect(await service.asked(ISSUE)).toBe(1);
});
