import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../../../harness/engine/dataTables';
import { runLoop } from '../../../../../harness/engine/loop';
import { addParameters, ISSUE, outcomeOf, Service } from '../../../../../harness/engine/service';
import { DEMO_CUSTOMERS } from '../../../../../sandbox/seeds';

// An answer that is lost and not cleared up ends the sending of its execution (CONTRIBUTING M6).

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const rows = [1, 2, 3].map((amount) => ({ customer: ana.taxId, amount, key: `k${amount}` }));
const PROTECTIONS: IDataObject[] = [
	{ duplicateProtection: 'recent' },
	{ duplicateProtection: 'off' },
	{ duplicateProtection: 'key' },
	{ duplicateProtection: 'batch', batchName: '2026-11' },
];

const parametersOf = (protection: IDataObject) =>
	protection.duplicateProtection === 'key' ? { idempotencyKey: '={{ $json.key }}' } : {};
const loseSecond = async () =>
	await service.admin.addFault({ route: ISSUE, nth: 2, action: { type: 'resetBefore' } });

test.each(PROTECTIONS)('with all tries of Retry On Fail (%j)', async (protection) => {
	await loseSecond();
	const { executeWorkflow } = new DataTables();
	const tries = { retryOnFail: true, maxTries: 3, onError: 'continueRegularOutput' } as const;
	const options = { ...protection, concurrency: 1 };
	const setup = { ...tries, executeWorkflow, parameters: parametersOf(protection) };
	// n8n tries again where the first item has failed.
	const sheet = [{ ...rows[0], amount: 'bad' }, ...rows];
	const { items } = await service.add(sheet, { ...options }, setup);
	expect(items.map(outcomeOf)).toEqual(['rejected', 'issued', 'unknown', 'notAttempted']);
	expect(await service.asked(ISSUE)).toBe(2);
});

test.each(PROTECTIONS.slice(0, 3))('with all passes of a loop (%j)', async (protection) => {
	await loseSecond();
	const { executeWorkflow } = new DataTables();
	const parameters = addParameters({ ...protection, concurrency: 1 }, parametersOf(protection));
	const passes = await runLoop(
		service.credential,
		{ onError: 'continueErrorOutput', parameters, rows: rows.slice(0, 2), executeWorkflow },
		{ passes: 2, rowsOf: () => [{ json: rows[2] }] },
	);
	expect(passes[1].errors.map(outcomeOf)).toEqual(['notAttempted']);
	expect(JSON.stringify(passes[1].errors)).toMatch(/an answer was lost earlier in this execution/);
	expect(await service.asked(ISSUE)).toBe(2);
});

test.each(PROTECTIONS)(
	'and "Retry" of the execution goes on with the rest (%j)',
	async (protection) => {
		await loseSecond();
		const { executeWorkflow } = new DataTables();
		const setup = { executeWorkflow, parameters: parametersOf(protection) };
		const options = { ...protection, concurrency: 1 };
		const failed = await service.add(rows, options, setup);
		expect(await service.asked(ISSUE)).toBe(2);
		const goOn = { ...setup, onError: 'continueRegularOutput' } as const;
		const { items } = await service.retry(failed, options, goOn);
		expect(items.map(outcomeOf)).toEqual(['issued', 'unknown', 'issued']);
		expect(await service.asked(ISSUE)).toBe(3);
	},
);

test.each(PROTECTIONS)(
	'and is told while the ledger cannot be asked, too (%j)',
	async (protection) => {
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'resetBefore' } });
		const tables = new DataTables();
		const { executeWorkflow } = tables;
		const setup = { executeWorkflow, parameters: parametersOf(protection) };
		const failed = await service.add(rows.slice(0, 1), protection, setup);
		tables.before = () => {
			throw new Error('database is locked');
		};
		const goOn = { ...setup, onError: 'continueRegularOutput' } as const;
		const { items } = await service.retry(failed, protection, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
		expect(items[0].json.error).toMatch(/database is locked/);
	},
);
