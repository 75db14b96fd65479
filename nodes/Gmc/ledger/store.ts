import type { Effect, Handle, ReadEffect } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import type { ExecutionMemory } from '../core/ledger/memory';
import { LedgerError } from './ledgerError';

/**
 * The ledger of a run: the names of keys and batches, and what has ended open, stand in the table; whatever else an
 * execution names itself, in its memory. What asks for entries does not see which.
 */
export class Store {
	/**
	 * @param table carries out what is not for the memory
	 * @param isAllInTable whether every row stands in the table
	 */
	constructor(
		private readonly memory: ExecutionMemory,
		private readonly table: Handle,
		private readonly isAllInTable: boolean,
	) {}

	/** For `perform(protocol, store.handle)`. @throws LedgerError when the table is needed and cannot be used */
	readonly handle: Handle = async (effect) => {
		switch (effect.do) {
			case 'read':
				return await this.read(effect.refs);
			case 'readInDoubt':
			case 'readUnnamed':
				return [...this.memory.read(effect), ...(await this.inTable(effect))];
			case 'readOwners':
				// An answer to a row of the memory is not compared with what the table has: a call of the table for each sheet.
				if (effect.by && !effect.by.some(this.isInTable)) return this.memory.read(effect);
				return [...this.memory.read(effect), ...(await this.inTable(effect))];
			case 'readSince':
				return [...this.memory.read(effect), ...((await this.table(effect)) as Entry[])];
			case 'insert': {
				const isForTable = ({ ref }: { ref: string }) => this.isInTable(ref);
				this.memory.insert(effect.rows.filter((row) => !isForTable(row)));
				const rows = effect.rows.filter(isForTable);
				return rows.length > 0 ? await this.table({ do: 'insert', rows }) : undefined;
			}
			case 'update':
			case 'delete':
				return await this.write(effect);
			default:
				return await this.table(effect);
		}
	};

	/** Whether the entry of a name stands in the table, or is to. */
	readonly isInTable = (ref: string): boolean => {
		if (!this.memory.has(ref)) return true;
		// What stands in the memory already is there, however the next try is protected.
		return this.isAllInTable && this.memory.find({ ref }) === undefined;
	};

	private async read(all: string[]): Promise<Entry[]> {
		const own = all.filter((ref) => !this.isInTable(ref));
		const refs = all.filter(this.isInTable);
		const found = own.length > 0 ? this.memory.read({ do: 'read', refs: own }) : [];
		if (refs.length === 0) return found;
		const inTable = (await this.table({ do: 'read', refs })) as Entry[];
		return [...found, ...inTable.map((entry) => this.memory.withBefore(entry))];
	}

	/** Where this n8n has no Data Tables, nothing stands in one. */
	private async inTable(effect: ReadEffect): Promise<Entry[]> {
		const asked = this.table(effect).catch((error: unknown) => {
			if (error instanceof LedgerError && error.isAbsent) return [];
			return Promise.reject(error);
		});
		const found = (await asked) as Entry[];
		return found.map((entry) => this.memory.withBefore(entry));
	}

	private async write(effect: Effect & { do: 'update' | 'delete' }): Promise<unknown> {
		const isOwn = (id: number) => id < 0;
		const all = effect.do === 'update' ? (effect.remove ?? []) : effect.ids;
		const ids = all.filter((id) => !isOwn(id));
		this.memory.entries.delete(all.filter(isOwn));
		if (effect.do === 'delete') {
			return ids.length > 0 ? await this.table({ do: 'delete', ids }) : undefined;
		}
		this.memory.entries.update(effect.changes.filter(({ id }) => isOwn(id)));
		const changes = effect.changes.filter(({ id }) => !isOwn(id));
		if (changes.length + ids.length === 0) return undefined;
		return await this.table({ do: 'update', changes, ...(ids.length > 0 && { remove: ids }) });
	}
}
