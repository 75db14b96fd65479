import { differInZeros } from '../../../../core/ledger/key';
import type { Entry } from '../../../../core/ledger/entry';
import { InputError } from '../../../../core/util/inputError';
import { momentIn } from '../../../../shared/moment';
import type { Row, RowIn } from './row';
import type { AddRun } from '../run/run';

/** Under `details.code` (reference.md "Idempotency Key" and "Batch"). */
const KEY_REUSED = 'IDEMPOTENCY_KEY_REUSED';
const KEY_IN_USE = 'IDEMPOTENCY_KEY_IN_USE';
const BATCH_ROW_CHANGED = 'BATCH_ROW_CHANGED';
const BATCH_ROW_IN_USE = 'BATCH_ROW_IN_USE';

const quoted = (key: string | undefined) => JSON.stringify((key ?? '').slice(0, 60));

export function contradictedKey(key: string | undefined): InputError {
	return new InputError(
		({ keys }) => keys.contradicted({ shown: quoted(key) }),
		({ keys }) => keys.oneKeyEach,
		KEY_REUSED,
	);
}

/** @param two keys of the sheet */
export function keysDifferInZeros([one, other]: [string, string]): InputError {
	return new InputError(
		({ keys }) => keys.differInZeros({ one: quoted(one), other: quoted(other) }),
		({ keys }) => keys.keyAsItWas,
		KEY_REUSED,
	);
}

/** The name of a row was used for something else. @param entry what the ledger has under it */
export function reusedName(
	run: AddRun,
	row: RowIn<'planned' | 'inDoubt'>,
	entry: Entry,
): InputError {
	const { settings, context } = run;
	const { key } = row;
	if (key === undefined) return batchRowChanged(run, row, [entry]);
	const { charge, key: knownKey, askedAt, outcome } = entry;
	const table = settings.ledgerTable;
	const used = { ...charge, at: momentIn(context, askedAt) };
	if (differInZeros(key, knownKey ?? '')) {
		const known = quoted(knownKey);
		return new InputError(
			({ keys }) => keys.knownWithZeros({ ...used, known, shown: quoted(key) }),
			({ keys }) => `${keys.keyAsItWas} ${keys.seeLedger({ known, table })}`,
			KEY_REUSED,
		);
	}
	const isPaid = outcome === 'issued';
	return new InputError(
		({ keys }) => keys.reused({ ...used, shown: quoted(key) }),
		({ keys }) => (isPaid ? keys.newKeyOrDifference({ table }) : keys.newKeyOrLook),
		KEY_REUSED,
	);
}

/** @param changed what the batch has paid, or may have, that stands in no row of the customer */
export function batchRowChanged(
	{ settings }: AddRun,
	row: RowIn<'planned' | 'inDoubt'>,
	changed: Entry[],
): InputError {
	const { customerName, request } = row.state.plan;
	const sums = changed.map(({ charge: { amount, currency } }) => ({ amount, currency }));
	const isPaid = changed.every(({ outcome }) => outcome === 'issued');
	const batch = settings.batch?.label ?? '';
	return new InputError(
		({ batches, duplicates }) =>
			batches.changed({ sums, isPaid, batch, name: customerName ?? duplicates.thisCustomer }),
		({ batches }) => batches.putBack({ sums, now: request }),
		BATCH_ROW_CHANGED,
	);
}

export function batchRowMoved(row: RowIn<'planned'>): InputError {
	const { customerName } = row.state.plan;
	return new InputError(
		({ batches, duplicates }) => batches.moved({ name: customerName ?? duplicates.thisCustomer }),
		({ batches }) => batches.lookAtBoth,
		BATCH_ROW_CHANGED,
	);
}

/** Another run is at it, or has left it open. */
export function nameInUse({ settings: { batch } }: AddRun, { key }: Row): InputError {
	return new InputError(
		({ keys, batches }) =>
			batch === undefined
				? keys.inUse({ shown: quoted(key) })
				: batches.inUse({ batch: batch.label }),
		undefined,
		batch === undefined ? KEY_IN_USE : BATCH_ROW_IN_USE,
	);
}

/** Another run is paying the batch's customer with another sheet at this moment. */
export function batchRowInUse({ settings }: AddRun): InputError {
	const { label: batch = '' } = settings.batch ?? {};
	return new InputError(
		({ batches }) => batches.inUse({ batch }),
		({ batches }) => batches.afterOther,
		BATCH_ROW_IN_USE,
	);
}

/** Holds a row back while people have not mended an entry. */
export function unreadableEntry(
	{ settings }: AddRun,
	{ key }: Row,
	{ id, unreadable: columns = [] }: Entry,
): InputError {
	const shown = key === undefined ? undefined : quoted(key);
	const table = settings.ledgerTable;
	return new InputError(
		({ keys }) => keys.rowUnreadable({ table, id: String(id), shown, columns }),
		({ keys }) => keys.mendRow,
	);
}

/** An addition under this name had failed, and whether it still has cannot be asked. */
export function failedUnasked(additionId: string): InputError {
	return new InputError(
		({ keys }) => keys.failedUnasked({ id: additionId }),
		({ keys }) => keys.askAgain,
	);
}

/** What holds a row back that is the same as another one of its sheet. */
export function heldByTwin(row: number): InputError {
	return new InputError(
		({ keys }) => keys.heldByTwin({ row }),
		({ keys }) => keys.oneTopUp,
	);
}
