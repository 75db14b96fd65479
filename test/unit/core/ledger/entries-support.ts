import type { Charge } from '../../../../nodes/Gmc/core/additions/charge';
import type { NewEntry } from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry, NamedRow } from '../../../../nodes/Gmc/core/ledger/entry';
import { chargeRefOf } from '../../../../nodes/Gmc/core/ledger/refs';

/** The execution that the tests look at. */
export const RUN = 'execution';

/** A top-up of 10 BRL. */
export const charge = (customer = 'ana', amount = 10, currency = 'BRL'): Charge => ({
	identifiers: [customer],
	amount,
	currency,
});

const chargeRef = (paid: Charge) => chargeRefOf(paid.identifiers[0] ?? '', paid);

export const wish = (ref: string, more: Partial<NamedRow> = {}): NamedRow => {
	const { charge: paid = charge() } = more;
	return { ref, set: 'set', charge: paid, chargeRef: chargeRef(paid), ...more };
};

/** A claim as the protocol writes it, by another execution. */
export const claimed = (ref: string, more: Partial<NewEntry> = {}): NewEntry => ({
	...wish(ref, more),
	execution: 'other execution',
	outcome: 'sending',
	claim: 'other',
	askedAt: 1_000,
	...more,
});

/** What a table has. */
export const stored = (id: number, ref: string, more: Partial<Entry> = {}): Entry => {
	return { ...claimed(ref), id, outcome: 'issued', ...more };
};
