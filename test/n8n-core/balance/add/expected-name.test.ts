import type { IDataObject } from 'n8n-workflow';
import type { GmcRun } from '../../../../harness/engine';
import { BATCH, ISSUE, KEY, LIST_CUSTOMERS } from './given';
import { ana, bruno, carla, customer, elsewhere, OTHER_TAX_ID } from './people';
import { AFTER_HOLD, detailsOf, errorOf, gmcOf, outcomeOf, passTime, Service } from './support';

// Whose name the row's customer should have: another one is not paid. That hides nothing of what was sent before.
// promises.md P35

const service = Service.forThisFile();
const VERIFIED = { expectedName: '={{ $json.name }}' };
const MISMATCH = 'CUSTOMER_NAME_MISMATCH';

const row = (name: unknown, { taxId } = ana, amount: number = 10, key = 'k1') =>
	({ customer: taxId, amount, name, key }) as IDataObject;
const sent = async () => await service.asked(ISSUE);
const matches = (run: GmcRun) => run.items.map((_, at) => gmcOf(run, at)?.nameMatch);
const rename = async ({ _id }: typeof ana, name: string) =>
	await elsewhere(service, 'PATCH', `/${_id}`, { name });

describe('the name at GMC', () => {
	test('is the expected one, close, another one, or not checked, in a dry run as well', async () => {
		const names = [row('SOUZA, ana'), row('Ana Souza', bruno), row('Carla Nunez', carla)];
		const sheet = [...names, row('', ana, 12), row('Ana M. Souza', ana, 11)];
		const told = (paid: string) => [paid, 'rejected', paid, paid, paid];
		const plan = await service.addOn(sheet, { ...VERIFIED, dryRun: true });
		expect([plan.outcomes, await sent()]).toEqual([told('planned'), 0]);
		const run = await service.addOn(sheet, VERIFIED);
		expect(run.outcomes).toEqual(told('issued'));
		expect([matches(plan), matches(run)]).toEqual(
			Array(2).fill(['match', undefined, 'close', 'notChecked', 'close']),
		);
		expect(Object.keys(gmcOf(run)).slice(0, 3)).toEqual(['outcome', 'customerName', 'nameMatch']);
		expect(errorOf(run, 1)).toBe(
			'Row 2: "Ana Souza" is expected, but the customer is "Bruno Lima" at GMC',
		);
		expect(detailsOf(run, 1)).toMatchObject({
			code: MISMATCH,
			expectedName: 'Ana Souza',
			customerName: 'Bruno Lima',
			customerIdentifier: bruno.taxId,
			amount: 10,
		});
		expect(run.hints.slice(0, 2)).toEqual([
			"In these rows the name at GMC is close to 'Expected Name', but not the same: 3, 5.",
			"'Expected Name' is empty in these rows, so their names were not checked: 4.",
		]);
		expect(plan.hints.slice(0, 2)).toEqual(run.hints.slice(0, 2));
	});

	test('is never to be changed at GMC because letters of the row are wrong', async () => {
		await rename(ana, 'Gabriela Conceição');
		const sheet = ['Gabriela Concei\ufffd\ufffdo', 'Gabriela ConceiÃ§Ã£o', 'Gabriel'].map((name) =>
			row(name),
		);
		const run = await service.addOn(sheet, VERIFIED);
		const advice = run.items.map((_, at) => String(detailsOf(run, at).description));
		for (const said of advice.slice(0, 2)) {
			expect(said).toMatch(/^Letters are wrong.*CSV UTF-8.*Encoding in Extract from File/);
			expect(said).not.toMatch(/Update/);
		}
		expect(advice[2]).toMatch(/at GMC with Customer: Update/);
		expect(await sent()).toBe(0);
	});

	test('is not compared where the customer was not found, or is not there any more', async () => {
		const sheet = [row('Ana Souza'), row('Nobody', { ...ana, taxId: OTHER_TAX_ID }, 10, 'k2')];
		const told = async () => {
			const run = await service.addOn(sheet, { ...VERIFIED, ...KEY });
			return run.items.map((_, at) => `${outcomeOf(run.items[at])} ${gmcOf(run, at)?.nameMatch}`);
		};
		expect(await told()).toEqual(['issued match', 'rejected undefined']);
		await elsewhere(service, 'DELETE', `/${ana._id}`);
		expect(await told()).toEqual(['skipped undefined', 'rejected undefined']);
	});

	test('says whose a text of digits is that has lost its zeros', async () => {
		const lost = (name: string) => row(name, { ...ana, taxId: '1234567890' });
		const sheet = [lost('Ana Souza'), lost('Ana M. Souza'), lost('Bruno Lima'), lost('')];
		const run = await service.addOn(sheet, VERIFIED);
		const NOT_FOUND = 'CUSTOMER_NOT_FOUND';
		expect(run.codes).toEqual([undefined, NOT_FOUND, NOT_FOUND, NOT_FOUND]);
		expect(gmcOf(run)).toMatchObject({ customerName: 'Ana Souza', nameMatch: 'match' });
		expect(errorOf(run, 1)).toMatch(
			/Is a leading zero missing\? With zeros in front it is Ana Souza/,
		);
		// Who creates the customer again has two of them.
		expect(detailsOf(run, 1).description).toMatch(/^Put the zero back.* Do not create/);
		const { items } = await service.addOn(sheet.slice(2), VERIFIED, {
			parameters: { simplify: true },
		});
		expect(items[0].json).toMatchObject({ taxId: '1234567890', outcome: 'rejected' });
		expect(items[0].json).not.toHaveProperty('customerId');
		expect([await service.charged(ana._id, 10), await sent()]).toEqual([1, 1]);
	});

	test('is another one: under Stop Workflow the bad rows are named together, and nothing is sent', async () => {
		const sheet = [row('Ana Souza', bruno), row('Ana Souza', ana, -1)];
		for (const options of [VERIFIED, { ...VERIFIED, ...KEY }]) {
			const { error } = await service.add(sheet, options);
			expect(error?.message).toBe('2 of 2 rows are refused. Nothing was sent');
		}
		expect(await sent()).toBe(0);
	});
});

describe('what a row expects', () => {
	test.each([7, true, {}])('is %p, no text: the row is refused', async (name) => {
		const run = await service.addOn([row(name), row('Bruno Lima', bruno)], VERIFIED);
		expect(run.outcomes).toEqual(['rejected', 'issued']);
		expect(errorOf(run)).toMatch(/^Row 1: 'Expected Name' is .*, but must be a text/);
	});

	test('is typed in, and holds for every row; without the option it is nothing', async () => {
		const sheet = [row(' '), row('', bruno)];
		const run = await service.addOn(sheet, { expectedName: 'Ana Souza' });
		expect(run.outcomes).toEqual(['issued', 'rejected']);
		expect(matches(await service.addOn([row(null, bruno)], VERIFIED))).toEqual(['notChecked']);
		expect(matches(await service.addOn([row('Bruno Lima', carla)]))).toEqual([undefined]);
	});
});

describe.each<IDataObject>([
	{ ...VERIFIED, ...KEY },
	{ ...VERIFIED, ...BATCH },
])('what was paid under %j', (options) => {
	const add = async (...rows: IDataObject[]) => await service.addOn(rows, options);

	test('stays skipped when its customer is called otherwise by now', async () => {
		await add(row('Ana Souza'));
		await rename(ana, 'Bianca Reis');
		await customer(service, 'getAll', {});
		const run = await add(row('Ana Souza'), row('Bruno Lima', bruno, 10, 'k2'));
		expect(run.outcomes).toEqual(['skipped', 'issued']);
	});

	test('stays skipped when the sheet says another name by now, and a hint says so', async () => {
		await add(row('Ana Souza'));
		expect(matches(await add(row('Ana Sousa')))).toEqual(['close']);
		const run = await add(row('Bruno Lima'));
		expect([run.outcomes, matches(run)]).toEqual([['skipped'], ['mismatch']]);
		expect(run.hints.join('\n')).toContain(
			"These rows were paid, and their customers have another name at GMC than 'Expected Name': 1.",
		);
	});

	test('was refused for the name is free, and paid once the name is right', async () => {
		expect((await add(row('Ana Souza', bruno))).outcomes).toEqual(['rejected']);
		expect((await add(row('Ana Souza'))).outcomes).toEqual(['issued']);
	});

	test('or may have been, stays unknown, whatever it is called', async () => {
		await service.lose('never');
		await add(row('Ana Souza'));
		expect((await add(row('Bruno Lima'))).outcomes).toEqual(['unknown']);
		expect(await sent()).toBe(1);
	});
});

test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	'a refused row does not take the entry of a corrected one, which would be paid on top (%s)',
	async (onError) => {
		const options = { ...VERIFIED, ...BATCH };
		// It has Ana's tax ID.
		const misnamed = row('Bruno Lima', ana, 100);
		const first = await service.addOn([row('Ana Souza', ana, 100), misnamed], options);
		expect([first.outcomes, first.codes]).toEqual([
			['issued', 'rejected'],
			[undefined, MISMATCH],
		]);
		const corrected = [row('Ana Souza', ana, 150), misnamed];
		const { outcomes, codes } = await service.add(corrected, options, { onError });
		if (onError !== 'stopWorkflow') {
			expect([outcomes, codes]).toEqual([
				['rejected', 'rejected'],
				['BATCH_ROW_CHANGED', MISMATCH],
			]);
		}
		expect([await service.charged(ana.taxId, 100), await sent()]).toEqual([1, 1]);
	},
);

test('a name that was corrected at GMC counts at once, also where the customers are known', async () => {
	const options = { ...VERIFIED, ...KEY };
	await service.addOn([row('Ana Souza')], options);
	await service.addOn([row('SOUZA ANA', ana, 10, 'k2')], options);
	expect(await service.asked(LIST_CUSTOMERS)).toBe(1);
	await rename(ana, 'Ana Souza Reis');
	const { outcomes } = await service.addOn([row('Ana Souza Reis', ana, 10, 'k3')], options);
	expect(outcomes).toEqual(['issued']);
});

describe('a row of another name beside an equal one that is paid', () => {
	const sheet = [row('Ana Souza', bruno, 10, 'k1'), row('Bruno Lima', bruno, 10, 'k2')];

	test('does not take its place in the batch', async () => {
		for (const outcome of ['issued', 'skipped']) {
			const { outcomes } = await service.addOn(sheet, { ...VERIFIED, ...BATCH });
			expect(outcomes).toEqual(['rejected', outcome]);
		}
	});

	test.each(['recent', 'off'])('nor in Retry On Fail under %s', async (duplicateProtection) => {
		const options = { ...VERIFIED, duplicateProtection };
		// With Continue, n8n tries again when the first item is an error.
		const { outcomes } = await service.addOn(sheet, options, { retryOnFail: true, maxTries: 2 });
		expect(outcomes).toEqual(['rejected', 'issued']);
		expect(await service.asked(LIST_CUSTOMERS)).toBe(2);
		expect(await sent()).toBe(1);
	});
});

test.each(['done', 'refused'])('a Retry tells of rows of a renamed customer: %s', async (fate) => {
	await service.listLate(300);
	await (fate === 'done' ? service.lose('done') : service.refuse(2));
	const options = { ...VERIFIED, concurrency: 1 };
	const rows = [row('Ana Souza'), row('', ana, 20), row('Bruno Lima', bruno)];
	const first = await service.add(rows, options);
	await rename(ana, 'Bianca Reis');
	passTime(AFTER_HOLD);
	const again = await service.retryOn(first, options);
	expect(again.outcomes).toEqual(['issued', 'issued', 'issued']);
	expect(again.hints.join()).toMatch(/rows were paid, and their customers have another name/);
	expect(await service.charged(ana._id, 10)).toBe(1);
});
