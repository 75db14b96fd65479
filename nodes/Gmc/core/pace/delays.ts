/** How long the package waits for the service, in milliseconds. One place, so that tests can hurry it. */
export const delays = {
	/** First delay before a read is repeated; it doubles from there, with full jitter. */
	retryBaseMs: 400,
	retryMaxMs: 8_000,
	/** Longest time of one try to log in, from sending to the end of the answer. */
	loginTimeoutMs: 30_000,
	/** Longest pause before a look whether another process has logged in; random, so that two part. */
	otherLoginMs: 300,
	/** Delays before each look at GMC's list for what an answer was lost of, which may show up late. */
	reconcileDelaysMs: [500, 1_000, 2_000, 4_000, 8_000],
	/** Longest time for all these looks together: a list that hangs must not hold up the run for longer. */
	reconcileBudgetMs: 60_000,
	/** Pause between two looks whether additions have completed (Wait for Completion). */
	completionLookMs: 2_000,
	/** First pause of a run that has met another one at a key; it grows with each round, up to doubled at random. */
	keyPauseMs: 50,
};
