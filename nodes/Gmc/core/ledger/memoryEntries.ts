import type { ListedAddition } from '../additions/addition';
import type { AdditionItem } from '../additions/item';
import type { EntryChange, NewEntry, ReadEffect } from './effects';
import type { Entry } from './entry';
import { keptOf, nameOf } from './entry';
import { isWanted } from './wanted';

/** An entry as n8n's context of the node keeps it: plain JSON. */
export interface Kept extends Omit<Entry, 'before'> {
	/** How many looks at the list this execution had taken when it was asked for. */
	looks: number;
	/** Pass of a loop whose row it is: what one has left in doubt, another may have taken. */
	pass: number;
	/** The table has it; what stands here is how this execution has seen it last. */
	isInTable?: true;
	/** The addition as answered, until the run has succeeded whole. */
	addition?: ListedAddition;
	/** Which item of it is the row's, where it has several. */
	item?: string;
}

/** What became of a row. */
export interface Fate extends Pick<Entry, 'outcome' | 'additionId' | 'heldUntil'> {
	/** Of the addition, what is the row's. */
	item?: Pick<AdditionItem, 'addition' | 'claim'>;
}

/** Where entries are kept. Their ids are below zero, so that they are no table's. */
export interface KeptEntries {
	entries: Kept[];
	lastId: number;
}

type Named = Pick<Entry, 'ref' | 'n'>;

/** The store in the memory of an execution: finds its entries by id, by name and by addition. */
export class MemoryEntries {
	private readonly byId = new Map<number, Kept>();

	/** Two where what was never done is claimed anew. */
	private readonly byName = new Map<string, Kept[]>();

	private readonly byAddition = new Map<string, Kept[]>();

	/** @param stored changed in place */
	constructor(private readonly stored: KeptEntries) {
		for (const entry of stored.entries) this.index(entry);
	}

	get all(): Kept[] {
		return this.stored.entries;
	}

	/** By their name, in the order in which they were asked for. */
	named(name: Named): Kept[] {
		return this.byName.get(nameOf(name)) ?? [];
	}

	/** What stands here and in no table. */
	read(effect: ReadEffect): Kept[] {
		const isAsked = isWanted(effect);
		return this.among(effect).filter((one) => !one.isInTable && isAsked(one));
	}

	private among(effect: ReadEffect): Kept[] {
		if (effect.do === 'read') return effect.refs.flatMap((ref) => this.named({ ref }));
		if (effect.do !== 'readOwners') return this.all;
		return effect.additionIds.flatMap((id) => this.byAddition.get(id) ?? []);
	}

	add(entry: NewEntry | Entry, more: Pick<Kept, 'looks' | 'pass'>): Kept {
		const kept = { ...keptOf(entry), ...more, id: --this.stored.lastId };
		this.stored.entries.push(kept);
		this.index(kept);
		return kept;
	}

	update(changes: EntryChange[]): void {
		for (const { id, additionId, ...change } of changes) {
			const entry = this.byId.get(id);
			if (entry === undefined) continue;
			Object.assign(entry, change);
			if (additionId !== undefined) this.nameAddition(entry, additionId || undefined);
		}
	}

	delete(ids: number[]): void {
		const gone = new Set(ids.flatMap((id) => this.byId.get(id) ?? []));
		if (gone.size === 0) return;
		for (const entry of gone) {
			this.nameAddition(entry, undefined);
			const others = this.named(entry).filter((one) => one !== entry);
			this.byName.set(nameOf(entry), others);
			this.byId.delete(entry.id);
		}
		this.stored.entries = this.all.filter((one) => !gone.has(one));
	}

	/** What has become of an entry. @param entry as it was claimed */
	note(kept: Kept, entry: Entry, { item, looks, ...fate }: Fate & Pick<Kept, 'looks'>): void {
		const { outcome, additionId, heldUntil = entry.heldUntil } = fate;
		const { claim, askedAt } = entry;
		this.nameAddition(kept, additionId);
		Object.assign(kept, { outcome, claim, askedAt, heldUntil, looks });
		kept.isInTable ??= entry.id > 0 || undefined;
		kept.addition = item?.addition;
		kept.item = item !== undefined && item.claim !== additionId ? item.claim : undefined;
	}

	/** The table has them from now on. */
	moveToTable(names: Named[]): void {
		for (const entry of names.flatMap((name) => this.named(name))) entry.isInTable = true;
	}

	/** The table does not have it, whoever has taken it out: it stands here again. */
	takeBack(name: Named): void {
		for (const entry of this.named(name)) entry.isInTable = undefined;
	}

	/** They were claimed in the table, and nothing was sent. */
	forget(names: Named[]): void {
		const noted = names.flatMap((name) => this.named(name));
		this.delete(noted.filter(({ isInTable }) => isInTable).map(({ id }) => id));
	}

	private nameAddition(entry: Kept, additionId: string | undefined): void {
		if (entry.additionId === additionId) return;
		const named = this.byAddition.get(entry.additionId ?? '');
		if (named?.includes(entry)) named.splice(named.indexOf(entry), 1);
		entry.additionId = additionId;
		if (additionId !== undefined) push(this.byAddition, additionId, entry);
	}

	private index(entry: Kept): void {
		this.byId.set(entry.id, entry);
		push(this.byName, nameOf(entry), entry);
		if (entry.additionId !== undefined) push(this.byAddition, entry.additionId, entry);
	}
}

function push<T>(groups: Map<string, T[]>, group: string, member: T): void {
	const members = groups.get(group);
	if (members === undefined) groups.set(group, [member]);
	else members.push(member);
}
