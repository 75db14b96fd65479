import { Tables } from '../../harness/n8n/tables';
import { guestForThisFile } from '../../harness/n8n/shared';
import { runSheet, sheetOf } from '../../harness/workflows/sheet';

jest.setTimeout(120_000);

const e2e = guestForThisFile();

test('a renamed ledger is found by its rows; a second ledger may be created', async () => {
	const tables = await Tables.of(e2e.client);
	let amount = 1;
	const topUp = async (ledgerTable: string) => {
		const { data } = await runSheet(e2e, sheetOf(amount++), { options: { ledgerTable } });
		return data.resultData.error?.message;
	};
	for (const table of ['Before', 'Beside']) expect(await topUp(table)).toBeUndefined();
	const { id } = (await tables.named('Before'))!;
	await tables.rename(id, 'After');
	expect(await topUp('Before')).toMatch(/"Before"\) was renamed to "After"/);
	expect(await tables.named('Before')).toBeUndefined();
	expect(await topUp('After')).toBeUndefined();
	expect(await tables.rows(id)).toHaveLength(2);
});
