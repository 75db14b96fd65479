/** What one run of a node has asked for. Plain JSON: n8n stores it with the execution. */
export interface RunRecord<Entry> {
	entries: Entry[];
}

/** The runs of a node in one execution, by run index: the passes of a loop stay apart. */
export type RunRecords<Run> = Record<string, Run>;

interface OutboxRules<Entry> {
	isRepeatable?: (entry: Entry) => boolean;
	isShared?: (entry: Entry) => boolean;
}

/**
 * Requests that must not be repeated by mistake: each is written down before it is sent, and gives way to its
 * result after. A later try of the same run finds what earlier ones have written.
 */
export class Outbox<Entry extends object, Run extends RunRecord<Entry> = RunRecord<Entry>> {
	readonly run: Run;

	/** What other runs share, and whose it is. */
	private readonly others: Map<Entry, Run>;

	/** Entries of earlier tries that nobody has taken yet, by their keys. */
	private readonly free: Shelf<Entry>;

	/**
	 * @param runs the stored runs, changed in place
	 * @param keysOf by what an entry is found again; two that share a key stand for the same request
	 * @param rules `isRepeatable`: the entry is proven not done, so it counts for nothing; `isShared`: it
	 *   counts for every other run as well
	 */
	constructor(
		private readonly runs: RunRecords<Run>,
		runIndex: number,
		keysOf: (entry: Entry) => string[],
		{ isRepeatable = () => false, isShared = () => false }: OutboxRules<Entry> = {},
	) {
		this.run = runs[runIndex] ??= { entries: [] as Entry[] } as Run;
		const own = this.run.entries.filter((entry) => !isRepeatable(entry));
		const others = Object.values(runs).filter((run) => run !== this.run);
		this.others = new Map(
			others.flatMap((run) => run.entries.filter(isShared).map((entry) => [entry, run] as const)),
		);
		this.free = new Shelf(keysOf);
		for (const entry of [...own, ...this.others.keys()]) this.free.put(entry);
	}

	/** What all runs of this execution have asked for. */
	all(): Entry[] {
		return Object.values(this.runs).flatMap(({ entries }) => entries);
	}

	/** To be called before the request. Only a later try will `take` the entry. */
	intend(entry: Entry): Entry {
		this.run.entries.push(entry);
		return entry;
	}

	/** Takes an entry back whose request is proven not done. */
	forget(entry: Entry): void {
		this.run.entries = this.run.entries.filter((one) => one !== entry);
	}

	/**
	 * An entry of an earlier try that shares one of the keys; each is given out once. One of another run belongs
	 * to this run from now on.
	 */
	take(keys: string[]): Entry | undefined {
		const entry = this.free.take(keys);
		if (entry !== undefined) this.adopt(entry);
		return entry;
	}

	/** Once it has its result it is shared no more, but the next try of this run must find it all the same. */
	private adopt(entry: Entry): void {
		const other = this.others.get(entry);
		if (other === undefined) return;
		this.others.delete(entry);
		other.entries = other.entries.filter((one) => one !== entry);
		this.run.entries.push(entry);
	}
}

/** Gives each thing out once, to whoever asks by one of its keys. */
export class Shelf<Thing> {
	private readonly byKey = new Map<string, Set<Thing>>();

	/** @param keysOf by what a thing may be asked for */
	constructor(private readonly keysOf: (thing: Thing) => string[]) {}

	put(thing: Thing): void {
		for (const key of this.keysOf(thing)) {
			this.byKey.set(key, (this.byKey.get(key) ?? new Set()).add(thing));
		}
	}

	/** The first one that was put under one of the keys, tried in their order. */
	take(keys: string[]): Thing | undefined {
		for (const key of keys) {
			const [thing] = this.byKey.get(key) ?? [];
			if (thing === undefined) continue;
			for (const own of this.keysOf(thing)) this.byKey.get(own)?.delete(thing);
			return thing;
		}
		return undefined;
	}
}
