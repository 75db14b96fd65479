import type { Effect, Handle, ReadEffect } from './effects';
import { isWanted } from './effects';
import type { Entry } from './entry';

/** Far above what a table gives out. */
const FIRST_ID = 2 ** 40;

/**
 * A ledger that reads through and writes to itself: what a dry run writes down, it alone sees. So the dry run is the
 * run, without the send.
 */
export class Overlay {
	/** Entries as this run has changed or added them. */
	private readonly own = new Map<number, Entry>();

	/** As they were read last. */
	private readonly seen = new Map<number, Entry>();

	private readonly removed = new Set<number>();

	private nextId = FIRST_ID;

	private isUsable = false;

	/** @param ledger reads, and does what is neither read nor written */
	constructor(private readonly ledger: Handle) {}

	readonly handle: Handle = async (effect) => {
		switch (effect.do) {
			case 'insert':
				return await this.insert(effect.rows);
			case 'update':
				for (const { id, ...change } of effect.changes) this.change(id, change);
				for (const id of effect.remove ?? []) this.removed.add(id);
				return undefined;
			case 'delete':
				for (const id of effect.ids) this.removed.add(id);
				return undefined;
			case 'withdraw':
				for (const [id, { claim }] of this.own) if (claim === effect.claim) this.own.delete(id);
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

	private async insert(rows: Extract<Effect, { do: 'insert' }>['rows']): Promise<void> {
		// Where the ledger cannot be asked, nothing could be written down, either.
		if (!this.isUsable) await this.ledger({ do: 'readInDoubt' });
		this.isUsable = true;
		for (const { label, ...entry } of rows) {
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
		const own = [...this.own.values()].filter(isWanted(effect));
		return [...others, ...own].filter(({ id }) => !this.removed.has(id));
	}
}
