import { ana, bruno, ISSUE, LIST_CUSTOMERS, LOGIN, OFF, Service } from '../../../harness/engine';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import type { Meet } from '../api/front';
import { passOn, putBefore } from '../api/front';

// Services tell a token that has ended by a 401, and by other answers, which may also mean a permission that is lacking.

const service = Service.forThisFile();
const read = { parameters: { resource: 'customer', operation: 'getAll', returnAll: true } };
const FORMS = ['401', '403', '419', 'bodyOf200'] as const;
const INDIRECT = FORMS.filter((form) => form !== '401');

/** In another process, an hour after the login. */
async function anHourLater(): Promise<void> {
	forgetProcess();
	service.credential.data.loginAt = Date.now() - 3_600_000;
	await service.admin.clearJournal();
}

/** Reads with 20 rows, each of which is refused. */
const lookUp = async () =>
	await service.run({
		parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' },
		rows: Array.from({ length: 20 }, (_, id) => ({ id: `a${id}` })),
		onError: 'continueRegularOutput',
	});

test.each(FORMS)(
	'a read that is told of it by %s logs in once and asks once more',
	async (form) => {
		await service.restart({ login: { endedTokenAs: form } });
		await service.run(read);
		await service.admin.expireTokens();
		await anHourLater();
		expect((await service.run(read)).error).toBeUndefined();
		expect([await service.asked(LOGIN), await service.asked(LIST_CUSTOMERS)]).toEqual([1, 2]);
		expect((await service.run(read)).error).toBeUndefined();
		expect(await service.asked(LOGIN)).toBe(1);
	},
);

test.each(INDIRECT)('so do 20 reads at once: %s', async (form) => {
	await service.restart({ login: { endedTokenAs: form } });
	await service.run(read);
	await service.admin.expireTokens();
	await anHourLater();
	const runs = Array.from({ length: 20 }, async () => await service.run(read));
	for (const { error } of await Promise.all(runs)) expect(error).toBeUndefined();
	expect(await service.asked(LOGIN)).toBe(1);
});

describe.each([403, 419])('a user who lacks a permission (%p)', (status) => {
	const lack = async () => {
		await service.run(read);
		await anHourLater();
		await service.refuse({ route: LOOK_UP_ADDITION }, status);
	};

	test('costs one login in five minutes, whatever the rows, runs and processes', async () => {
		await lack();
		for (let process = 0; process < 3; process++) {
			await lookUp();
			await lookUp();
			forgetProcess();
		}
		expect(await service.asked(LOGIN)).toBe(1);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 301_000);
		await lookUp();
		expect(await service.asked(LOGIN)).toBe(2);
	});

	test('costs no more where the login does not work, either', async () => {
		await lack();
		await service.refuse({ route: LOGIN }, 503);
		for (let run = 0; run < 5; run++) await lookUp();
		expect(await service.asked(LOGIN)).toBe(4);
	});

	test('costs none right after a login', async () => {
		await service.refuse({ route: LOOK_UP_ADDITION }, status);
		await lookUp();
		expect(await service.asked(LOGIN)).toBe(1);
	});
});

test('the token of another worker is used without a login, and not the old one of this process', async () => {
	await service.restart({ login: { endedTokenAs: '403' } });
	await service.run(read);
	const hour = Date.now() + 3_600_000;
	await service.admin.expireTokens();
	// The other worker's has ended as well, later than this one's.
	Object.assign(service.credential.data, { accessToken: 'other', loginAt: hour - 1_000_000 });
	jest.spyOn(Date, 'now').mockReturnValue(hour);
	expect((await service.run(read)).error).toBeUndefined();
	expect([await service.asked(LOGIN), await service.asked(LIST_CUSTOMERS)]).toEqual([2, 3]);
});

describe('a write', () => {
	const rows = [ana, bruno, ana].map(({ taxId }, at) => ({ customer: taxId, amount: at + 1 }));

	/** The token ends right before the first top-up gets there. */
	async function addWithEndingToken(form: (typeof FORMS)[number]) {
		await service.restart({ login: { endedTokenAs: form } });
		let hasEnded = false;
		const meet: Meet = async (incoming, response, pass) => {
			if (incoming.method === 'POST' && incoming.url!.endsWith('/add-balance') && !hasEnded) {
				hasEnded = true;
				await service.admin.expireTokens();
			}
			await passOn(incoming, response, pass);
		};
		const front = await putBefore(service, meet);
		await service.run(read);
		await anHourLater();
		const run = await service.addOn(rows, { ...OFF, concurrency: 1 });
		front.close();
		return run;
	}

	test.each(['403', '419'] as const)(
		'that is refused by %s is not sent again, and the rows after it go on',
		async (form) => {
			const { items, outcomes } = await addWithEndingToken(form);
			expect(outcomes).toEqual(['rejected', 'issued', 'issued']);
			expect(items[0].json.error).toMatch(/access token any more \(4\d\d\), and did nothing/);
			expect(items[0].json).toMatchObject({
				details: {
					retryable: true,
					description: expect.stringMatching(/logged in again.*Send this row/) as string,
				},
			});
			expect(await service.asked(ISSUE)).toBe(3);
			expect(await service.paid()).toBe(2);
			expect(await service.asked(LOGIN)).toBe(1);
		},
	);

	test('that a 200 refuses is unknown, and not sent again', async () => {
		const { outcomes } = await addWithEndingToken('bodyOf200');
		expect(outcomes).toEqual(['unknown', 'notAttempted', 'notAttempted']);
		expect(await service.asked(ISSUE)).toBe(1);
		expect(await service.paid()).toBe(0);
		expect(await service.asked(LOGIN)).toBe(1);
	});

	test('that is refused for another reason costs no login', async () => {
		await service.restart({ auth: { integrationOnly: false } });
		await service.run(read);
		await anHourLater();
		const { outcomes } = await service.addOn(rows, OFF);
		expect(outcomes).toEqual(['rejected', 'notAttempted', 'notAttempted']);
		expect([await service.asked(LOGIN), await service.asked(ISSUE)]).toEqual([0, 1]);
	});
});
