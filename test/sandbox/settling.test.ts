import type { SandboxSettingsInput } from '../../sandbox/settings';
import { ANA, charge, idsOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();

interface Shown {
	_id: string;
	status: string;
	updatedAt: string;
	createdAt: string;
	summary: object;
	items: Array<{ status: string; error: unknown; blockchain: object; processedAt: string }>;
}

let headers: Record<string, string>;
const issueUnder = async (additions: SandboxSettingsInput['additions']) => {
	await bench.sandbox.admin.freezeClock('2026-03-01T12:00:00Z');
	await bench.sandbox.admin.configure({ additions });
	headers = await bench.session();
	const { data } = await bench.api.post(ISSUE, charge(), { headers });
	return (data as { balanceTransaction: Shown }).balanceTransaction;
};
const lookUp = async (id: string) => {
	const { status, data } = await bench.api.get(`${ISSUE}/${id}`, { headers });
	return status === 200 ? (data as { balanceTransaction: Shown }).balanceTransaction : status;
};
const balance = async () =>
	(await bench.sandbox.admin.customers()).find(({ _id }) => _id === ANA._id)?.balanceGmc;

it('settles after its time, at its own moment', async () => {
	const issued = await issueUnder({ initialStatus: 'PENDING', settleAfterSeconds: 60 });
	expect(issued).toMatchObject({
		status: 'PENDING',
		summary: { totalItems: 1, completedItems: 0, failedItems: 0 },
		items: [{ status: 'PENDING', error: null, blockchain: { mintHash: null } }],
	});
	await bench.sandbox.admin.advanceClock({ seconds: 59 });
	expect(await lookUp(issued._id)).toMatchObject({ status: 'PENDING' });
	expect(await balance()).toBe('100');
	await bench.sandbox.admin.advanceClock({ minutes: 10 });
	expect(await lookUp(issued._id)).toMatchObject({
		status: 'COMPLETED',
		createdAt: String(Date.parse('2026-03-01T12:00:00Z')),
		updatedAt: String(Date.parse('2026-03-01T12:01:00Z')),
		summary: { completedItems: 1 },
		items: [{ status: 'COMPLETED', blockchain: { mintHash: expect.stringMatching(/^0x/) } }],
	});
	expect(await balance()).toBe('107.92');
});

it('shows the first status once even when it settles at once', async () => {
	const issued = await issueUnder({ initialStatus: 'PROCESSING' });
	expect(issued.status).toBe('PROCESSING');
	expect(await lookUp(issued._id)).toMatchObject({ status: 'COMPLETED' });
});

it('settles as failed, with the error asked for and no credit', async () => {
	const failureError = { code: 'NO_GAS', message: 'no gas' };
	const issued = await issueUnder({ settleAs: 'FAILED', failureError });
	expect(issued).toMatchObject({
		status: 'FAILED',
		summary: { completedItems: 0, failedItems: 1 },
		items: [{ status: 'FAILED', error: failureError, blockchain: { transferHash: null } }],
	});
	expect(await balance()).toBe('100');
});

it('takes a credit back when an addition fails after all', async () => {
	const issued = await issueUnder({ settleAfterSeconds: 5, settleAs: 'FAILED' });
	expect([issued.status, await balance()]).toEqual(['COMPLETED', '107.92']);
	await bench.sandbox.admin.advanceClock({ seconds: 5 });
	expect(await lookUp(issued._id)).toMatchObject({ status: 'FAILED' });
	expect(await balance()).toBe('100');
	expect(await bench.sandbox.admin.invariants()).toEqual({ ok: true, violations: [] });
});

it('waits for a hand when told to', async () => {
	const { admin } = bench.sandbox;
	const issued = await issueUnder({ initialStatus: 'PENDING', settleAfterSeconds: null });
	await admin.advanceClock({ days: 365 });
	expect(await balance()).toBe('100');
	expect(await admin.settle(issued._id, 'COMPLETED')).toMatchObject({ status: 'COMPLETED' });
	expect(await balance()).toBe('107.92');
	await expect(admin.settle('nothing', 'FAILED')).rejects.toThrow('There is no addition nothing');
});

it('hides an addition until it has settled', async () => {
	const hidden = { visibleOnlyAfterSettle: true, settleAfterSeconds: 10 };
	const { _id } = await issueUnder(hidden);
	expect(await lookUp(_id)).toBe(417);
	expect((await bench.api.get(LIST, { headers })).data).toMatchObject({
		balanceTransaction: [],
		recordsFiltered: 0,
		recordsTotal: 0,
	});
	expect(await bench.sandbox.admin.charges({ customerIdentifier: ANA._id })).toMatchObject({
		count: 1,
		additions: [{ _id, visible: false }],
	});
	await bench.sandbox.admin.advanceClock({ seconds: 10 });
	expect(await lookUp(_id)).toMatchObject({ _id });
	expect(idsOf(await bench.api.get(LIST, { headers }))).toEqual([_id]);
});
