import { readInDoubt } from '../../nodes/Gmc/core/ledger/effects';
import type { Payer } from './payer';
import { PROTOCOL, resolving } from './payer';

/** A run under Recent, whose rows equal what is open: it finds out about that, and writes down what was never done. */
export const looker: Payer = [
	function* lookAtOthers(memory, claim) {
		const wishes = (yield* readInDoubt()).map(({ ref, charge }) => ({ ref, charge }));
		if (wishes.length === 0) return memory;
		yield* resolving(wishes, { ...PROTOCOL, claim, isOthers: true });
		return memory;
	},
];
