import type { IDataObject } from 'n8n-workflow';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	Service,
	addParameters,
	outcomeOf,
	runLoop,
} from '../../../../../harness/engine';

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
const loseSecond = async () => await service.lose('never', 2);

test.each(PROTECTIONS)('with all tries of Retry On Fail (%j)', async (protection) => {
	await loseSecond();
	const tries = { retryOnFail: true, maxTries: 3, onError: 'continueRegularOutput' } as const;
	const options = { ...protection, concurrency: 1 };
	const setup = { ...tries, parameters: parametersOf(protection) };
	// n8n tries again where the first item has failed.
	const sheet = [{ ...rows[0], amount: 'bad' }, ...rows];
	const { items } = await service.add(sheet, { ...options }, setup);
	expect(items.map(outcomeOf)).toEqual(['rejected', 'issued', 'unknown', 'notAttempted']);
	expect(await service.asked(ISSUE)).toBe(2);
});

test.each(PROTECTIONS.slice(0, 3))('with all passes of a loop (%j)', async (protection) => {
	await loseSecond();
	const parameters = addParameters({ ...protection, concurrency: 1 }, parametersOf(protection));
	const passes = await runLoop(
		service.credential,
		{ onError: 'continueErrorOutput', parameters, rows: rows.slice(0, 2) },
		{ passes: 2, rowsOf: () => [{ json: rows[2] }] },
	);
	expect(passes[1].errors.map(outcomeOf)).toEqual(['notAttempted']);
	expect(JSON.stringify(passes[1].errors)).toMatch(/an answer was lost earlier in this execution/);
	expect(await service.asked(ISSUE)).toBe(2);
});

test.each(PROTECTIONS)(
	'and is told while the ledger cannot be asked, too (%j)',
	async (protection) => {
		await service.lose('never');
		const setup = { parameters: parametersOf(protection) };
		const failed = await service.add(rows.slice(0, 1), protection, setup);
		service.tables.before = () => {
			throw new Error('database is locked');
		};
		const goOn = { ...setup, onError: 'continueRegularOutput' } as const;
		const { items } = await service.retry(failed, protection, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
		expect(items[0].json.error).toMatch(/database is locked/);
	},
);
