import type { IExecuteFunctions } from 'n8n-workflow';
import type { Effect, EntryChange, Listing, NewEntry, ReadEffect } from '../core/ledger/effects';
import { isWanted } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { log } from '../core/texts/log';
import { delays } from '../core/pace/delays';
import { cancellableSleep } from '../shared/cancellableSleep';
import { slices } from '../shared/eventLoop';
import type { LedgerPlace } from './columns';
import { alikeIn, readEntries, toTableChange, toTableRow } from './columns';
import type { Condition, DataTable } from './dataTable';
import { inParts, isAnyOf, MAX_CONDITIONS, PAGE_ROWS } from './dataTable';
import { deleteOld, newestIfDue } from './oldRows';
import type { Step, TableRow } from './inlineWorkflow';
import { toLedgerError } from './ledgerError';
import { openTable, openTableIfThere } from './openTable';
import type { Query } from './tableReads';
import { queriesFor, readRows } from './tableReads';

interface TableStoreSettings {
	/** Name of the Data Table. */
	table: string;
	/** Today's account, see `accountOf`. */
	account: string;
	/** The accounts whose entries count as its own, where that is not only itself. Others may join it. */
	accounts?: ReadonlySet<string>;
	/** What the service lists since a moment; undefined if it is not to be had. */
	list: (since: number) => Promise<Listing | undefined>;
}

/** All rows with one of the values, which a write has read behind itself. */
interface Ahead {
	column: string;
	values: Set<string>;
	rows: TableRow[];
}

/** Carries out what the protocols of `core/ledger` ask for, in a Data Table of n8n. */
export class TableStore {
	private readonly place: LedgerPlace;

	private readonly accounts: ReadonlySet<string>;

	/** For the read that follows a write. */
	private ahead?: Ahead;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: TableStoreSettings,
	) {
		const { account, accounts = new Set([account]) } = settings;
		const { name: workflow = '' } = context.getWorkflow();
		const timeZone = context.getTimezone();
		this.accounts = accounts;
		this.place = { account, ledger: settings.table, workflow, timeZone };
	}

	/**
	 * For `perform(protocol, ledger.handle)`. A table that is missing is made by the first insert.
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
				return await this.run((table) => [table.deleteWhere('all', unsentOf(effect.claim))]);
			case 'delete':
				return await this.delete(effect.ids);
			case 'list':
				return await this.settings.list(effect.since);
			case 'giveWay':
				return await this.giveWay();
			case 'pause':
				return await this.pause(effect.attempt);
			case 'now':
				return Date.now();
			default:
				return await this.read(effect, ahead);
		}
	}

	private async read(effect: ReadEffect, ahead: Ahead | undefined): Promise<Entry[]> {
		const queries = queriesFor(effect);
		const { table } = this.settings;
		const found = async (one: DataTable) => {
			const rows: TableRow[] = [];
			for (const query of queries) rows.push(...(await readRows(one, query)));
			return rows;
		};
		const rows = rowsAhead(ahead, queries) ?? (await openTableIfThere(this.context, table, found));
		return readEntries(rows ?? [], this.accounts).filter(isWanted(effect));
	}

	private async insert(rows: NewEntry[], next?: ReadEffect): Promise<void> {
		const behind = next && behindOne(queriesFor(next));
		let found: TableRow[] = [];
		await inParts(rows, async (part) => {
			const items = part.map((row) => toTableRow(row, this.place));
			// What is read behind the last part shows them all.
			const isLast = part.at(-1) === rows.at(-1);
			found = await this.run(
				(table) => [table.insert(), ...(isLast ? readBehind(table, behind) : [])],
				items,
			);
		});
		this.keepAhead(behind, found);
		const claims = new Set<unknown>(rows.map(({ claim }) => claim));
		await this.prune(found.filter(({ claim }) => claims.has(claim)).map(({ id }) => Number(id)));
	}

	/** Best effort: the ledger grows a little more when it fails. */
	private async prune(ids: number[]): Promise<void> {
		const newest = newestIfDue(ids);
		if (newest === undefined) return;
		const { table } = this.settings;
		try {
			await openTable(this.context, table, async (one) => await deleteOld(one, newest));
		} catch (error) {
			const reason = error instanceof Error ? error.message : '';
			this.context.logger.warn(log.oldRowsKept({ reason }));
		}
	}

	private async update(changes: EntryChange[], remove: number[] = []): Promise<void> {
		const groups = alikeIn(changes);
		const isShort = Math.max(changes.length, remove.length) <= MAX_CONDITIONS;
		const isOneCall = groups.length === 1 && changes.length > 1 && isShort && remove.length > 0;
		for (const group of groups.filter(({ length }) => length > 1)) {
			await inParts(group, async (part) => {
				const ids = part.map(({ id }) => id);
				const values = toTableChange(group[0], this.place);
				await this.run(
					(table) => [table.updateAll(ids), ...(isOneCall ? [table.delete(remove)] : [])],
					[values],
				);
			});
		}
		await this.updateSingly(groups.filter(({ length }) => length === 1).flat());
		if (!isOneCall) await this.delete(remove);
	}

	private async updateSingly(changes: EntryChange[]): Promise<void> {
		const names = changes.flatMap(({ additionId }) => additionId || []);
		// Whoever names additions asks next who else does.
		const isNaming = names.length === changes.length;
		const behind = isNaming ? behindOne([{ column: 'additionId', values: names }]) : undefined;
		await inParts(changes, async (part) => {
			const items = part.map(({ id, ...change }) => ({
				...toTableChange(change, this.place),
				id,
			}));
			const isLast = part.at(-1) === changes.at(-1);
			const found = await this.run(
				(table) => [table.update(), ...(isLast ? readBehind(table, behind) : [])],
				items,
			);
			if (isLast) this.keepAhead(behind, found);
		});
	}

	private async delete(ids: number[]): Promise<void> {
		await inParts(ids, async (part) => void (await this.run((table) => [table.delete(part)])));
	}

	private keepAhead(behind: Behind | undefined, rows: TableRow[]): void {
		// A full page may be a part of what there is; it is then read by itself.
		if (behind === undefined || rows.length >= PAGE_ROWS) return;
		this.ahead = { column: behind.column, values: new Set(behind.values), rows };
	}

	private giveWay = slices();

	private async pause(attempt: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal();
		const milliseconds = delays.keyPauseMs * attempt * (1 + Math.random());
		await cancellableSleep(milliseconds, () => signal?.aborted ?? false);
	}

	/** One call of the table. */
	private async run(
		stepsOf: (table: DataTable) => Step[],
		items?: TableRow[],
	): Promise<TableRow[]> {
		const { table } = this.settings;
		return await openTable(this.context, table, async (one) => await one.run(stepsOf(one), items));
	}
}

type Behind = Extract<Query, { column: string }>;

/** What may be read behind a write, in the same call. */
function behindOne([query]: Query[]): Behind | undefined {
	if (query === undefined || 'all' in query || query.values.length > MAX_CONDITIONS)
		return undefined;
	return query.isSpelt || query.values.length === 0 ? undefined : query;
}

const readBehind = (table: DataTable, behind: Behind | undefined): Step[] =>
	behind ? [table.get('any', isAnyOf(behind.column, behind.values))] : [];

/** @returns undefined when not all that is asked for was read */
function rowsAhead(ahead: Ahead | undefined, queries: Query[]): TableRow[] | undefined {
	const asked = behindOne(queries);
	const isRead =
		asked?.column === ahead?.column && asked?.values.every((value) => ahead?.values.has(value));
	if (!isRead) return undefined;
	const wanted = new Set<unknown>(asked?.values);
	return ahead?.rows.filter((row) => wanted.has(row[ahead.column]));
}

/** Claims of this name that have become nothing. */
const unsentOf = (claim: string): Condition[] => [
	{ column: 'claim', is: 'eq', value: claim },
	{ column: 'outcome', is: 'eq', value: 'sending' },
	{ column: 'additionId', is: 'isEmpty', value: '' },
];
