import { LIST_ADDITIONS, LIST_CUSTOMERS, Service } from '../../../harness/engine/service';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { accountChecks } from './check-support';

// The sentence with which Account: Check begins.

const service = Service.forThisFile();
const { check, run, sixAdditions } = accountChecks(service);
const summaryOf = async () => String((await check()).summary);
const customers = `${DEMO_CUSTOMERS.length} customers`;

test('it comes first, and says that all is well, what there is and what was not checked', async () => {
	await sixAdditions();
	const { items } = await run();
	expect(Object.keys(items[0].json)[0]).toBe('summary');
	expect(items[0].json.summary).toMatch(
		new RegExp(
			`^All is well: ${customers}, 6 additions since [\\d-]+; .*; the Origin was not .*\\.$`,
		),
	);
});

test('it names the first warning, and counts the others', async () => {
	await service.restart({ list: { finalDateInclusive: false } });
	await service.admin.createAddition({ status: 'MINTING' });
	await service.admin.createCustomer({ taxId: DEMO_CUSTOMERS[0].taxId });
	expect(await summaryOf()).toMatch(
		/^Look at this: 1 tax ID stands at more than one customer: …7890 \(\w+, \w+\) \(and 2 more warnings\); \d+ customers, 1 addition since/,
	);
});

test('it leaves out what could not be listed', async () => {
	await sixAdditions();
	const action = { type: 'json' as const, status: 200, body: 'hello' };
	await service.admin.addFault({ route: LIST_ADDITIONS, action });
	expect(await summaryOf()).toMatch(
		new RegExp(`^Look at this: The additions could not be listed.*; ${customers}; how late`),
	);
	await service.admin.clearFaults();
	await service.admin.addFault({ route: LIST_CUSTOMERS, action });
	expect(await summaryOf()).toMatch(/^Look at this: The customers .*; 6 additions since/);
});

test('an Origin that cannot be one is a warning', async () => {
	await sixAdditions();
	await service.useCredential({ origin: 'www.company.com' });
	const { summary, warnings } = await check();
	expect(warnings[0]).toMatch(/^The Origin in the GMC credential does not begin with https/);
	expect(summary).toMatch(/^Look at this: The Origin .*https:\/\//);
});

describe('how late the list is', () => {
	const UNKNOWN = /how late the list may be, on which Hold rests, is not known/;

	test.each(['epochMs', 'epochSeconds'] as const)(
		'was at most, is told by an addition of a moment ago (%s)',
		async (createdAtFormat) => {
			await service.restart({ timestamps: { createdAtFormat } });
			await service.admin.createAddition({
				createdAt: new Date(Date.now() - 40_000).toISOString(),
			});
			const [, seconds] = /an addition of (\d+) seconds ago/.exec(await summaryOf()) ?? [];
			expect(Number(seconds)).toBeGreaterThanOrEqual(40);
			expect(Number(seconds)).toBeLessThan(60);
		},
	);

	test('was at most, is told of one that was made this second', async () => {
		await service.admin.createAddition();
		expect(await summaryOf()).toMatch(/an addition of [1-9] seconds? ago, so it was no later/);
	});

	test('is not known from what is old, nor from times that have no zone', async () => {
		await sixAdditions();
		expect(await summaryOf()).toMatch(UNKNOWN);
		await service.restart({ timestamps: { createdAtFormat: 'yyyyMMddHHmmss' } });
		await service.admin.createAddition();
		expect(await summaryOf()).toMatch(UNKNOWN);
	});

	test('is not known while there is no addition, and none of the future tells it', async () => {
		expect(await summaryOf()).toMatch(UNKNOWN);
		await service.admin.createAddition({
			createdAt: new Date(Date.now() + 60_000).toISOString(),
		});
		expect(await summaryOf()).toMatch(UNKNOWN);
	});
});
