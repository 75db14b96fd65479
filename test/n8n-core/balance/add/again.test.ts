import type { Loop, ToolAnswer } from '../../../../harness/engine';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	OFF,
	Service,
	addParameters,
	outcomeOf,
	runAgent,
	runLoop,
} from '../../../../harness/engine';

// A row that is not known to be issued comes back to the node in the same execution.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 5 };
const other = { customer: bruno.taxId, amount: 5 };
const lose = async (nth: number, committed: boolean) =>
	await service.admin.addFault({
		route: ISSUE,
		nth,
		action: { type: committed ? 'commitThenReset' : 'resetBefore' },
	});
/** The list shows what was made an hour ago. */
const listLater = async () => await service.listLate(3600);
const anHour = async () => {
	await service.admin.advanceClock({ hours: 1 });
};
const charged = async () => await service.charged(ana._id, 5);

describe('through a loop over the error output', () => {
	const loop = async (rows: object[], change: Partial<Loop> = {}, setup: object = {}) => {
		const parameters = addParameters({ ...OFF, concurrency: 1 });
		const passes = await runLoop(
			service.credential,
			{ parameters, rows: rows as never, ...setup },
			{ passes: 2, ...change },
		);
		return passes.map(({ items, errors }) => [...items, ...errors].map(outcomeOf));
	};

	test('it is issued once its addition shows up, and the rest is sent', async () => {
		await listLater();
		await lose(1, true);
		expect(await loop([row, other], { before: anHour })).toEqual([
			['unknown', 'notAttempted'],
			['issued', 'issued'],
		]);
		expect(await charged()).toBe(1);
	});

	test('an equal addition that was there before the first pass is not taken for it', async () => {
		await service.add([row]);
		await lose(1, false);
		expect(await loop([row])).toEqual([['unknown'], ['unknown']]);
		expect(await charged()).toBe(1);
	});

	test('a later pass takes its own addition, not one that an earlier pass has lost', async () => {
		await listLater();
		await lose(1, true);
		const equal = [{ json: row }, { json: row }];
		const told = await loop([row], { rowsOf: () => equal, before: anHour });
		// Of the two, one is the lost row of the first pass.
		expect(told).toEqual([['unknown'], ['issued', 'issued']]);
		expect(await charged()).toBe(2);
	});

	test('what two rows have lost is proven only by as many additions', async () => {
		await listLater();
		await lose(2, true);
		await lose(3, false);
		// So that the two are in flight together.
		await service.slow(50);
		const change = { rowsOf: () => [{ json: row }], before: anHour };
		const told = await loop([other, row, row], change, {
			parameters: addParameters({ concurrency: 2 }),
		});
		expect(told).toEqual([['issued', 'unknown', 'unknown'], ['unknown']]);
		expect(await charged()).toBe(1);
	});

	test('Retry On Fail of the pass that cleared it up does not send it again', async () => {
		await listLater();
		await lose(1, true);
		await service.refuse({ match: { customerIdentifier: bruno._id }, times: 1 });
		const rowsOf = () => [{ json: other }, { json: row }];
		const retrying = { retryOnFail: true, maxTries: 2 };
		const told = await loop([row], { rowsOf, before: anHour }, retrying);
		expect(told.at(-1)).toEqual(['issued', 'issued']);
		expect(await charged()).toBe(1);
	});
});

describe('as a tool that is called again', () => {
	const parameters = {
		...addParameters({ maxAmount: 100 }),
		customer: { __rl: true, mode: 'taxId', value: "={{ $fromAI('customer', '', 'string') }}" },
		amount: "={{ $fromAI('amount', '', 'number') }}",
		currency: 'BRL',
	};
	const call = async (
		times: number,
		setup: object = {},
		between: () => Promise<void> = async () => {},
	): Promise<ToolAnswer[]> => {
		const answers: ToolAnswer[] = [];
		await runAgent(service.credential, { parameters, ...setup }, async (tool) => {
			for (let time = 0; time < times; time++) {
				if (time > 0) await between();
				answers.push(await tool(row));
			}
		});
		return answers;
	};

	test('it is not sent again while nobody knows', async () => {
		await lose(1, false);
		const [first, second] = await call(2);
		expect(first.error).toMatch(/know whether the top-up went through/);
		expect(second.error).toMatch(/an earlier try sent this row and lost the answer/);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('it is issued once its addition shows up', async () => {
		await listLater();
		await lose(1, true);
		const [, second] = await call(2, {}, anHour);
		expect(second.items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
		expect(await charged()).toBe(1);
	});

	test('neither is it by Retry On Fail, whose tries n8n numbers like calls', async () => {
		await lose(1, false);
		const [{ error }] = await call(1, { retryOnFail: true, maxTries: 3 });
		expect(error).toMatch(/an earlier try sent this row/);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('a call after one that was issued is told what that has paid, and pays nothing', async () => {
		const answers = await call(2);
		expect(answers.map(({ items }) => items.map(outcomeOf))).toEqual([['issued'], ['skipped']]);
		expect(answers[1].items[0].json._id).toBe(answers[0].items[0].json._id);
		expect(await charged()).toBe(1);
	});
});
