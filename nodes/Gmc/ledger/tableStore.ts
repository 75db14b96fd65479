import type { IExecuteFunctions } from 'n8n-workflow';
import type { Effect, Listing, EntryChange, NewEntry } from '../core/ledger/effects';
import { accountRef } from '../core/ledger/key';
import { log } from '../core/texts/log';
import { delays } from '../core/pace/delays';
import { cancellableSleep } from '../shared/cancellableSleep';
import { slices } from '../shared/eventLoop';
import type { LedgerPlace } from './columns';
import { alikeIn, toTableChange, toTableRow } from './columns';
import type { DataTable } from './dataTable';
import { MAX_CONDITIONS, PAGE_ROWS, inParts } from './dataTable';
import { isAnyOf } from './getAll';
import { deleteOld, oldBefore } from './oldRows';
import type { TableRow } from './inlineWorkflow';
import { toLedgerError } from './ledgerError';
import { openTable } from './openTable';
import { TableReads } from './tableReads';
import type { Ahead } from './tableReads';

interface TableStoreSettings {
	/** Name of the Data Table. */
	table: string;
	/** Names the account: Base URL and e-mail. */
	account: string;
	/** What the service lists since a moment; undefined if it is not to be had. */
	list: (since: number) => Promise<Listing | undefined>;
	/** Whether a table that is missing is left so. */
	isReadOnly?: boolean;
}

/** Carries out what the protocols of `core/ledger` ask for, in a Data Table of n8n. */
export class TableStore {
	private readonly place: LedgerPlace;

	private readonly reads: TableReads;

	/** What a write has read behind itself, for the read that follows it. */
	private ahead?: Ahead;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: TableStoreSettings,
	) {
		const account = accountRef(settings.account);
		const { name: workflow = '' } = context.getWorkflow();
		const timeZone = context.getTimezone();
		this.place = { account, ledger: settings.table, workflow, timeZone };
		this.reads = new TableReads(context, { ...settings, account });
	}

	/**
	 * For `perform(protocol, ledger.handle)`.
	 *
	 * @throws LedgerError when the table cannot be used
	 */
	readonly handle = async (effect: Effect): Promise<unknown> => {
		try {
			return await this.carryOut(effect);
		} catch (error) {
			throw toLedgerError(this.settings.table, error);
		}
	};

	private async carryOut(effect: Effect): Promise<unknown> {
		const { ahead } = this;
		this.ahead = undefined;
		switch (effect.do) {
			case 'insert':
				return await this.insert(effect.rows);
			case 'update':
				return await this.update(effect.changes, effect.remove);
			case 'delete':
				return await this.inParts(effect.ids, async (table, ids) => await table.delete(ids));
			case 'list':
				return await this.settings.list(effect.since);
			case 'giveWay':
				return await this.giveWay();
			case 'pause':
				return await this.pause(effect.attempt);
			case 'now':
				return Date.now();
			default:
				return await this.reads.read(effect, ahead);
		}
	}

	private async insert(rows: NewEntry[]): Promise<void> {
		const [column, valueOf] = rows.some(({ additionId }) => additionId)
			? (['additionId', ({ additionId = '' }: NewEntry) => additionId] as const)
			: (['keyRef', ({ ref }: NewEntry) => ref] as const);
		const found: TableRow[] = [];
		const tables = new Set<string>();
		await this.inParts(rows, async (table, part) => {
			const conditions = isAnyOf(column, [...new Set(part.map(valueOf))].filter(Boolean));
			const values = part.map((row) => toTableRow(row, this.place));
			if (conditions.length === 0) return await table.insert(values);
			const after = await table.insertAndGet(values, conditions);
			// A part of what there is; it is then read by itself.
			tables.add(after.length < PAGE_ROWS ? table.id : '');
			found.push(...after);
		});
		const values = rows.map(valueOf).filter(Boolean);
		const isWhole = tables.size === 1 && !tables.has('') && new Set(values).size === values.length;
		if (isWhole) this.ahead = { column, values: new Set(values), rows: found };
		await this.prune(found.map(({ id }) => Number(id)));
	}

	/** Best effort: the ledger grows a little more when it fails. */
	private async prune(ids: number[]): Promise<void> {
		const before = oldBefore(ids);
		if (before === undefined) return;
		try {
			await this.withTable(async (table) => await deleteOld(table, before));
		} catch (error) {
			const reason = error instanceof Error ? error.message : '';
			this.context.logger.warn(log.oldRowsKept({ reason }));
		}
	}

	private async update(changes: EntryChange[], remove: number[] = []): Promise<void> {
		const groups = alikeIn(changes);
		const isOneCall = groups.length === 1 && changes.length > 1 && remove.length > 0;
		if (isOneCall && Math.max(changes.length, remove.length) <= MAX_CONDITIONS) {
			const ids = changes.map(({ id }) => id);
			const values = toTableChange(changes[0]);
			return await this.withTable((table) => table.updateAllAndDelete(ids, values, remove));
		}
		for (const group of groups.filter(({ length }) => length > 1)) {
			await this.inParts(group, async (table, part) => {
				await table.updateAll(
					part.map(({ id }) => id),
					toTableChange(group[0]),
				);
			});
		}
		await this.updateSingly(groups.filter(({ length }) => length === 1).flat());
		await this.inParts(remove, async (table, ids) => await table.delete(ids));
	}

	private async updateSingly(changes: EntryChange[]): Promise<void> {
		const rows = changes.map((change) => ({ ...toTableChange(change), id: change.id }));
		const names = changes.flatMap(({ additionId }) => additionId || []);
		await this.inParts(rows, async (table, part) => {
			if (names.length < changes.length) return await table.update(part);
			// Whoever names additions asks next who else does.
			const found = await table.updateAndGet(part, isAnyOf('additionId', names));
			const isWhole = part.length === rows.length && found.length < PAGE_ROWS;
			if (isWhole) this.ahead = { column: 'additionId', values: new Set(names), rows: found };
		});
	}

	private giveWay = slices();

	private async pause(attempt: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal();
		const milliseconds = delays.keyPauseMs * attempt * (1 + Math.random());
		await cancellableSleep(milliseconds, () => signal?.aborted ?? false);
	}

	private async inParts<T>(
		all: T[],
		call: (table: DataTable, part: T[]) => Promise<void>,
	): Promise<void> {
		await inParts(all, async (part) => {
			await this.withTable(async (table) => await call(table, part));
		});
	}

	private async withTable<T>(call: (table: DataTable) => Promise<T>): Promise<T> {
		return await openTable(this.context, this.settings.table, call);
	}
}
