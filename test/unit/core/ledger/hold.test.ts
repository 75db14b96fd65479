import {
	type HoldRules,
	claimHoldMs,
	heldUntilAfterAnswer,
	sendDeadline,
} from '../../../../nodes/Gmc/core/ledger/hold';
import { stored } from './entries-support';

// In seconds, but for what is handed in.
// promises.md P26

const rules = (hold: number, timeout: number): HoldRules => ({
	holdMs: hold * 1_000,
	timeoutMs: timeout * 1_000,
});
const CLAIMED = 5_000_000;
const claimed = (hold: number, timeout: number) =>
	stored(1, 'k', { askedAt: CLAIMED, heldUntil: CLAIMED + claimHoldMs(rules(hold, timeout)) });

test.each([
	['the usual: five minutes, and the hold after that', 900, 60, 300, 1_200],
	['a short hold', 120, 60, 120, 240],
	['no hold: as long as a request takes, twice', 0, 60, 60, 120],
	['a hold shorter than a request', 30, 60, 60, 120],
	['a request longer than five minutes', 3_600, 400, 400, 4_000],
	['a request longer than the hold, too', 60, 400, 400, 800],
])('%s', (_, hold, timeout, waits, held) => {
	expect(sendDeadline(CLAIMED, rules(hold, timeout)) - CLAIMED).toBe(waits * 1_000);
	expect(claimHoldMs(rules(hold, timeout))).toBe(held * 1_000);
});

test('after a lost answer it is held for the hold from then, and never longer than its claim', () => {
	const lostAt = CLAIMED + 200_000;
	expect(heldUntilAfterAnswer(claimed(900, 60), rules(900, 60), lostAt)).toBe(lostAt + 900_000);
	expect(heldUntilAfterAnswer(claimed(0, 60), rules(0, 60), CLAIMED + 50_000)).toBe(
		CLAIMED + 50_000,
	);
	expect(heldUntilAfterAnswer(claimed(30, 60), rules(900, 60), lostAt)).toBe(CLAIMED + 120_000);
});
