import type { IDataObject } from 'n8n-workflow';
import { KEY, RECENT } from './given';
import { ana, bruno, carla, row } from './people';
import { AFTER_HOLD, passTime, Service, times } from './support';

// The owner of a top-up may be one whose id a person has pasted with a blank, also where another row names it exactly: GMC may
// have answered that one with this id, or a person may have rejected it. More than 20 additions are looked for in another way.
// promises.md P23, P29

const service = Service.forThisFile();
const add = async (rows: IDataObject[]) => await service.addOn(rows, KEY);
const never = row(10, { key: 'never done' });
const anas = row(10, { key: 'K0' });
const brunos = { customer: bruno.taxId, amount: 110, key: 'K1' };
const keyed = (key: string) => service.ledger.find((entry) => entry.key === key)!;

const OTHERS = 20;
/** Other lost rows, which are resolved in the same run. */
const carlas = Array.from({ length: OTHERS }, (_, at) => ({
	customer: carla.taxId,
	amount: 200 + at,
	key: `c${at}`,
}));

/** A person writes into the ledger which top-up has paid K0. */
const paste = (additionId: unknown) =>
	Object.assign(keyed('K0'), { outcome: 'issued', additionId: `${String(additionId)}\n` });

/** The row that was never done is sent, and Ana has two top-ups. */
async function expectSent(): Promise<void> {
	passTime(AFTER_HOLD);
	const { outcomes } = await add([never, ...carlas]);
	expect(outcomes).toEqual(['issued', ...times(OTHERS, 'skipped')]);
	expect(await service.charged(ana.taxId, 10)).toBe(2);
}

async function lose(was: 'done' | 'never', rows: IDataObject[]): Promise<void> {
	for (const one of rows) {
		await service.lose(was);
		expect((await add([one])).outcomes).toEqual(['unknown']);
	}
}

const WRONG_ANSWERS = {
	/** GMC answers Bruno's row with Ana's top-up: the row is `unknown`, and names it. */
	otherTopUp: [{ type: 'wrongAnswer', differs: 'earlierAddition', commit: false }, 'unknown'],
	/** GMC answers Bruno's row with the id of Ana's top-up: the row is `issued` under it. */
	otherId: [{ type: 'wrongAnswer', differs: 'earlierId' }, 'issued'],
} as const;

test.each<keyof typeof WRONG_ANSWERS>(['otherTopUp', 'otherId'])(
	'after an answer with %s, the top-up whose id a person has pasted is not given away',
	async (wrong) => {
		await service.listLate(120);
		await lose('done', [anas]);
		const [fault, outcome] = WRONG_ANSWERS[wrong];
		await service.fault(fault, 1);
		expect((await add([brunos])).outcomes).toEqual([outcome]);
		await lose('never', [never]);
		await lose('done', carlas);
		passTime({ seconds: 180 });
		paste(keyed('K1').additionId);
		await expectSent();
	},
);

// No fault of GMC's but an outage: a person writes the id into the wrong row first, and then takes that back.
test('a top-up whose id a person has moved stays where it is', async () => {
	await service.listLate(120);
	await lose('done', [anas]);
	await lose('never', [row(10, { key: 'K1' }), never]);
	await lose('done', carlas);
	passTime({ seconds: 180 });
	const listed = (await service.getAdditions()).items.map(({ json }) => json);
	const { _id } = listed.find((one) => JSON.stringify(one).includes('"sourceAmount":10,'))!;
	Object.assign(keyed('K1'), { outcome: 'rejected', additionId: _id });
	paste(_id);
	await expectSent();
});

test('under Recent, a Retry sends the second of two equal rows', async () => {
	await service.listLate(60);
	await service.lose('done');
	const options = { ...RECENT, concurrency: 1 };
	const { customer, amount } = anas;
	const others = carlas.map((one) => ({ customer: one.customer, amount: one.amount }));
	const failed = await service.add(
		[{ customer, amount }, { customer, amount }, ...others],
		options,
	);
	expect(failed.error).toBeDefined();
	await service.fault(WRONG_ANSWERS.otherTopUp[0], 1);
	await add([brunos]);
	for (const one of others)
		await service.admin.createAddition({ customerIdentifier: carla._id, amount: one.amount });
	passTime({ seconds: 90 });
	const lost = service.ledger.find(
		({ outcome, amount: own }) => outcome === 'unknown' && own === 10,
	);
	Object.assign(lost!, { outcome: 'issued', additionId: `${String(keyed('K1').additionId)}\n` });
	const run = await service.retryOn(failed, options);
	expect(run.outcomes).toEqual(['issued', 'issued', ...times(OTHERS, 'rejected')]);
});
