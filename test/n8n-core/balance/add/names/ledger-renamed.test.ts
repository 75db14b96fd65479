import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { ISSUE, Service } from '../../../../../harness/engine';
import { claimOf } from '../../../../../harness/key-probe/probe';
import { TableStore } from '../../../../../nodes/Gmc/ledger/tableStore';

// A ledger that was renamed is not one that is missing: nothing is sent beside what it knows.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const LEDGER = { ledgerTable: 'Paid until today' };

/** Another workflow has made the ledger, so that this one has to look it up. */
beforeEach(async () => {
	const list = async () => undefined;
	const elsewhere = { table: LEDGER.ledgerTable, account: 'a', list };
	const ledger = new TableStore(keyed.tables.context('elsewhere'), elsewhere);
	await ledger.handle({ do: 'insert', entries: [claimOf('a')] });
	keyed.tables.rename(LEDGER.ledgerTable, 'Archive');
});

const sent = async () => await service.admin.count({ route: ISSUE });
const SAID = /the ledger \(Data Table "Paid until today"\) was renamed to "Archive"/;

test.each([
	['with keys', {}],
	['without', { idempotencyKey: '' }],
])('rows %s are not sent, and the error names it', async (_, parameters) => {
	const stopped = await keyed.add([keyedRow('1')], LEDGER, {
		parameters,
		onError: 'stopWorkflow',
	});
	expect(stopped.error?.message).toMatch(SAID);
	expect(stopped.error?.message).toContain('Nothing was sent');
	expect(stopped.error?.description).toContain('set Ledger Table to "Archive"');
	const went = await keyed.add([keyedRow('1'), keyedRow('2', 11)], LEDGER, { parameters });
	expect(outcomes(went)).toEqual(['notAttempted', 'notAttempted']);
	expect(went.items[1].json.error).toMatch(SAID);
	expect(await sent()).toBe(0);
	expect(keyed.tables.tables.map(({ name }) => name)).toEqual(['Archive']);
});

test('under its new name it goes on', async () => {
	const options = { ledgerTable: 'Archive' };
	expect(outcomes(await keyed.add([keyedRow('1')], options))).toEqual(['issued']);
	expect(outcomes(await keyed.add([keyedRow('1')], options))).toEqual(['skipped']);
	expect(await sent()).toBe(1);
});
