import { ISSUE } from '../sandbox/routes';
import type { Case, SheetRow } from './case';
import { makeCase } from './case';
import { Dice } from './dice';

/** A row with the key that names it for good. */
export interface KeyedRow extends SheetRow {
	order: string;
}

/** A case whose rows have Idempotency Keys. */
export interface KeyedCase extends Case {
	sheet: KeyedRow[];
	keyHoldMinutes: number;
}

/** So that a case is the same one with keys and without. */
const KEY_SEEDS = 1_000_000_000;
/** Longer than the timeout of a request: it is carried out when its sender is gone already. */
const LATE_MS = 350;

export const hasKeys = (one: Case): one is KeyedCase => one.keyHoldMinutes !== undefined;

/** The case of a seed, always the same one: every other one has keys. */
export function makeMixedCase(seed: number): Case {
	const dice = new Dice(seed + KEY_SEEDS);
	const one = makeCase(seed);
	return dice.oneIn(2) ? withKeys(one, dice) : one;
}

function withKeys(one: Case, dice: Dice): KeyedCase {
	const sheet = one.sheet.map((row, index) => ({ ...row, order: `order ${index + 1}` }));
	// Lines that stand there twice.
	const again = dice.oneIn(3) ? [sheet[0], sheet[sheet.length - 1]] : [];
	const late = {
		...{ route: ISSUE, action: { type: 'latency' as const, ms: LATE_MS } },
		...{ probability: 0.2, seed: dice.int(1, 1_000_000), times: dice.int(1, 3) },
	};
	const protection = one.toppedUp.length > 0 ? ['history'] : ['off', 'recent', 'history'];
	return {
		...one,
		sheet: [...sheet, ...again],
		faults: dice.oneIn(2) ? [...one.faults, late] : one.faults,
		keyHoldMinutes: dice.pick([5, 15]),
		options: { ...one.options, duplicateProtection: dice.pick(protection) },
	};
}
