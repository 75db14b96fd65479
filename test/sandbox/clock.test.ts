import { LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const NOON = '2026-07-01T12:00:00.000Z';

it('shows real time until told otherwise', async () => {
	const { nowMs, frozen, now } = await bench.sandbox.admin.clock();
	expect(Math.abs(nowMs - Date.now())).toBeLessThan(5000);
	expect([frozen, now]).toEqual([false, new Date(nowMs).toISOString()]);
});

it('freezes at a moment, or where it stands', async () => {
	const { admin } = bench.sandbox;
	const view = { now: NOON, nowMs: Date.parse(NOON), frozen: true };
	expect(await admin.freezeClock('2026-07-01T09:00:00-03:00')).toEqual(view);
	expect(await admin.clock()).toEqual(view);
	await admin.reset();
	const { nowMs } = await admin.freezeClock();
	expect(Math.abs(nowMs - Date.now())).toBeLessThan(5000);
});

it('advances by the sum of the parts', async () => {
	const { admin } = bench.sandbox;
	await admin.freezeClock(NOON);
	const { now } = await admin.advanceClock({ days: 1, hours: 2, minutes: 3, seconds: 4.5 });
	expect(now).toBe('2026-07-02T14:03:04.500Z');
	await expect(admin.advanceClock({ seconds: -1 })).rejects.toThrow('backwards');
});

it('advances while it runs', async () => {
	const { nowMs, frozen } = await bench.sandbox.admin.advanceClock({ days: 10 });
	expect(frozen).toBe(false);
	expect(Math.abs(nowMs - Date.now() - 864_000_000)).toBeLessThan(5000);
});

it('runs on from where it stood, and goes back to real time on reset', async () => {
	const { admin } = bench.sandbox;
	await admin.freezeClock(NOON);
	const { nowMs, frozen } = await admin.unfreezeClock();
	expect(frozen).toBe(false);
	expect(nowMs - Date.parse(NOON)).toBeLessThan(5000);
	expect(nowMs).toBeGreaterThanOrEqual(Date.parse(NOON));
	await admin.reset();
	expect(Math.abs((await admin.clock()).nowMs - Date.now())).toBeLessThan(5000);
});

it.each([
	['ofMachine', Date.now()],
	['ofSandboxClock', Date.parse(NOON)],
] as const)('the header Date tells the time %s', async (dateHeader, expected) => {
	const { admin } = bench.sandbox;
	await admin.configure({ timestamps: { dateHeader } });
	await admin.freezeClock(NOON);
	const { headers } = await bench.api.get(LIST, { headers: await bench.session() });
	expect(Math.abs(Date.parse(String(headers.date)) - expected)).toBeLessThan(5000);
});
