import { delays } from '../../../../../nodes/Gmc/core/pace/delays';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	OFF,
	Service,
	outcomeOf,
} from '../../../../../harness/engine';

const service = Service.forThisFile();
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 5 };
const lose = async (nth: number | number[], committed = true) =>
	await service.admin.addFault({
		route: ISSUE,
		nth,
		action: { type: committed ? 'commitThenReset' : 'resetBefore' },
	});
const goOn = { onError: 'continueRegularOutput' as const };

describe('a lost answer', () => {
	test('is found in the list, and the line goes on', async () => {
		await lose([1, 3]);
		const rows = [row, { ...row, customer: bruno.taxId }, { ...row, customer: carla.taxId }, row];
		const { items } = await service.add(rows, { concurrency: 1 });
		expect(items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued', reconciled: true },
			{ outcome: 'issued' },
			{ outcome: 'issued', reconciled: true },
			{ outcome: 'issued' },
		]);
		expect(await service.asked(ISSUE)).toBe(4);
		expect(new Set(items.map(({ json }) => json._id)).size).toBe(4);
	});

	test('is not mistaken for an equal addition that was there before', async () => {
		await service.add([row]);
		await lose(1, false);
		const { items } = await service.add([row], OFF, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
		expect(items[0].json.details).toMatchObject({ candidates: [] });
	});

	test('is not mistaken for one that was there under another name of the customer', async () => {
		await service.restart({ additions: { echoCustomerIdentifier: '_id' } });
		await service.add([row]);
		await lose(1, false);
		const { items } = await service.add([row], OFF, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
	});

	test('is not mistaken for the addition of an equal row of the same run', async () => {
		await lose(2, false);
		const { items } = await service.add([row, row], { concurrency: 1 }, goOn);
		expect(items.map(outcomeOf)).toEqual(['issued', 'unknown']);
	});

	test('of two equal rows, one of which was done, leaves both unknown with the candidate', async () => {
		await service.slow(50);
		await service.add([{ ...row, amount: 1 }]);
		await lose(2);
		await lose(3, false);
		const rows = [{ ...row, amount: 1 }, row, row];
		const { items } = await service.add(rows, { ...OFF, concurrency: 2 }, goOn);
		expect(items.map(outcomeOf)).toEqual(['issued', 'unknown', 'unknown']);
		const [addition] = (await service.admin.charges({ amount: 5 })).additions;
		for (const { json } of items.slice(1)) {
			expect(json.details).toMatchObject({ candidates: [addition._id] });
		}
	});

	test('is waited for when the list shows additions late', async () => {
		await service.restart({ additions: { visibleAfterSeconds: 0.2 } });
		await lose(1);
		const { reconcileDelaysMs } = delays;
		delays.reconcileDelaysMs = [100, 200, 400];
		const { items } = await service.add([row]);
		delays.reconcileDelaysMs = reconcileDelaysMs;
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
	});

	test('that stays unknown says what was asked, when, and what to check', async () => {
		await lose(1, false);
		const { error } = await service.add([row, row], { concurrency: 1 });
		expect(error?.message).toMatch(/ know whether the top-up went through$/);
		expect(error?.description).toMatch(
			/^Use Executions → Retry after \d{4}-[\d :-]+. If GMC lists the top-up by then/,
		);
		expect(error?.description).toMatch(/sent at \d{4}-.*list does not show it yet/);
		expect(error?.description).toMatch(/Of 2 rows: 1 unknown, 1 not attempted/);
	});

	test('is found under another name of the customer', async () => {
		await service.restart({ additions: { echoCustomerIdentifier: '_id' } });
		await lose(1);
		const { items } = await service.add([row], {});
		expect(items.map(outcomeOf)).toEqual(['issued']);
		expect(await service.asked(LIST_CUSTOMERS)).toBe(2);
	});

	test('is not concluded from a list that is cut', async () => {
		await service.restart({ list: { cutAt: 1 } });
		for (let count = 0; count < 3; count++) await service.admin.createAddition();
		await lose(1);
		const { items } = await service.add([row], {}, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
	});

	test('is known by its time when there was no look before the send', async () => {
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			times: 4,
			action: { type: 'status', status: 500 },
		});
		await lose(1);
		const { items } = await service.add([row], {}, goOn);
		expect(items.map(outcomeOf)).toEqual(['issued']);
	});

	test('five times in a row ends the run', async () => {
		await service.lose('done', {});
		const rows = Array.from({ length: 9 }, (_, index) => ({ ...row, amount: index + 1 }));
		const { items } = await service.add(rows, { concurrency: 1 }, goOn);
		expect(items.map(outcomeOf)).toEqual([
			...Array<string>(5).fill('issued'),
			...Array<string>(4).fill('notAttempted'),
		]);
	});
});

test.each([
	['a refused login', { senha: 'wrong' }, 0],
	['a refused integration', { origin: 'https://elsewhere.example.com' }, 2],
])('%s stops the line', async (_, changes, requests) => {
	await service.useCredential(changes);
	const { items } = await service.add([row, row, row], {}, goOn);
	expect(items.slice(1).map(outcomeOf)).toEqual(['notAttempted', 'notAttempted']);
	expect(await service.asked(ISSUE)).toBe(requests);
});

describe('a list that hangs while a lost answer is looked for', () => {
	const { reconcileBudgetMs } = delays;
	afterEach(() => Object.assign(delays, { reconcileBudgetMs }));

	test('does not hold up the run for longer than the looks may take together', async () => {
		await lose(1);
		delays.reconcileBudgetMs = 300;
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			nth: [2, 3, 4, 5, 6],
			action: { type: 'latency', ms: 4_000 },
		});
		const startedAt = Date.now();
		const { items } = await service.add([row], {}, goOn);
		expect(Date.now() - startedAt).toBeLessThan(3_000);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
	});
});
