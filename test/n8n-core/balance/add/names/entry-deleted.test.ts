import type { IDataObject } from 'n8n-workflow';
import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	Service,
	outcomeOf,
	passTime,
} from '../../../../../harness/engine';

// People delete entries of the ledger: that frees a key or a row of a batch, and nothing that was issued.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const rows = [{ customer: ana.taxId, amount: 10, key: 'k' }];

const PROTECTIONS: Array<[string, IDataObject, IDataObject]> = [
	['recent', {}, {}],
	['key', { duplicateProtection: 'key' }, { idempotencyKey: '={{ $json.key }}' }],
	['batch', { duplicateProtection: 'batch', batchName: '2026-11' }, {}],
];

test.each(PROTECTIONS)('of a row that is open (%s)', async (_, options, more) => {
	const setup = { parameters: more as Record<string, string> };
	await service.lose('never');
	const failed = await service.add(rows, options, setup);
	service.ledger.splice(0);
	const goOn = { ...setup, onError: 'continueRegularOutput' } as const;
	const retried = await service.retry(failed, options, goOn);
	expect(retried.items.map(outcomeOf)).toEqual(['issued']);
	passTime(AFTER_HOLD);
	const later = await service.retry(failed, options, goOn);
	expect(later.items.map(outcomeOf)).not.toContain('unknown');
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});
