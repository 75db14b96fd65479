interface Entry<T> {
	/** Epoch milliseconds since when it is loaded. */
	since: number;
	value: Promise<T>;
}

/** Values that take long to load, kept in this process for the accounts that they were loaded for last. */
export class LoadingCache<T> {
	private readonly entries = new Map<string, Entry<T>>();

	/** @param most how many accounts: nothing is let go of by a timer */
	constructor(
		private readonly maxAgeMs: number,
		private readonly most = 1,
	) {}

	/**
	 * The value that is kept, or loaded now; who asks meanwhile waits for the same one. A value that could not be loaded
	 * is not kept. Nor is what seems to be loaded in the future: the clock has gone back, and nobody knows how old it is.
	 *
	 * @param account names it; see `fingerprintOf`
	 * @param notBefore epoch milliseconds: what was loaded before is too old
	 */
	async get(account: string, load: () => Promise<T>, notBefore = 0): Promise<T> {
		const now = Date.now();
		const kept = this.entries.get(account);
		const oldest = Math.max(notBefore, now - this.maxAgeMs);
		if (kept !== undefined && kept.since >= oldest && kept.since <= now) return await kept.value;
		const entry: Entry<T> = { since: now, value: load() };
		this.forget(account);
		this.entries.set(account, entry);
		if (this.entries.size > this.most) this.forget(this.entries.keys().next().value!);
		entry.value.catch(() => {
			if (this.entries.get(account) === entry) this.forget(account);
		});
		return await entry.value;
	}

	/** Lets go of what is kept for an account. */
	forget(account: string): void {
		this.entries.delete(account);
	}

	/** Lets go of everything. */
	clear(): void {
		this.entries.clear();
	}
}
