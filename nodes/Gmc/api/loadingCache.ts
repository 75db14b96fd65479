interface Entry<T> {
	/** When loading began, in epoch milliseconds. */
	since: number;
	value: Promise<T>;
}

/** Keeps values that take long to load, for the accounts that were used last. */
export class LoadingCache<T> {
	private readonly entries = new Map<string, Entry<T>>();

	/** @param most how many accounts to keep. There is no timer that removes them */
	constructor(
		private readonly maxAgeMs: number,
		private readonly most = 1,
	) {}

	/**
	 * Returns the value, and loads it if necessary. Calls at the same time share one load. Failures are not kept. A value from
	 * the future is loaded again, because the clock has gone back and its age is unknown.
	 *
	 * @param account see `fingerprintOf`
	 * @param notBefore epoch milliseconds; an earlier value is too old
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

	forget(account: string): void {
		this.entries.delete(account);
	}

	clear(): void {
		this.entries.clear();
	}
}
