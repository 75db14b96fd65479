import type { Handle, NewEntry, ReadEffect } from './effects';
import { matcherOf } from './effects';
import type { Entry } from './entry';

/** Far above what a table gives out. */
const FIRST_ID = 2 ** 40;

/** A dry run's ledger: it reads the real one, and keeps its own writes to itself (promises.md P38). */
export class Overlay {
	/** Entries that this run has changed or added. */
	private readonly own = new Map<number, Entry>();

	/** Entries of the real ledger, as last read. */
	private readonly seen = new Map<number, Entry>();

	private readonly removed = new Set<number>();

	private nextId = FIRST_ID;

	constructor(private readonly ledger: Handle) {}

	readonly handle: Handle = async (effect) => {
		switch (effect.do) {
			case 'insert':
				return await this.insert(effect.entries);
			case 'update':
				for (const id of effect.ids) this.change(id, effect.change);
				return undefined;
			case 'delete':
				for (const id of effect.ids) this.removed.add(id);
				return undefined;
			case 'withdraw':
			case 'giveBack':
				// A dry run settles nothing, and an error behind its claims ends it.
				return undefined;
			case 'list':
			case 'pause':
			case 'giveWay':
			case 'now':
				return await this.ledger(effect);
			default:
				return this.merge(effect, (await this.ledger(effect)) as Entry[]);
		}
	};

	private async insert(entries: NewEntry[]): Promise<void> {
		// If the ledger cannot be read, the real run could not write to it, either.
		if (this.nextId === FIRST_ID) await this.ledger({ do: 'readOpen' });
		for (const { label, ...entry } of entries) {
			const id = this.nextId++;
			this.own.set(id, { ...entry, id, ...(label?.key !== undefined && { key: label.key }) });
		}
	}

	private change(id: number, { additionId, ...change }: Partial<Entry>): void {
		const entry = this.own.get(id) ?? this.seen.get(id);
		if (entry === undefined) return;
		const named = additionId === undefined ? {} : { additionId: additionId || undefined };
		this.own.set(id, { ...entry, ...change, ...named });
	}

	private merge(effect: ReadEffect, found: Entry[]): Entry[] {
		for (const entry of found) this.seen.set(entry.id, entry);
		const others = found.filter(({ id }) => !this.own.has(id));
		const own = [...this.own.values()].filter(matcherOf(effect));
		return [...others, ...own].filter(({ id }) => !this.removed.has(id));
	}
}
