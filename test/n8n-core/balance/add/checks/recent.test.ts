import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup } from '../../../../../harness/engine';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	OFF,
	Service,
	addParameters,
	outcomeOf,
	runLoop,
	until,
} from '../../../../../harness/engine';

// What is protected where nobody has chosen anything: an equal row within 15 minutes is refused.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 10 };
const goOn: Partial<GmcNodeSetup> = { onError: 'continueRegularOutput' };
const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString();
const madeBefore = async (minutes: number) =>
	await service.admin.createAddition({
		customerIdentifier: ana._id,
		amount: 10,
		createdAt: minutesAgo(minutes),
	});
const codeOf = ({ json }: { json: IDataObject }) => (json.details as IDataObject).code;

test('a second click pays nothing, and says what the row resembles and the two ways on', async () => {
	const [first] = (await service.add([row])).items;
	const { error } = await service.add([row]);
	expect(error?.message).toMatch(
		new RegExp(
			`^${ana.name} was given 10 BRL at 20\\d\\d-.* \\(top-up ${String(first.json._id)}\\).* Nothing was sent$`,
		),
	);
	expect(error?.description).toMatch(/Duplicate Protection to Idempotency Key.*set it to Off/);
	expect(await service.charged(ana.taxId)).toBe(1);
});

test('every equal row of the sheet is refused, however many the list has', async () => {
	await service.add([row]);
	const { items } = await service.add([row, row], {}, goOn);
	expect(items.map(outcomeOf)).toEqual(['rejected', 'rejected']);
});

test.each([
	['another customer', { ...row, customer: bruno.taxId }],
	['another amount', { ...row, amount: 10.01 }],
	['another currency', { ...row, currency: 'USDT' }],
])('%s is another top-up', async (_, other) => {
	await service.add([row]);
	expect((await service.add([other])).items.map(outcomeOf)).toEqual(['issued']);
});

test('the same customer by another identifier is the same', async () => {
	await service.add([row]);
	const { items } = await service.add([{ ...row, customer: ana._id }], {}, goOn);
	expect(items.map(codeOf)).toEqual(['DUPLICATE_SUSPECTED']);
});

test.each(['epochMs', 'epochSeconds', 'yyyyMMddHHmmss'] as const)(
	'after 15 minutes it is sent, where times are told as %s',
	async (createdAtFormat) => {
		await service.restart({ timestamps: { createdAtFormat } });
		await madeBefore(16);
		expect((await service.add([row], {}, goOn)).items.map(outcomeOf)).toEqual(['issued']);
		await service.restart({ timestamps: { createdAtFormat } });
		await madeBefore(14);
		expect((await service.add([row], {}, goOn)).items.map(outcomeOf)).toEqual(['rejected']);
	},
);

test('an equal addition whose time cannot be read counts as recent', async () => {
	await service.restart({ timestamps: { createdAtFormat: 'epochMicroseconds' } });
	await madeBefore(20);
	expect((await service.add([row], {}, goOn)).items.map(codeOf)).toEqual(['DUPLICATE_SUSPECTED']);
});

test('what has failed moved nothing and resembles nothing', async () => {
	await service.fault({ type: 'commitAsFailed' }, 1);
	expect((await service.add([row], {}, goOn)).items.map(outcomeOf)).toEqual(['rejected']);
	expect((await service.add([row])).items.map(outcomeOf)).toEqual(['issued']);
});

test('what this execution has issued itself does not count: a loop may pay equal rows', async () => {
	const sheet = [row, { ...row, amount: 'x' }];
	const passes = await runLoop(
		service.credential,
		{ parameters: addParameters(), rows: sheet as never },
		{ passes: 3, rowsOf: () => sheet.map((json) => ({ json })) },
	);
	const issued = passes.flatMap(({ items }) => items.map(outcomeOf));
	expect(issued).toEqual(['issued', 'issued', 'issued']);
	expect((await service.add([row, row], OFF)).items.map(outcomeOf)).toEqual(['issued', 'issued']);
});

test('a dry run tells, too', async () => {
	await service.add([row]);
	const { items } = await service.add([row, { ...row, amount: 11 }], { dryRun: true }, goOn);
	expect(items.map(outcomeOf)).toEqual(['rejected', 'planned']);
});

describe('a list that does not tell', () => {
	test('because it is cut: what is seen is checked, the rest goes out, and a hint says so', async () => {
		await service.restart({ list: { cutAt: 1 } });
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 11 });
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		const sheet = [row, { ...row, amount: 11 }];
		const { items, hints } = await service.add(sheet, {}, goOn);
		expect(items.map(outcomeOf)).toEqual(['rejected', 'issued']);
		expect(hints.join()).toMatch(/returned an incomplete list/);
	});

	test('because it cannot be had: what the ledger knows is checked, the rest goes out, and a hint says so', async () => {
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		const action = { type: 'status', status: 500 } as const;
		await service.admin.addFault({ route: LIST_ADDITIONS, action });
		const { items, hints } = await service.add([row]);
		expect(items.map(outcomeOf)).toEqual(['issued']);
		expect(hints.join()).toMatch(/returned an incomplete list/);
	});

	test('of customers: nothing is sent', async () => {
		const action = { type: 'status', status: 500 } as const;
		await service.admin.addFault({ route: LIST_CUSTOMERS, times: 20, action });
		const { items } = await service.add([row], {}, goOn);
		expect(items.map(outcomeOf)).toEqual(['notAttempted']);
		expect(await service.asked(ISSUE)).toBe(0);
	});
});

test.each(['amountNull', 'amountInWords', 'noItems', 'noCustomer'] as const)(
	'an addition that cannot be read and may be equal refuses the row: %s',
	async (as) => {
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		const action = { type: 'garble', every: 1, as } as const;
		await service.admin.addFault({ route: LIST_ADDITIONS, action });
		const { items } = await service.add([row], {}, goOn);
		expect(items[0].json.details).toMatchObject({ code: 'DUPLICATE_SUSPECTED' });
		expect(await service.charged(ana.taxId)).toBe(1);
	},
);

describe('two runs of one process at the same moment', () => {
	const atOnce = async (options: IDataObject) => {
		const runs = await Promise.all([1, 2, 3].map(async () => service.add([row], options, goOn)));
		return runs.flatMap(({ items }) => items.map(outcomeOf)).sort();
	};

	test('pay a row once', async () => {
		await service.slow(50);
		expect(await atOnce({})).toEqual(['issued', 'rejected', 'rejected']);
		expect(await service.charged(ana.taxId)).toBe(1);
	});

	test('that share no row do not wait for each other', async () => {
		await service.slow(1_000, 1);
		const ended: string[] = [];
		const slow = service.add([row]).then(() => ended.push('slow'));
		await until('it is sent', async () => (await service.asked(ISSUE)) === 1);
		await service.add([{ ...row, customer: bruno.taxId }]).then(() => ended.push('quick'));
		expect(ended).toEqual(['quick']);
		await slow;
	});
});
