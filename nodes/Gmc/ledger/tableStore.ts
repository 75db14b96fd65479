import type { IExecuteFunctions } from 'n8n-workflow';
import type { Effect, EntryChange, Listing, NewEntry, ReadEffect } from '../core/ledger/effects';
import { log } from '../core/texts/log';
import { delays } from '../core/pace/delays';
import { cancellableSleep } from '../shared/cancellableSleep';
import { slices } from '../shared/eventLoop';
import type { LedgerPlace } from './columns';
import { alikeIn, toTableChange, toTableRow } from './columns';
import type { Condition, DataTable } from './dataTable';
import { inParts, isAnyOf, MAX_CONDITIONS, PAGE_ROWS } from './dataTable';
import { deleteOld, newestIfDue } from './oldRows';
import type { TableRow } from './inlineWorkflow';
import { toLedgerError } from './ledgerError';
import { openTable } from './openTable';
import { TableReads } from './tableReads';
import type { Ahead } from './tableReads';

interface TableStoreSettings {
	/** Name of the Data Table. */
	table: string;
	/** Today's account, see `accountOf`. */
	account: string;
	/** The accounts whose entries count as its own, where that is not only itself. Others may join it. */
	accounts?: ReadonlySet<string>;
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
		const { account, accounts = new Set([account]) } = settings;
		const { name: workflow = '' } = context.getWorkflow();
		const timeZone = context.getTimezone();
		this.place = { account, ledger: settings.table, workflow, timeZone };
		this.reads = new TableReads(context, { ...settings, accounts });
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
				return await this.insert(effect.rows, effect.next);
			case 'update':
				return await this.update(effect.changes, effect.remove);
			case 'withdraw':
				return await this.withTable((table) => table.deleteAll(unsentOf(effect.claim)));
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

	private async insert(rows: NewEntry[], next?: ReadEffect): Promise<void> {
		const { column, values } = readBehind(next);
		const found: TableRow[] = [];
		const tables = new Set<string>();
		await this.inParts(rows, async (table, part) => {
			const inserted = part.map((row) => toTableRow(row, this.place));
			if (values.length === 0 || values.length > MAX_CONDITIONS)
				return await table.insert(inserted);
			const after = await table.insertAndGet(inserted, isAnyOf(column, values));
			// A part of what there is; it is then read by itself.
			tables.add(after.length < PAGE_ROWS && part.length === rows.length ? table.id : '');
			found.push(...after);
		});
		const isWhole = tables.size === 1 && !tables.has('');
		if (isWhole) this.ahead = { column, values: new Set(values), rows: found };
		const claims = new Set<unknown>(rows.map(({ claim }) => claim));
		await this.prune(found.filter(({ claim }) => claims.has(claim)).map(({ id }) => Number(id)));
	}

	/** Best effort: the ledger grows a little more when it fails. */
	private async prune(ids: number[]): Promise<void> {
		const newest = newestIfDue(ids);
		if (newest === undefined) return;
		try {
			await this.withTable(async (table) => await deleteOld(table, newest));
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
			const values = toTableChange(changes[0], this.place);
			return await this.withTable((table) => table.updateAllAndDelete(ids, values, remove));
		}
		for (const group of groups.filter(({ length }) => length > 1)) {
			await this.inParts(group, async (table, part) => {
				await table.updateAll(
					part.map(({ id }) => id),
					toTableChange(group[0], this.place),
				);
			});
		}
		await this.updateSingly(groups.filter(({ length }) => length === 1).flat());
		await this.inParts(remove, async (table, ids) => await table.delete(ids));
	}

	private async updateSingly(changes: EntryChange[]): Promise<void> {
		const rows = changes.map((change) => ({ ...toTableChange(change, this.place), id: change.id }));
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

/** What may be read behind an insert in the same call. */
function readBehind(next: ReadEffect | undefined): { column: string; values: string[] } {
	switch (next?.do) {
		case 'read':
			return { column: 'rowRef', values: next.refs };
		case 'readEqual':
			return { column: 'chargeRef', values: next.chargeRefs };
		case 'readOwners':
			return { column: 'additionId', values: next.additionIds };
		default:
			return { column: '', values: [] };
	}
}

/** Claims of this name that have become nothing. */
const unsentOf = (claim: string): Condition[] => [
	{ column: 'claim', is: 'eq', value: claim },
	{ column: 'outcome', is: 'eq', value: 'sending' },
	{ column: 'additionId', is: 'isEmpty', value: '' },
];
