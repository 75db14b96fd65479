import type { IDataObject } from 'n8n-workflow';
import {
	detailsOf,
	KeyedService,
	keyedRow,
	outcomes,
} from '../../../../harness/engine/keyedService';
import type { GmcNodeSetup, GmcRun } from '../../../../harness/engine';
import { DEMO_CUSTOMERS, Service } from '../../../../harness/engine';

// A row without a key, whose answer was lost, asks the ledger who owns an addition before it takes it.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;
const stop = { onError: 'stopWorkflow' as const, parameters: { idempotencyKey: '' } };
const proceed = { parameters: { idempotencyKey: '' } };

let failed: GmcRun;
let additionId: unknown;

/** A row without a key is lost on its way; then an equal one with a key is paid. */
beforeEach(async () => {
	await service.lose('never');
	failed = await keyed.add([keyedRow('')], {}, stop);
	expect(failed.error?.context.details).toMatchObject({ outcome: 'unknown' });
	const paid = await keyed.add([keyedRow('order 1')]);
	expect(outcomes(paid)).toEqual(['issued']);
	additionId = paid.items[0].json._id;
});

const retry = async (setup: Partial<GmcNodeSetup> = {}) =>
	await keyed.retry(failed, {}, { ...proceed, ...setup });
const rowOfKey = () =>
	keyed.tables.named('GMC top-ups').rows.find(({ key }) => key === 'order 1') as IDataObject;

test.each(['issued', 'Issued', 'no word'])(
	'what a key has paid with is not told to it (%s)',
	async (outcome) => {
		rowOfKey().outcome = outcome;
		const run = await retry();
		expect(outcomes(run)).toEqual(['unknown']);
		expect(detailsOf(run).candidates).toEqual([]);
	},
);

// `sending` with an addition: its run is about to say that it has paid.
test.each(['unknown', 'sending'])(
	'what a key in doubt names may be its own, or not (%s)',
	async (outcome) => {
		rowOfKey().outcome = outcome;
		const run = await retry();
		expect(outcomes(run)).toEqual(['unknown']);
		expect(detailsOf(run).candidates).toEqual([additionId]);
	},
);

test('what a key names that was rejected for it is its own', async () => {
	rowOfKey().outcome = 'rejected';
	const { items } = await retry();
	expect(items[0].json).toMatchObject({ _id: additionId, _gmc: { outcome: 'issued' } });
});

test('its own addition is found beside that of a key', async () => {
	const { _id } = await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
	const { items } = await retry();
	expect(items[0].json).toMatchObject({ _id, _gmc: { outcome: 'issued', reconciled: true } });
});

test('nothing is taken while the ledger cannot be asked', async () => {
	keyed.tables.before = () => {
		throw new Error('database is locked');
	};
	const run = await retry();
	expect(outcomes(run)).toEqual(['unknown']);
	expect(run.items[0].json.error).toMatch(/database is locked/);
});
