import type { NewEntry } from '../../nodes/Gmc/core/ledger/effects';
import { chargeRefOf } from '../../nodes/Gmc/core/ledger/refs';

const CHARGE = { identifiers: ['64f0', '52998224725'], amount: 10.5, currency: 'BRL' };

/** A row as the protocol inserts it. */
export const claimOf = (ref: string, more: Partial<NewEntry> = {}): NewEntry => ({
	ref,
	set: ref,
	execution: 'execution-1',
	chargeRef: chargeRefOf('64f0', CHARGE),
	outcome: 'sending',
	claim: 'run-1',
	askedAt: Date.UTC(2026, 4, 6, 7, 8, 9, 123),
	charge: CHARGE,
	label: {
		key: `key of ${ref}`,
		customer: '529.982.247-25',
		customerName: 'Ana',
		executionId: '7',
	},
	...more,
});
