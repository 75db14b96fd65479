import { KeyedService, keyedRow } from '../../../../harness/engine/keyedService';
import { ISSUE, Service, outcomeOf } from '../../../../harness/engine/service';
import { DEMO_CUSTOMERS } from '../../../../sandbox/seeds';

// Under History a corrected amount is a second payment, which a hint says: GMC has more of a customer than the sheet.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana, bruno] = DEMO_CUSTOMERS;
const history = { duplicateProtection: 'history' };
const row = (customer: string, amount: number) => ({ customer, amount });
const CORRECTED =
	'Besides what stands in these rows, GMC lists 10.5 BRL for Ana Souza. If you have corrected an amount, its row is a second payment, and the first one stays.';

test('a corrected amount: who it is about, and what was paid before; a dry run says it, too', async () => {
	await service.add([row(ana.taxId, 10.5), row(bruno.taxId, 2)]);
	const corrected = [row(ana._id, 10.05), row(bruno.taxId, 2)];
	const planned = await service.add(corrected, { ...history, dryRun: true });
	expect(planned.hints).toContain(CORRECTED);
	const { items, hints } = await service.add(corrected, history);
	expect(items.map(outcomeOf)).toEqual(['issued', 'skipped']);
	expect(hints).toEqual([CORRECTED, '1 of 2 rows skipped as already issued']);
});

test('nothing where each addition of the period is a row, or somebody who is not in the sheet', async () => {
	await service.add([row(ana.taxId, 1), row(bruno.taxId, 2)]);
	const createdAt = new Date(Date.now() - 25 * 3_600_000).toISOString();
	await service.admin.createAddition({ customerIdentifier: ana._id, amount: 7, createdAt });
	const { hints } = await service.add([row(ana.taxId, 1)], history);
	expect(hints).toEqual(['1 of 1 row skipped as already issued']);
});

test('of many, five are named', async () => {
	const amounts = [1, 2, 3, 4, 5, 6, 7];
	await service.add(amounts.map((amount) => row(ana.taxId, amount)));
	const { hints } = await service.add([row(ana.taxId, 8)], history);
	expect(hints.join()).toMatch(/(\d BRL for Ana Souza(, | and )){5}2 more additions\./);
});

test('what a key has paid with is a top-up of its own, not an amount that was corrected', async () => {
	await keyed.add([keyedRow('order 1', 10)]);
	const { items, hints } = await keyed.add([keyedRow('order 2', 11)], history);
	expect(items.map(outcomeOf)).toEqual(['issued']);
	expect(hints.join()).not.toMatch(/Besides/);
});

test('what this execution has issued is no news to its retry', async () => {
	await service.admin.addFault({
		...{ route: ISSUE, match: { amount: 2 }, times: 1 },
		action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
	});
	const rows = [row(ana.taxId, 1), row(ana.taxId, 2)];
	const failed = await service.add(rows, { ...history, concurrency: 1 });
	expect(failed.error).toBeDefined();
	const { items, hints } = await service.retry(failed, history);
	expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	expect(hints.join()).not.toMatch(/Besides/);
});

test('what a row in doubt may have paid is perhaps its own', async () => {
	await service.restart({ additions: { visibleAfterSeconds: 600 } });
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
	const sent = await keyed.add([keyedRow('lost', 10)]);
	expect(sent.items.map(outcomeOf)).toEqual(['unknown']);
	await service.admin.advanceClock({ seconds: 700 });
	const rows = [keyedRow('lost', 10), keyedRow('new', 11)];
	const { items, hints } = await keyed.add(rows, { ...history, dryRun: true });
	expect(items.map(outcomeOf)).toEqual(['unknown', 'planned']);
	expect(hints.join()).not.toMatch(/Besides/);
});
