import { randomUUID } from 'node:crypto';
import type { Tables } from '../harness/n8n/tables';
import { chargeRefOf, keySet } from '../nodes/Gmc/core/ledger/key';
import { COLUMNS, toTableRow } from '../nodes/Gmc/ledger/columns';

/** The Data Table that the node makes. */
const LEDGER = 'GMC top-ups';

const FILLED_AT_ONCE = 500;

/** Rows as the node writes them, paid long ago. */
export async function fillLedger(tables: Tables, count: number): Promise<void> {
	const id = await tables.create(LEDGER, COLUMNS);
	const account = 'bench';
	for (let from = 0; from < count; from += FILLED_AT_ONCE) {
		const rows = Array.from({ length: Math.min(FILLED_AT_ONCE, count - from) }, (_, index) => {
			const key = `paid-${from + index}`;
			const additionId = randomUUID().replaceAll('-', '').slice(0, 24);
			const identifiers = [additionId, '12345678909'];
			return toTableRow(
				{
					ref: keySet(key),
					set: keySet(key),
					execution: 'bench',
					chargeRef: chargeRefOf(additionId, { amount: 10, currency: 'BRL' }),
					claim: randomUUID(),
					outcome: 'issued',
					additionId,
					charge: { identifiers, amount: 10, currency: 'BRL' },
					askedAt: Date.now(),
					label: { key, customerName: `Cliente ${from + index}`, executionId: '1' },
				},
				{ account, ledger: LEDGER, workflow: 'Bench', timeZone: 'UTC' },
			);
		});
		await tables.insert(id, rows);
	}
}
