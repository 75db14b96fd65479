import { sleep } from 'n8n-workflow';
import { QUEUE } from '../../../../nodes/Gmc/ledger/nameQueue';
import { BATCH, KEY, LIST_ADDITIONS, LOGIN } from './given';
import { ana, row } from './people';
import { Service } from './support';

// Two workers of n8n: neither knows which claims of the other are at work.
// promises.md P6
jest.mock('../../../../nodes/Gmc/core/util/processMemory', () => ({
	...jest.requireActual<object>('../../../../nodes/Gmc/core/util/processMemory'),
	isAtWork: () => false,
	whileAtWork: async (_: string, work: () => Promise<unknown>) => await work(),
}));

const service = Service.forThisFile();
beforeEach(() => void jest.replaceProperty(QUEUE, 'waitMs', 0));
/** A claim is held for two seconds. */
const SHORT = { hold: 0, timeout: 1, concurrency: 1 };
const k = (key: string) => row(10, { key });
const pay = async (...keys: string[]) =>
	(await service.addOn(keys.map(k), { ...KEY, ...SHORT })).outcomes;
const paid = async () => await service.charged(ana.taxId, 10);

test('a request that is refused with 401 is not sent again once its claim is over', async () => {
	await service.addOn([row(11)], { ...KEY, ...SHORT });
	await service.refuse(1, 401);
	await service.slow(900, { route: LOGIN, nth: 1 });
	await service.slow(900, { route: LIST_ADDITIONS, nth: [1, 2] });
	const first = pay('k');
	await sleep(2_150);
	await pay('k');
	await first;
	expect(await paid()).toBeLessThanOrEqual(1);
	expect(await pay('k')).toContainEqual(expect.stringMatching(/skipped|issued/));
	expect(await paid()).toBe(1);
});

test('a row that was never done and waits behind others is paid once, by the run that renews its claim', async () => {
	await service.lose('never');
	expect(await pay('k')).toEqual(['unknown']);
	await service.slow(650, [1, 2, 3, 4, 5]);
	const others = [21, 22, 23, 24, 25].map((amount) => row(amount));
	const first = service.addOn([...others, k('k')], { ...KEY, ...SHORT });
	await sleep(2_200);
	expect(await pay('k')).toEqual(['unknown']);
	expect((await first).outcomes.at(-1)).toBe('issued');
	expect(await paid()).toBe(1);
});

// One worker sends a part that takes longer than a claim is held (400 rows in 15 minutes: 2.3 seconds a row).
// Ten of its rows are equal, under ten keys: ten charges of 10. (With two it happens every other time: which row is dealt
// the addition depends on the hash of its name.)
const others = [21, 22, 23, 24].map((amount) => row(amount));
const waiting = Array.from({ length: 9 }, (_, n) => k(`waits ${n}`));
const sheet = [k('k1'), ...others, ...waiting];

test.each([
	['where one of its orders is delivered again', KEY, [k('k1')]],
	['where another worker starts the sheet again', KEY, sheet],
	['where another worker starts the batch again', BATCH, sheet],
])('a part that outlives its claims is paid once %s', async (_, protection, again) => {
	await service.slow(650, [2, 3, 4, 5]);
	const options = { ...protection, ...SHORT };
	const first = service.addOn(sheet, options);
	// After the hold of the first part's claims.
	await sleep(2_500);
	await Promise.all([first, service.addOn(again, options)]);
	expect(await paid()).toBe(10);
});
