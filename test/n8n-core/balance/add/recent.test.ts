import type { IDataObject } from 'n8n-workflow';
import { PART } from '../../../../nodes/Gmc/actions/balance/add/send';
import { gmcNode, to, until, workflowOf, WORKFLOW_TIMEZONE } from '../../../../harness/engine';
import { RECENT_MINUTES } from '../../../../nodes/Gmc/core/additions/recent';
import { localTime } from '../../../../nodes/Gmc/core/time/time';
import { ISSUE, LIST_ADDITIONS, LOGIN, OFF, RECENT } from './given';
import { ana, bruno, BY_ID } from './people';
import { addParameters, detailsOf, errorOf, passTime, Service, times } from './support';

// An equal row within RECENT_MINUTES is refused.
// promises.md P9, P10, P11, P12

const service = Service.forThisFile();
const row = { customer: ana.taxId, amount: 10 };
const SUSPECTED = 'DUPLICATE_SUSPECTED';
const madeBefore = async (minutes: number) =>
	await service.admin.createAddition({
		customerIdentifier: ana._id,
		amount: 10,
		createdAt: new Date(Date.now() - minutes * 60_000).toISOString(),
	});

test('a second click pays nothing, and says what the row resembles and the two ways on', async () => {
	const [first] = (await service.add([row])).items;
	const { error } = await service.add([row]);
	expect(error?.message).toMatch(
		new RegExp(
			`^${ana.name} was given 10.00 BRL at 20\\d\\d-.* \\(top-up ${String(first.json._id)}\\).* Nothing was sent$`,
		),
	);
	expect(error?.description).toMatch(/do nothing.*send this row alone, with a key of its own/);
	// A second click that is refused feels like protection.
	expect(error?.description).toMatch(/From \d{4}-.* on, Recent lets the same top-up be paid again/);
	expect(await service.charged(ana.taxId)).toBe(1);
});

test.each(['token', 'login'])(
	'where GMC refuses the %s of the list, the run ends',
	async (what) => {
		await service.refuse({ route: LIST_ADDITIONS }, 401);
		if (what === 'login') await service.refuse({ route: LOGIN }, 403);
		const { outcomes } = await service.addOn([row, { ...row, amount: 11 }], RECENT);
		expect(outcomes).toEqual(times(2, 'notAttempted'));
		expect(await service.asked(ISSUE)).toBe(0);
	},
);

test('every run says from when on its rows would be paid again', async () => {
	const says =
		/From (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC-3 on, Recent lets the same top-up be paid again\. An 'Idemp/;
	const told = async (options: IDataObject) =>
		says.exec((await service.add([row], options)).hints.join());
	expect(await told({ dryRun: true })).not.toBeNull();
	const [, from] = (await told({}))!;
	expect(localTime(Date.now() + RECENT_MINUTES * 60_000, WORKFLOW_TIMEZONE).slice(0, 16)).toBe(
		from.slice(0, 16),
	);
	expect(await told({ ...OFF })).toBeNull();
});

test('every equal row is refused, by any identifier, also in a dry run; others are not', async () => {
	await service.add([row]);
	const others = [{ customer: bruno.taxId }, { amount: 10.01 }, { currency: 'USDT' }];
	const sheet = [row, { ...row, customer: ana._id }, ...others.map((one) => ({ ...row, ...one }))];
	const refused = [SUSPECTED, SUSPECTED, undefined, undefined, undefined];
	const plan = await service.addOn(sheet, { dryRun: true }, { parameters: BY_ID });
	const run = await service.addOn(sheet, {}, { parameters: BY_ID });
	expect([plan.codes, run.codes]).toEqual([refused, refused]);
	expect(run.outcomes.slice(2)).toEqual(times(3, 'issued'));
});

test('what this execution has issued itself does not count: a loop may pay equal rows', async () => {
	const sheet = [row, { ...row, amount: 'x' }];
	const rowsOf = () => sheet.map((json) => ({ json }));
	const passes = await service.loop(sheet, {}, { passes: 3, rowsOf });
	expect(passes.map(({ outcomes }) => outcomes[0])).toEqual(times(3, 'issued'));
	expect((await service.add([row, row], OFF)).outcomes).toEqual(['issued', 'issued']);
});

test.each([
	['after it', 'First', {}],
	['beside it', 'Rows', {}],
	['after it, where that one has keys', 'First', { idempotencyKey: 'order 1' }],
] as const)('nor does what another node has issued: a node %s', async (_, goesTo, more) => {
	const parameters = { ...addParameters(), ...row };
	const first = gmcNode({ name: 'First', parameters: { ...parameters, ...more } });
	const nodes = [first, gmcNode({ parameters })];
	const beside = { Rows: { main: [[...to('First'), ...to('GMC')]] } };
	const connections = goesTo === 'Rows' ? beside : undefined;
	const start = async () => await service.runWorkflow(workflowOf({ nodes, connections }));
	expect((await start()).outcomes).toEqual(['issued']);
	expect(await service.charged(ana.taxId)).toBe(2);
	expect((await start()).error).toBeDefined();
});

describe('a list of additions that does not tell: the rest goes out, and a hint says so', () => {
	test('because it is cut: what is seen is checked', async () => {
		await service.restart({ list: { cutAt: 1 } });
		for (const amount of [11, 10])
			await service.admin.createAddition({ customerIdentifier: ana._id, amount });
		const { outcomes, hints } = await service.addOn([row, { ...row, amount: 11 }]);
		expect(outcomes).toEqual(['rejected', 'issued']);
		expect(hints.join()).toMatch(/did not give its whole list/);
	});

	test.each([
		['cannot be had', async () => await service.refuse({ route: LIST_ADDITIONS }, 500)],
		['is an error with status 200', async () => await service.failAs200(LIST_ADDITIONS)],
	])('because it %s', async (_, spoil) => {
		await madeBefore(1);
		await spoil();
		const { outcomes, hints } = await service.addOn([row]);
		expect(outcomes).toEqual(['issued']);
		expect(hints.join()).toMatch(/did not give its whole list/);
	});
});

const UNREADABLE = ['amountNull', 'noItems', 'noCustomer'] as const;
test.each(UNREADABLE)('an unreadable addition that may be equal refuses it: %s', async (as) => {
	await madeBefore(1);
	await service.fault({ type: 'garble', every: 1, as }, { route: LIST_ADDITIONS });
	const run = await service.addOn([row]);
	expect(run.codes).toEqual([SUSPECTED]);
	expect(errorOf(run)).toMatch(/: Ana Souza may have been given 10.00 BRL at /);
});

test('one that the ledger knows to be another row’s hides none that may be equal', async () => {
	const others = { customer: bruno.taxId, amount: 10 };
	await service.add([others], OFF);
	await madeBefore(1);
	await service.add([others], OFF);
	await service.fault({ type: 'garble', every: 1, as: 'noCustomer' }, { route: LIST_ADDITIONS });
	expect((await service.addOn([row])).codes).toEqual([SUSPECTED]);
});

test('an addition with several items is the same as each row that equals one that has not failed', async () => {
	const [first, ...items] = [ana, bruno, bruno].map(({ _id }, at) => ({
		customerIdentifier: _id,
		amount: at < 2 ? 10 : 12,
		status: at < 2 ? 'COMPLETED' : 'FAILED',
	}));
	await service.admin.createAddition({ ...first, items });
	await service.admin.createAddition({ ...first, amount: 11, status: 'FAILED' });
	const brunos = { ...row, customer: bruno.taxId };
	const sheet = [row, brunos, { ...row, amount: 11 }, { ...brunos, amount: 12 }];
	expect((await service.addOn(sheet)).outcomes).toEqual([
		...times(2, 'rejected'),
		...times(2, 'issued'),
	]);
});

test('each part of a sheet is compared with what GMC lists by then', async () => {
	jest.replaceProperty(PART, 'rows', 1);
	const isSending = async () => (await service.asked(ISSUE)) > 0;
	const made = service.tables.once(isSending, async () => await madeBefore(0));
	const run = await service.addOn([{ ...row, amount: 11 }, row]);
	expect([run.codes, made.isDone]).toEqual([[undefined, SUSPECTED], true]);
});

test('a row whose addition has failed since is sent by the next execution', async () => {
	await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
	const [{ json }] = (await service.add([row])).items;
	await service.admin.settle(String(json._id), 'FAILED');
	expect((await service.addOn([row])).outcomes).toEqual(['issued']);
});

describe('two runs at the same moment', () => {
	test('pay a row once', async () => {
		await service.slow(50);
		const runs = await Promise.all([1, 2, 3].map(async () => await service.addOn([row])));
		const told = runs.flatMap(({ outcomes }) => outcomes).sort();
		expect(told).toEqual(['issued', 'rejected', 'rejected']);
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

test('an open row that GMC shows after Recent has ended refuses equal rows of the run that finds it out, and as long again', async () => {
	const minutes = RECENT_MINUTES + 5;
	await service.lose('never');
	expect((await service.addOn([row])).outcomes).toEqual(['unknown']);
	service.ledger[0].askedAt = new Date(Date.now() - minutes * 60_000 - 500).toISOString();
	const { _id: additionId } = await madeBefore(minutes);
	const plan = await service.addOn([row, row], { dryRun: true });
	expect([plan.outcomes, service.ledger[0].outcome]).toEqual([times(2, 'rejected'), 'unknown']);
	const run = await service.addOn([row, row], RECENT);
	expect(run.codes).toEqual([SUSPECTED, SUSPECTED]);
	expect(errorOf(run)).toContain(additionId);
	expect(service.ledger).toMatchObject([{ outcome: 'issued', additionId }]);
	expect((await service.addOn([row])).codes).toEqual([SUSPECTED]);
	passTime({ seconds: RECENT_MINUTES * 60 + 1 });
	expect((await service.addOn([row])).outcomes).toEqual(['issued']);
});

describe('a time from which on the same top-up would be paid again', () => {
	/** Says so, and one minute before it nothing is paid. */
	async function keepsItsWord(text: string): Promise<void> {
		const [, end] = /From (\S+ \S+) UTC-3 on, Recent lets/.exec(text) ?? [];
		const seconds = (Date.parse(`${end.replace(' ', 'T')}-03:00`) - Date.now()) / 1000;
		passTime({ seconds: Math.floor(seconds) - 60 });
		await service.addOn([row], RECENT);
		expect(await service.charged(ana._id, 10)).toBe(1);
	}

	test('is not later for a run that has waited', async () => {
		await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
		const options = { ...RECENT, waitForCompletion: true, waitTimeout: 3_600 };
		const waiting = service.addOn([row], options);
		await until('it is issued', async () => service.ledger.at(0)?.outcome === 'issued');
		passTime({ seconds: 600 });
		await service.admin.settle(String(service.ledger[0].additionId), 'COMPLETED');
		await keepsItsWord((await waiting).hints.join());
	});

	test('is over where a Retry tells of what was paid before', async () => {
		const failing = { customer: bruno.taxId, amount: 20 };
		await service.refuse({ match: { amount: 20 }, times: 1 });
		const failed = await service.add([row, failing], { ...RECENT, concurrency: 1 });
		passTime({ seconds: (RECENT_MINUTES + 5) * 60 });
		const { hints } = await service.retryOn(failed, { ...RECENT, concurrency: 1 });
		expect(hints.join()).toMatch(/From now on, Recent lets the same top-up be paid again/);
	});

	test("is by n8n's clock where GMC's is ahead", async () => {
		await service.restart({ timestamps: { dateHeader: 'ofSandboxClock' } });
		await service.admin.advanceClock({ minutes: 10 });
		await service.addOn([row], RECENT);
		service.ledger = [];
		const refused = await service.addOn([row], RECENT);
		await keepsItsWord(String(detailsOf(refused).description));
	});
});
