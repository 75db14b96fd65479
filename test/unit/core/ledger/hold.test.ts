import type { ClaimRules } from '../../../../nodes/Gmc/core/ledger/claim';
import {
	claimHoldMs,
	heldUntilOf,
	leaveBy,
	staleAt,
	toClaim,
} from '../../../../nodes/Gmc/core/ledger/claim';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { heldLess } from '../../../../nodes/Gmc/core/ledger/settle';

const SECOND = 1_000;
const rules = (holdSeconds: number, timeoutSeconds: number): ClaimRules => ({
	claim: 'run',
	holdMs: holdSeconds * SECOND,
	timeoutMs: timeoutSeconds * SECOND,
});
const claimed = (given: ClaimRules, askedAt = 0): Entry => ({
	id: 1,
	...toClaim(
		{ ref: 'k', n: 1, charge: { identifiers: ['a'], amount: 1, currency: 'BRL' } },
		given,
		askedAt,
	),
});

test('a claim is held for the hold, and for two timeouts at least', () => {
	expect(claimHoldMs(rules(900, 60))).toBe(900 * SECOND);
	expect(claimHoldMs(rules(60, 60))).toBe(120 * SECOND);
	expect(claimHoldMs(rules(0, 60))).toBe(120 * SECOND);
});

test('until when it is held stands in the entry, whatever the hold of who reads it', () => {
	expect(heldUntilOf(claimed(rules(900, 60), 5), rules(1, 1))).toBe(5 + 900 * SECOND);
});

test('where people have taken it out, it is that of who reads it', () => {
	const entry = { ...claimed(rules(900, 60), 5), heldUntil: undefined };
	expect(heldUntilOf(entry, rules(30, 60))).toBe(5 + 120 * SECOND);
});

test('a request leaves while a whole timeout is left, so that it is over before the claim is', () => {
	expect(leaveBy(claimed(rules(900, 60)), rules(900, 60))).toBe(840 * SECOND);
	expect(leaveBy(claimed(rules(0, 60)), rules(0, 60))).toBe(60 * SECOND);
});

test('a claim that has waited half its hold is made anew', () => {
	expect(staleAt(claimed(rules(900, 60), 100), rules(900, 60))).toBe(100 + 450 * SECOND);
});

test('what is known to be over is held as people want it, from when it was asked for, and never longer', () => {
	const given = rules(30, 60);
	const entry = claimed(given);
	expect(heldLess(entry, given, 10 * SECOND)).toEqual({ heldUntil: 30 * SECOND });
	expect(heldLess(entry, given, 50 * SECOND)).toEqual({ heldUntil: 50 * SECOND });
	expect(heldLess(entry, given, 130 * SECOND)).toEqual({});
	expect(heldLess(claimed(rules(900, 60)), rules(900, 60), 0)).toEqual({});
});
