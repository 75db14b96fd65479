/** How long the package waits, in milliseconds. In one place, so that tests can shorten it. */
export const delays = {
	/** First delay before a read is repeated; it doubles from there, with full jitter. */
	retryBaseMs: 400,
	retryMaxMs: 8_000,
	/** Timeout of one login request, to the end of the answer. */
	loginTimeoutMs: 30_000,
	/** Longest pause before checking whether another process has logged in. It is random, so that two differ. */
	otherLoginMs: 300,
	/** Delays before each look for lost rows in GMC's lists, because they may show additions and customers late. */
	reconcileDelaysMs: [500, 1_000, 2_000, 4_000, 8_000],
	/** Longest time for all these looks, so that a list that hangs does not block the run. */
	reconcileBudgetMs: 60_000,
	/** Pause before GMC is asked whether an addition has completed. */
	completionLookMs: 2_000,
	/** First pause after a claim met another run's. It grows with each round, and is up to doubled at random. */
	claimPauseMs: 50,
};
