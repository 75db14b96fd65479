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
