interface Entry<T> {
	/** Epoch milliseconds since when the value is there; undefined while it is loaded. */
	since?: number;
	value: Promise<T>;
}

/** Values that take long to load, kept in this process for the accounts that they were loaded for last. */
export class LoadingCache<T> {
	private readonly entries = new Map<string, Entry<T>>();

	/**
	 * @param maxAgeMs milliseconds, counted from when a value is there, which may take seconds
	 * @param most how many accounts: nothing is let go of by a timer
	 */
	constructor(
		private readonly maxAgeMs: number,
		private readonly most = 1,
	) {}

	/**
	 * The value that is kept, or loaded now; who asks meanwhile waits for the same one. A value that could not
	 * be loaded is not kept.
	 *
	 * @param account names it; see `fingerprintOf`
	 */
	async get(account: string, load: () => Promise<T>): Promise<T> {
		const entry = this.entries.get(account);
		if (entry !== undefined && this.isFresh(entry)) return await entry.value;
		return await this.renew(account, load);
	}

	/** Nor is what seems to be loaded in the future: the clock has gone back, and nobody knows how old it is. */
	private isFresh({ since = Date.now() }: Entry<T>): boolean {
		const age = Date.now() - since;
		return age >= 0 && age <= this.maxAgeMs;
	}

	/** Loads it anew, whatever is kept. */
	async renew(account: string, load: () => Promise<T>): Promise<T> {
		const entry: Entry<T> = { value: load() };
		this.entries.delete(account);
		this.entries.set(account, entry);
		if (this.entries.size > this.most) this.forget(this.entries.keys().next().value!);
		entry.value.then(
			() => (entry.since = Date.now()),
			() => (entry.since = -Infinity),
		);
		return await entry.value;
	}

	/** Changes what is kept, once it is there. */
	change(account: string, change: (value: T) => void): void {
		// Whoever has asked for it hears of a failure.
		this.entries.get(account)?.value.then(change, () => {});
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
