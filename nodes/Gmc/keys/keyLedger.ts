import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Effect, KeyedList, KeyRowChange, NewKeyRow } from '../core/keys/effects';
import { accountRef } from '../core/keys/key';
import type { KeyRow } from '../core/keys/keyRow';
import { byRef } from '../core/keys/keyRow';
import { delays } from '../core/util/delays';
import type { DataTable } from './dataTable';
import { MAX_CONDITIONS, PAGE_ROWS } from './dataTable';
import type { TableRow } from './inlineWorkflow';
import { toKeyLedgerError, unreadableRow } from './keyLedgerError';
import { readTableRow, toTableChange, toTableRow } from './keyTable';
import { getAll, isAnyOf } from './getAll';
import { oldRows } from './oldRows';
import { openTable, openTableIfThere } from './openTable';

/** A cancelled execution is noticed at least this often, in milliseconds. */
const MAX_SLEEP_MS = 250;

export interface KeyLedgerSettings {
	/** Name of the Data Table. */
	table: string;
	/** Names the account: Base URL and e-mail. */
	account: string;
	/** What the service lists since a moment; undefined if it is not to be had. */
	list: (since: number) => Promise<KeyedList | undefined>;
}

/** The ledger of keys: carries out what the protocols of `core/keys` ask for, in a Data Table of n8n. */
export class KeyLedger {
	private readonly account: string;

	/** What the insert has read behind itself, for the `read` that follows it, by ref. */
	private ahead?: Map<string, KeyRow[]>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: KeyLedgerSettings,
	) {
		this.account = accountRef(settings.account);
	}

	/**
	 * For `perform(protocol, ledger.handle)`.
	 *
	 * @throws KeyLedgerError when the table cannot be used, or a row in it cannot be read
	 */
	readonly handle = async (effect: Effect): Promise<unknown> => {
		try {
			return await this.carryOut(effect);
		} catch (error) {
			throw toKeyLedgerError(this.settings.table, effect.do, error);
		}
	};

	private async carryOut(effect: Effect): Promise<unknown> {
		const { ahead } = this;
		this.ahead = undefined;
		switch (effect.do) {
			case 'read':
				return readAhead(effect.refs, ahead) ?? (await this.read('keyRef', effect.refs));
			case 'readInDoubt':
				// In this order: what goes from one to the other in between is seen.
				return await this.readInDoubt();
			case 'readOwners':
				return await this.read('additionId', effect.additionIds);
			case 'insert':
				return await this.insert(effect.rows);
			case 'update':
				return await this.update(effect.changes);
			case 'delete':
				return await this.inParts(effect.ids, async (table, ids) => await table.delete(ids));
			case 'list':
				return await this.settings.list(effect.since);
			case 'pause':
				return await this.pause(effect.attempt);
			case 'now':
				return Date.now();
		}
	}

	/** Where there is no table yet, nothing is in doubt, and none is made for it. */
	private async readInDoubt(): Promise<KeyRow[]> {
		const { context, settings } = this;
		const ask = async (table: DataTable) => await getAll(table, 'outcome', ['sending', 'unknown']);
		return this.ownRows((await openTableIfThere(context, settings.table, ask)) ?? []);
	}

	private async read(column: 'keyRef' | 'additionId', values: string[]): Promise<KeyRow[]> {
		const rows: TableRow[] = [];
		await this.inParts([...new Set(values)], async (table, part) => {
			rows.push(...(await getAll(table, column, part)));
		});
		// A ref names the account as well, so a row that was found by it is ours whatever people have made of it.
		return column === 'keyRef' ? this.readRows(rows) : this.ownRows(rows);
	}

	private ownRows(rows: TableRow[]): KeyRow[] {
		// One of another key that cannot be read must not keep this run from telling what became of its own.
		const isReadable = (row: TableRow) => !('unreadable' in readTableRow(row));
		return this.readRows(rows.filter((row) => row.account === this.account && isReadable(row)));
	}

	/** @throws KeyLedgerError for a row that people have edited so that it cannot be read */
	private readRows(raws: TableRow[]): KeyRow[] {
		const rows = new Map<number, KeyRow>();
		for (const raw of raws) {
			const reading = readTableRow(raw);
			if ('unreadable' in reading)
				throw unreadableRow(this.settings.table, raw, reading.unreadable);
			rows.set(reading.row.id, reading.row);
		}
		return [...rows.values()];
	}

	private async insert(rows: NewKeyRow[]): Promise<void> {
		const found: TableRow[] = [];
		const tables = new Set<string>();
		await this.inParts(rows, async (table, part) => {
			const conditions = isAnyOf(
				'keyRef',
				[...new Set(part.map(({ ref }) => ref))].filter(Boolean),
			);
			const values = part.map((row) => toTableRow(row, this.account));
			if (conditions.length === 0) return await table.insert(values);
			const after = await table.insertAndGet(values, conditions);
			// A part of what the keys have; they are then read by themselves.
			tables.add(after.length < PAGE_ROWS ? table.id : '');
			found.push(...after);
		});
		const refs = rows.map(({ ref }) => ref).filter(Boolean);
		const isWhole = tables.size === 1 && !tables.has('') && new Set(refs).size === refs.length;
		const readable = this.readRows(found);
		const rowsOf = byRef(readable);
		if (isWhole) this.ahead = new Map(refs.map((ref) => [ref, rowsOf(ref)]));
		await this.deleteOld(readable.map(({ id }) => id));
	}

	/** Best effort: the ledger grows a little more when it fails. */
	private async deleteOld(ids: number[]): Promise<void> {
		const groups = oldRows(ids);
		if (groups === undefined) return;
		try {
			await this.withTable(async (table) => await table.deleteWhere(groups));
		} catch (error) {
			const reason = error instanceof Error ? error.message : '';
			this.context.logger.warn(`Old rows of the ledger of keys were not deleted: ${reason}`);
		}
	}

	private async update(changes: KeyRowChange[]): Promise<void> {
		const alike = new Map<string, KeyRowChange[]>();
		for (const change of changes) {
			const values = JSON.stringify(toTableChange(change));
			alike.set(values, [...(alike.get(values) ?? []), change]);
		}
		const groups = [...alike.values()];
		for (const group of groups.filter(({ length }) => length > 1)) {
			const ids = group.map(({ id }) => id);
			const values = toTableChange(group[0]);
			await this.inParts(ids, async (table, part) => await table.updateAll(part, values));
		}
		const single = groups.filter(({ length }) => length === 1).flat();
		const rows = single.map((change) => ({ ...toTableChange(change), id: change.id }));
		await this.inParts(rows, async (table, part) => await table.update(part));
	}

	private async pause(attempt: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal();
		const until = Date.now() + delays.keyPauseMs * attempt * (1 + Math.random());
		while (!signal?.aborted && Date.now() < until) {
			await sleep(Math.min(MAX_SLEEP_MS, until - Date.now()));
		}
	}

	/** One call after the other, each for as many as one call may be about. */
	private async inParts<T>(
		all: T[],
		call: (table: DataTable, part: T[]) => Promise<void>,
	): Promise<void> {
		for (let at = 0; at < all.length; at += MAX_CONDITIONS) {
			const part = all.slice(at, at + MAX_CONDITIONS);
			await this.withTable(async (table) => await call(table, part));
		}
	}

	private async withTable<T>(call: (table: DataTable) => Promise<T>): Promise<T> {
		return await openTable(this.context, this.settings.table, call);
	}
}

function readAhead(refs: string[], ahead: Map<string, KeyRow[]> | undefined): KeyRow[] | undefined {
	const rows = refs.map((ref) => ahead?.get(ref));
	return rows.every((some) => some !== undefined) ? rows.flat() : undefined;
}
