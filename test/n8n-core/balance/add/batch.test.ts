import type { IDataObject } from 'n8n-workflow';
import type { GmcRun } from '../../../../harness/engine';
import { BATCH, ISSUE, LIST_ADDITIONS, LIST_CUSTOMERS, LOOK_UP_ADDITION } from './given';
import { ana, bruno, customer } from './people';
import * as entry from '../../../../nodes/Gmc/core/ledger/entry';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import { AFTER_HOLD, detailsOf, errorOf, passTime, Service, times } from './support';

// A sheet with a name: each of its rows is paid once.
// promises.md P5, P8, P38

const service = Service.forThisFile();
const row = (amount: number, { taxId } = ana): IDataObject => ({ customer: taxId, amount });
const pay = async (rows: IDataObject[], options: IDataObject = {}) =>
	await service.addOn(rows, { ...BATCH, ...options });
/** Pays, after a dry run that has written nothing, and says what the run then does. */
async function foretold(rows: IDataObject[], options: IDataObject = {}): Promise<GmcRun> {
	const before = structuredClone(service.tables.tables);
	const plan = await pay(rows, { ...options, dryRun: true });
	expect(service.tables.tables).toEqual(before);
	const run = await pay(rows, options);
	expect(plan.outcomes).toEqual(run.outcomes.map((one) => (one === 'issued' ? 'planned' : one)));
	return run;
}

test.each([[[row(70)]], [[row(80), row(70)]]])(
	'a top-up that has failed, and has moved money after all, is not paid again in the sheet %j',
	async (sheet) => {
		await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
		await service.refuse({ match: { amount: 50 }, times: 1 });
		await service.fault({ type: 'commitAsFailed' }, { match: { amount: 70 }, times: 1 });
		const first = await pay([row(50), row(70)], { concurrency: 1 });
		await service.admin.settle(String(detailsOf(first, 1).additionId), 'COMPLETED');
		await pay(sheet);
		expect(await service.charged(ana.taxId, 70)).toBe(1);
	},
);

test('is compared with the ledger in steps that grow with its rows, not with their square', async () => {
	const stepsOf = async (count: number) => {
		await service.restart();
		const sheet = Array.from({ length: count }, (_, at) => row(at + 1));
		await pay(sheet);
		forgetProcess();
		// Rows are then found by what they pay.
		await service.refuse({ route: LIST_CUSTOMERS }, 500);
		const compared = jest.spyOn(entry, 'isChargedBy');
		await pay(sheet);
		const steps = compared.mock.calls.length;
		compared.mockRestore();
		return steps;
	};
	const few = await stepsOf(30);
	expect(few).toBeGreaterThan(0);
	expect(await stepsOf(120)).toBeLessThanOrEqual(5 * few);
});

describe('the same sheet again', () => {
	const sheet = [row(5), row(7), row(5), row(5, bruno)];

	test('is skipped, equal rows counted, also sorted, days later, under its name in other letters', async () => {
		const batchName = 'Folha  Novembro';
		expect((await foretold(sheet, { batchName })).outcomes).toEqual(times(4, 'issued'));
		expect(service.ledger.map(({ batch }) => batch)).toEqual(times(4, 'Folha Novembro'));
		passTime({ seconds: 180_000 });
		const again = await foretold([...sheet].reverse(), { batchName: ' folha novembro' });
		expect(again.outcomes).toEqual(times(4, 'skipped'));
	});

	test('with more rows pays those, also equal ones; under another name it is another batch', async () => {
		await pay(sheet, { batchName: 202611 });
		const grown = [row(3), ...sheet, row(5)];
		const { outcomes } = await foretold(grown, { batchName: '202611' });
		expect(outcomes).toEqual(['issued', ...times(4, 'skipped'), 'issued']);
		expect((await foretold([row(5)], { batchName: '2026-12' })).outcomes).toEqual(['issued']);
	});
});

describe('a corrected amount', () => {
	test('is not paid on top, and says what to do', async () => {
		await pay([row(5), row(6, bruno)]);
		const run = await foretold([row(8), row(6, bruno)]);
		expect(run.outcomes).toEqual(['rejected', 'skipped']);
		expect(detailsOf(run).code).toBe('BATCH_ROW_CHANGED');
		expect(errorOf(run)).toMatch(/the batch "2026-11" has paid 5.00 BRL to Ana Souza/);
		expect(detailsOf(run).description).toMatch(
			/Restore that row, and add one for what is still to be paid/,
		);
	});

	test('holds back every row of the customer that may be its correction', async () => {
		await pay([row(12)]);
		const run = await foretold([row(10), row(20), row(6, bruno)]);
		expect(run.outcomes).toEqual(['rejected', 'rejected', 'issued']);
		expect(detailsOf(run, 1).description).toMatch(/add one for what is still to be paid/);
	});

	test.each<[string, IDataObject]>([
		['an amount that cannot be read', { amount: '1O' }],
		['an unknown tax ID', { customer: '11144477735' }],
		['a wrong name', { expectedName: 'Bruno Lima' }],
	])('is not suspected where a row with %s may be the paid one', async (_, typo) => {
		const named = { ...row(12), expectedName: ana.name };
		const given = { expectedName: '={{ $json.expectedName }}' };
		await pay([named], given);
		const sheet = [
			{ ...named, ...typo },
			{ ...row(20), expectedName: ana.name },
		];
		const run = await foretold(sheet, given);
		expect(run.outcomes).toEqual(['rejected', 'rejected']);
		expect(detailsOf(run, 1)).toMatchObject({
			code: 'BATCH_ROW_CHANGED',
			description: expect.stringMatching(/^First correct the rows/) as string,
		});
		sheet[0] = named;
		expect((await foretold(sheet, given)).outcomes).toEqual(['skipped', 'issued']);
	});

	test('of a row whose addition has failed since is sent, and that is written down', async () => {
		await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
		const [{ json }] = (await pay([row(5)])).items;
		await service.admin.settle(String(json._id), 'FAILED');
		expect((await foretold([row(8)])).outcomes).toEqual(['issued']);
		const entries = service.ledger.map(({ amount, outcome }) => [amount, outcome]);
		expect(entries).toEqual([
			[5, 'rejected'],
			[8, 'issued'],
		]);
	});

	test('of a row that may be paid is not sent, either', async () => {
		await service.lose('never');
		await pay([row(5)]);
		expect((await foretold([row(5)])).codes).toEqual(['BATCH_ROW_IN_USE']);
		const run = await pay([row(8)]);
		expect(run.outcomes).toEqual(['rejected']);
		expect(errorOf(run)).toMatch(/know whether it was paid/);
	});

	test.each([
		['in two sheets', [row(5)], [row(10)], 1],
		['of a sheet and one that has grown', [row(7)], [row(5), row(7)], 2],
	])('%s at the same moment is paid in one of them', async (_, one, other, most) => {
		await service.slow(30);
		await Promise.all([pay(one), pay(other)]);
		await pay(other);
		expect(await service.paid()).toBe(most);
	});
});

test.each([
	['the same tax ID', ana.taxId],
	['it in another spelling', ana.taxId.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')],
])('a customer who was deleted and made again under %s is not paid again', async (_, taxId) => {
	await pay([row(5)]);
	await customer(service, 'delete', { customer: ana._id });
	await customer(service, 'create', { taxId, name: ana.name, email: ana.email });
	// Longer than this process remembers customers.
	passTime(AFTER_HOLD);
	expect((await pay([row(5)])).codes).toEqual(['BATCH_ROW_CHANGED']);
	expect(await service.asked(ISSUE)).toBe(1);
});

describe('two equal rows are paid, one top-up has failed since, and one row is deleted', () => {
	const lookUp = { route: LOOK_UP_ADDITION } as const;
	const failing = async (type: 'html' | 'resetBefore', times: number) =>
		await service.fault(type === 'html' ? { type, status: 404 } : { type }, { ...lookUp, times });

	test.each([
		['answers', async () => {}],
		['fails for a moment', async () => await failing('resetBefore', 8)],
		['is answered by a proxy', async () => await failing('html', 2)],
		['is answered by a proxy for one of them', async () => await failing('html', 1)],
		['has another address', async () => await service.useOtherAddress()],
	])('the row that is left is not paid again where GMC %s', async (_, happens) => {
		for (const failed of [0, 1]) {
			const amount = 100 + failed;
			await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
			const first = await pay([row(amount), row(amount)]);
			expect(first.outcomes).toEqual(['issued', 'issued']);
			const paid = service.ledger.filter((entry) => entry.amount === amount);
			for (const [at, { additionId }] of paid.entries()) {
				await service.admin.settle(String(additionId), at === failed ? 'FAILED' : 'COMPLETED');
			}
			await happens();
			const again = await pay([row(amount)]);
			// Failed ones are not counted.
			const charged = await service.charged(ana.taxId, amount);
			expect([again.outcomes, charged]).toEqual([['skipped'], 1]);
		}
	});
});

test.each([1, 4])(
	'the one row that is left of two equal lost ones is not paid again, if GMC has made the other, and does not answer %i times',
	async (times) => {
		const sheet = [row(100), row(100)];
		await service.lose('never');
		expect((await pay(sheet)).outcomes).toEqual(['unknown', 'notAttempted']);
		await service.lose('done');
		expect((await pay(sheet)).outcomes).toEqual(['unknown', 'unknown']);
		expect(await service.charged(ana.taxId, 100)).toBe(1);
		passTime(AFTER_HOLD);
		await service.fault({ type: 'resetBefore' }, { route: LIST_ADDITIONS, times });
		const again = await pay([row(100)]);
		expect([again.outcomes, await service.charged(ana.taxId, 100)]).toEqual([['skipped'], 1]);
	},
);

test('a batch in a loop is refused before its first pass has paid anything', async () => {
	const [first] = await service.loop([row(5)], BATCH, { passes: 2 });
	expect(JSON.stringify(first)).toContain('BATCH_IN_PARTS');
	expect(await service.asked(ISSUE)).toBe(0);
});

test.each(['', 1.5])('the Batch Name %j names no sheet', async (batchName) => {
	const { error } = await service.add([row(5)], {
		...BATCH,
		batchName: `={{ ${JSON.stringify(batchName)} }}`,
	});
	expect(error?.message).toMatch(/The 'Batch Name' .*Nothing was sent/);
	expect(await service.admin.journal()).toEqual([]);
});

test('a dry run of the first batch of all makes no table', async () => {
	service.tables.drop('GMC top-ups');
	expect((await pay([row(5)], { dryRun: true })).outcomes).toEqual(['planned']);
	expect(service.tables.tables).toEqual([]);
});
