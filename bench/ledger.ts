import { randomUUID } from 'node:crypto';
import { claimOf } from '../harness/engine/claims';
import type { Tables } from '../harness/n8n/tables';
import { chargeRefOf, keySet } from '../nodes/Gmc/core/ledger/key';
import { COLUMNS, toTableRow } from '../nodes/Gmc/ledger/columns';

/** The Data Table that the node makes. */
const LEDGER = 'GMC top-ups';
const PLACE = { account: 'bench', ledger: LEDGER, workflow: 'Bench', timeZone: 'UTC' };
const VALUE = { amount: 10, currency: 'BRL' };

const FILLED_AT_ONCE = 500;

/** Rows as the node writes them, paid long ago. */
export async function fillLedger(tables: Tables, count: number): Promise<void> {
	const id = await tables.create(LEDGER, COLUMNS);
	for (let from = 0; from < count; from += FILLED_AT_ONCE) {
		const rows = Array.from({ length: Math.min(FILLED_AT_ONCE, count - from) }, (_, index) => {
			const key = `paid-${from + index}`;
			const additionId = randomUUID().replaceAll('-', '').slice(0, 24);
			const chargeRef = chargeRefOf(additionId, VALUE);
			const label = { key, customerName: `Cliente ${from + index}`, executionId: '1' };
			const paid = claimOf(keySet(key), {
				claim: randomUUID(),
				outcome: 'issued',
				askedAt: Date.now(),
				additionId,
				chargeRef,
				charge: { ...VALUE, identifiers: [additionId] },
				label,
			});
			return toTableRow(paid, PLACE);
		});
		await tables.insert(id, rows);
	}
}
