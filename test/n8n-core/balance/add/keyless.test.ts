import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../../harness/engine';
import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	ISSUE,
	Service,
	addParameters,
	outcomeOf,
	passTime,
	runLoop,
} from '../../../../harness/engine';

// Rows without a key that end unknown stand in the ledger, and later runs hold rows that equal them.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 10 };
const recent = { duplicateProtection: 'recent' };

async function add(
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
): Promise<GmcRun> {
	return await service.add(rows, options, {
		onError: 'continueRegularOutput',
		...setup,
	});
}
const outcomes = ({ items }: GmcRun) => items.map(outcomeOf);
const codes = ({ items }: GmcRun) => items.map(({ json }) => (json.details as IDataObject)?.code);
const ledger = () => service.ledger;

/** Not done, and nobody knows. */
async function leaveUnknown(rows: IDataObject[] = [row], options: IDataObject = {}) {
	await service.lose('never');
	const run = await add(rows, options);
	expect(outcomes(run)[0]).toBe('unknown');
	return run;
}

test('every row is written down for people, whatever became of it', async () => {
	await add([{ ...row, customer: bruno.taxId }]);
	await leaveUnknown();
	expect(ledger()).toMatchObject([
		{ key: '', outcome: 'issued', amount: 10, currency: 'BRL', customerName: bruno.name },
		{ key: '', outcome: 'unknown', amount: 10, currency: 'BRL', customerName: ana.name },
	]);
});

describe('a row that equals it', () => {
	beforeEach(async () => {
		await leaveUnknown();
	});

	test('is rejected under Recent, however long it takes the user', async () => {
		await service.admin.advanceClock({ hours: 30 });
		const run = await add([row, { ...row, amount: 11 }], recent);
		expect(outcomes(run)).toEqual(['rejected', 'issued']);
		expect(codes(run)).toEqual(['DUPLICATE_SUSPECTED', undefined]);
		expect(String(run.items[0].json.error)).toMatch(/know yet whether it was paid/);
	});

	test('is free once people have said that it was not done', async () => {
		ledger()[0].outcome = 'rejected';
		expect(outcomes(await add([row], recent))).toEqual(['issued']);
	});

	test('is held in a dry run, which writes nothing down', async () => {
		expect(outcomes(await add([row], { ...recent, dryRun: true }))).toEqual(['rejected']);
		passTime(AFTER_HOLD);
		const after = await add([row], { ...recent, dryRun: true });
		expect(outcomes(after)).toEqual(['planned']);
		expect(ledger()).toMatchObject([{ outcome: 'unknown' }]);
	});

	test('of another account refuses it, too: it may be the same GMC under another address', async () => {
		await service.useOtherAddress();
		expect(codes(await add([row], recent))).toEqual(['OTHER_ACCOUNT']);
	});

	test('is not sent where the hold is over and its own run is refused for another row', async () => {
		passTime(AFTER_HOLD);
		const run = await add([row, { ...row, amount: 'x' }], {}, { onError: 'stopWorkflow' });
		expect(run.error).toBeDefined();
		expect(outcomes(await add([row]))).toEqual(['issued']);
	});
});

describe('the same that GMC shows after the 15 minutes of Recent', () => {
	let additionId: string;
	beforeEach(async () => {
		await leaveUnknown();
		const madeAt = Date.now() - 20 * 60_000;
		ledger()[0].askedAt = new Date(madeAt - 500).toISOString();
		const createdAt = new Date(madeAt).toISOString();
		const made = { customerIdentifier: ana._id, amount: 10, createdAt };
		additionId = (await service.admin.createAddition(made))._id;
	});

	test('is rejected by the run that finds it out, which names it', async () => {
		const run = await add([row, row], recent);
		expect(outcomes(run)).toEqual(['rejected', 'rejected']);
		expect(codes(run)[0]).toBe('DUPLICATE_SUSPECTED');
		expect(String(run.items[0].json.error)).toContain(additionId);
		expect(ledger()).toMatchObject([{ outcome: 'issued', additionId }]);
	});

	test('is told by a dry run, which writes nothing down', async () => {
		const run = await add([row, row], { dryRun: true });
		expect(outcomes(run)).toEqual(['rejected', 'rejected']);
		expect(JSON.stringify(run.items[0].json)).toContain(additionId);
		expect(ledger()).toMatchObject([{ outcome: 'unknown', additionId: '' }]);
		expect(outcomes(await add([row, row]))).toEqual(['rejected', 'rejected']);
	});

	test('holds the whole sheet back where the run stops at it', async () => {
		const run = await add([row, { ...row, amount: 11 }], recent, { onError: 'stopWorkflow' });
		expect(run.error?.message).toMatch(/Nothing was sent/);
	});

	test('is told by every try of the execution', async () => {
		const refused = await add([row], recent, { onError: 'stopWorkflow' });
		const again = await service.retry(refused, recent);
		expect(again.error?.message).toContain(additionId);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('is told, and is a top-up of its own 15 minutes later', async () => {
		await add([row], recent);
		expect(codes(await add([row], recent))).toEqual(['DUPLICATE_SUSPECTED']);
		passTime({ seconds: 901 });
		expect(outcomes(await add([row], recent))).toEqual(['issued']);
	});
});

test.each(['recent', 'off'])(
	'a retry that finds it out takes it for no second, equal row (%s)',
	async (duplicateProtection) => {
		await service.listLate(3_600);
		await service.lose('done');
		const failed = await add([row, row], { duplicateProtection }, { onError: 'stopWorkflow' });
		await service.admin.advanceClock({ seconds: 3_700 });
		const { items } = await service.retry(failed, { duplicateProtection });
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
		expect(new Set(items.map(({ json }) => json._id)).size).toBe(2);
		expect(await service.charged(ana.taxId)).toBe(2);
	},
);

test('all that was never done is known not to be, after the hold', async () => {
	await leaveUnknown([row]);
	await leaveUnknown([row], { duplicateProtection: 'off' });
	passTime(AFTER_HOLD);
	expect(outcomes(await add([row]))).toEqual(['issued']);
	expect(ledger().map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected', 'issued']);
});

test('what was paid is told to a row, although an older equal one was never done', async () => {
	await leaveUnknown();
	passTime({ seconds: 3_600 });
	await service.admin.configure({ additions: { visibleAfterSeconds: 60 } });
	await service.lose('done');
	expect(outcomes(await add([row], { duplicateProtection: 'off' }))).toEqual(['unknown']);
	passTime(AFTER_HOLD);
	expect(codes(await add([row]))).toEqual(['DUPLICATE_SUSPECTED']);
	expect(await service.charged(ana.taxId)).toBe(1);
});

test('a retry that does not find it out writes nothing a second time', async () => {
	await service.lose('never');
	const failed = await add([row], {}, { onError: 'stopWorkflow' });
	await service.retry(failed, {});
	expect(ledger()).toHaveLength(1);
});

test('a keyed row whose fate is open holds an equal row without a key, too', async () => {
	await service.lose('never');
	const parameters = { idempotencyKey: 'order 1' };
	expect(outcomes(await add([row], {}, { parameters }))).toEqual(['unknown']);
	expect(codes(await add([row], recent))).toEqual(['DUPLICATE_SUSPECTED']);
	expect(outcomes(await add([row], {}, { parameters: { idempotencyKey: 'order 1' } }))).toEqual([
		'unknown',
	]);
});

test('is not given what an equal row of the same execution was given', async () => {
	await leaveUnknown();
	passTime(AFTER_HOLD);
	const setup = { onError: 'continueErrorOutput' as const, parameters: addParameters() };
	const rows = { rows: [row, row] };
	const passes = await runLoop(service.credential, { ...setup, ...rows }, { passes: 2 });
	expect(passes.map(({ items }) => items.map(outcomeOf))).toEqual([['issued', 'issued']]);
});
