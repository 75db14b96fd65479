import { sleep } from 'n8n-workflow';
import type { FaultInput } from '../../../../sandbox/state/faults';
import { startGmc, until } from '../../../../harness/engine';
import { KEY, LOOK_UP_ADDITION } from './given';
import { ana, bruno } from './people';
import { addParameters, AFTER_HOLD, another, detailsOf, gmcOf, passTime, Service } from './support';

// Wait for Completion.

const service = Service.forThisFile();
const rows = [ana, bruno].map(({ taxId }, at) => ({ customer: taxId, amount: at + 0.1 }));
const wait = { waitForCompletion: true, waitTimeout: 5 };
/** @param settleAfterSeconds null: never */
const pending = async (settleAfterSeconds: number | null, more: object = {}) =>
	await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds, ...more } });

test.each([{}, { visibleOnlyAfterSettle: true }])('asks until it settles: %j', async (more) => {
	await pending(0.3, more);
	const { items } = await service.add(rows, wait);
	expect(items.map(({ json }) => [json.status, json._gmc])).toMatchObject(
		rows.map(() => ['COMPLETED', { outcome: 'issued' }]),
	);
});

test('says so when the time is up', async () => {
	await pending(null);
	const run = await service.add(rows.slice(0, 1), { ...wait, waitTimeout: 0.4 });
	expect(run.items[0].json.status).toBe('PENDING');
	expect(gmcOf(run)).toMatchObject({ outcome: 'issued' });
	expect(run.hints.join()).toContain(
		"1 paid (0.10 BRL), 1 of these not completed by GMC yet. 'Wait Timeout' is over. Do not send these again: Balance: Get Top-Up shows their status",
	);
});

test('does not wait for what a person has set to issued without an addition', async () => {
	const sheet = [{ ...rows[0], key: 'k' }];
	await service.lose('never');
	await service.addOn(sheet, KEY);
	service.ledger[0].outcome = 'issued';
	const setup = { parameters: { simplify: true } };
	const { items } = await service.addOn(sheet, { ...KEY, ...wait, waitTimeout: 3_600 }, setup);
	expect(items[0].json).toMatchObject({ outcome: 'skipped' });
	expect(items[0].json).not.toHaveProperty('additionId');
});

test('keeps no lost row from the next run once its hold is over', async () => {
	await pending(null);
	await service.lose('never', 2);
	const sheet = rows.map((row, at) => ({ ...row, key: `k${at}` }));
	const options = { ...KEY, concurrency: 1 };
	const waiting = service.addOn(sheet, { ...options, ...wait, waitTimeout: 3_600 });
	const isLost = async () => service.ledger.at(1)?.outcome === 'unknown';
	await until('the second row to be lost', isLost);
	await sleep(300);
	passTime(AFTER_HOLD);
	const { outcomes } = await service.addOn(sheet, options);
	await service.admin.settle(String(service.ledger[0].additionId), 'COMPLETED');
	expect((await waiting).outcomes).toEqual(['issued', 'unknown']);
	expect(outcomes).toEqual(['skipped', 'issued']);
});

test('rejects a row whose addition fails meanwhile', async () => {
	await pending(0.2, { settleAs: 'FAILED' });
	const { error } = await service.add(rows.slice(0, 1), wait);
	expect(error?.message).toMatch(/^GMC accepted top-up \w+, but it failed: The GMC could/);
	expect(error?.context.details).toMatchObject({ outcome: 'rejected', status: 'FAILED' });
	expect(service.ledger).toMatchObject([{ outcome: 'rejected' }]);
});

test('frees no key that names the failed addition only because an answer was wrong', async () => {
	await pending(null, { visibleAfterSeconds: 1_000 });
	const [a, b] = ['a', 'b'].map((key) => ({ ...rows[0], key }));
	const waiting = service.addOn([a], { ...KEY, ...wait, waitTimeout: 3_600 });
	await until('it is issued', async () => service.ledger.at(0)?.outcome === 'issued');
	passTime({ seconds: 1_200 });
	await service.fault({ type: 'wrongAnswer', differs: 'earlierAddition', commit: true }, 1);
	expect((await service.addOn([b], KEY)).outcomes).toEqual(['unknown']);
	await service.admin.settle(String(service.ledger[0].additionId), 'FAILED');
	expect((await waiting).outcomes).toEqual(['rejected']);
	passTime(AFTER_HOLD);
	expect((await service.addOn([b], KEY)).outcomes).toEqual(['skipped']);
});

test('asks again where a lookup answers with another addition', async () => {
	await pending(0.3);
	const body = another('FAILED');
	await service.fault({ type: 'json', status: 200, body }, { route: LOOK_UP_ADDITION, nth: 1 });
	const run = await service.addOn(rows.slice(0, 1), wait);
	expect(detailsOf(run)).toBeUndefined();
	expect([gmcOf(run).outcome, run.items[0].json.status]).toEqual(['issued', 'COMPLETED']);
});

test.each<[string, FaultInput['action']]>([
	['failing', { type: 'status', status: 503 }],
	['never answered', { type: 'hang' }],
])('Wait Timeout ends the wait when lookups are %s', async (_, action) => {
	await pending(null);
	await service.fault(action, { route: LOOK_UP_ADDITION });
	const startedAt = Date.now();
	const { items, hints } = await service.add(rows, { ...wait, waitTimeout: 1, timeout: 20 });
	expect(Date.now() - startedAt).toBeLessThan(2500);
	expect(items.map(({ json }) => json._gmc)).toMatchObject(rows.map(() => ({ outcome: 'issued' })));
	expect(hints.join()).toContain("'Wait Timeout' is over");
});

test('ends when the execution is cancelled', async () => {
	await pending(null);
	const options = { ...wait, waitTimeout: 60 };
	const running = startGmc(service.credential, { parameters: addParameters(options), rows });
	await until('a lookup', async () => (await service.asked(LOOK_UP_ADDITION)) > 0);
	running.cancel();
	await sleep(300);
	const looks = await service.asked(LOOK_UP_ADDITION);
	await sleep(300);
	expect(await service.asked(LOOK_UP_ADDITION)).toBe(looks);
});
