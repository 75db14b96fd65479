import { isUsersName, keySet, keySetsToAsk } from '../../../../core/ledger/refs';
import { checkKeys } from '../../../../core/ledger/name';
import { inSlices, mapItems } from '../../../../shared/eventLoop';
import { lookAtKeys } from '../lookAtKeys';
import { quoted, reusedKey } from '../problems';
import type { Row } from '../row';
import { chargeOf, isIn } from '../row';
import { keyReader, refuseChangingKey } from '../rowKeys';
import type { AddRun, Naming, Protection } from '../run';
import type { RowVerdict } from '../verdict';
import { forGood } from './named';

/** Each row has a key, which names one top-up for good. */
export const key: Protection = {
	...forGood({
		inUse: 'IDEMPOTENCY_KEY_IN_USE',
		nameOfRow: (row) => `the 'Idempotency Key' ${quoted(row.key)}`,
		reused: reusedKey,
		aboveTotal: "Split the sheet, or raise 'Maximum Total'.",
	}),
	naming: 'key',
	sheet: 'topUpsWithKeys',
	// In a sheet, the key is a column.
	check: (context, { isSheet }) => {
		if (!isSheet) refuseChangingKey(context, context.getInputData().length);
	},
	keyReader,
	hasNamed: ({ set, n }) => isUsersName(set) && n === undefined,
	name: nameByKey,
};

async function nameByKey(run: AddRun, rows: Row[]): Promise<Naming> {
	const verdicts = new Map<Row, RowVerdict>();
	const keyed = rows.filter(({ key: own }) => own !== undefined);
	if (keyed.length === 0) return { entries: [], verdicts };
	const refs = await mapItems(keyed.length, (at) => keySetsToAsk(keyed[at].key!));
	const entries = await lookAtKeys(run, keyed, [...new Set(refs.flat())]);
	const asked = keyed.map((row) => ({
		key: row.key!,
		charge: isIn('planned')(row) ? chargeOf(row) : undefined,
	}));
	const checks = await inSlices(checkKeys(asked, entries));
	await mapItems(keyed.length, (position) => {
		const row = keyed[position];
		if (!isIn('planned')(row)) return;
		const check = checks[position];
		const set = keySet(row.key!);
		if (check === 'fine') row.ledgerName = { ref: set, set };
		else if ('sameAs' in check) row.sameKeyAs = keyed[check.sameAs];
		else verdicts.set(row, check);
	});
	return { entries, verdicts };
}
