import type { IExecuteFunctions } from 'n8n-workflow';
import type {
	Effect,
	EntryChange,
	Issue,
	Listing,
	NewEntry,
	ReadEffect,
} from '../core/ledger/effects';
import { matcherOf } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { delays } from '../core/pace/delays';
import { toIso } from '../core/time/time';
import { cancellableSleep } from '../shared/cancellableSleep';
import { slices } from '../shared/eventLoop';
import type { LedgerPlace } from './columns';
import { groupByValues, readEntries, toTableChange, toTableRow } from './columns';
import type { Condition, DataTable } from './dataTable';
import { inParts, isAnyOf, MAX_CONDITIONS, PAGE_ROWS } from './dataTable';
import { deleteOld, newestIfDue } from './oldRows';
import type { Step, TableRow } from './inlineWorkflow';
import { toLedgerError } from './ledgerError';
import { openTable, openTableIfThere } from './openTable';
import { queriesFor, queryOfOneStep, readRows } from './tableReads';

interface TableStoreSettings {
	/** The Data Table's name. */
	table: string;
	/** The current account, see `accountOf`. */
	account: string;
	/** The accounts that count as the current one, if not only itself. The caller may add some later. */
	accounts?: ReadonlySet<string>;
	/** Carries out the effect `list`. */
	list: (since: number, additionIds: string[]) => Promise<Listing | undefined>;
}

/** What a call has returned, and the entries that its `next` asks for, if it could read them. */
interface Done {
	rows: TableRow[];
	next?: Entry[];
}

/** Carries out the effects of `core/ledger` in a Data Table of n8n. */
export class TableStore {
	private readonly place: LedgerPlace;

	private readonly accounts: ReadonlySet<string>;

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
	 * Use it as `perform(protocol, ledger.handle)`. The first insert creates a missing table.
	 *
	 * @throws LedgerError if the table cannot be used
	 */
	readonly handle = async (effect: Effect): Promise<unknown> => {
		try {
			return await this.carryOut(effect);
		} catch (error) {
			throw toLedgerError(this.settings.table, error);
		}
	};

	private async carryOut(effect: Effect): Promise<unknown> {
		switch (effect.do) {
			case 'insert':
				return await this.insert(effect.entries, effect.next);
			case 'update':
				return await this.update(effect);
			case 'issueAlone':
				return await this.issueAlone(effect.change);
			case 'withdraw':
				return await this.run((table) => [table.deleteWhere('all', unsentOf(effect.claim))]);
			case 'delete':
				return await this.delete(effect.ids);
			case 'list':
				return await this.settings.list(effect.since, effect.additionIds);
			case 'giveWay':
				return await this.giveWay();
			case 'pause':
				return await this.pause(effect.attempt);
			case 'now':
				return Date.now();
			default:
				return await this.read(effect);
		}
	}

	private async read(effect: ReadEffect): Promise<Entry[]> {
		const rows = await openTableIfThere(this.context, this.settings.table, async (table) => {
			const found: TableRow[] = [];
			for (const query of queriesFor(effect)) found.push(...(await readRows(table, query)));
			return found;
		});
		return this.toEntries(effect, rows ?? []);
	}

	private toEntries(effect: ReadEffect, rows: TableRow[]): Entry[] {
		const entries = readEntries(rows, this.accounts);
		if (effect.do === 'readOwners') spellAsAsked(entries, effect.additionIds);
		return entries.filter(matcherOf(effect));
	}

	private async insert(rows: NewEntry[], next?: ReadEffect): Promise<Entry[] | undefined> {
		let done: Done = { rows: [] };
		await inParts(rows, async (part) => {
			const items = part.map((row) => toTableRow(row, this.place));
			// The read after the last part finds the rows of all parts.
			const isLast = part.at(-1) === rows.at(-1);
			done = await this.write((table) => table.insert(), items, isLast ? next : undefined);
		});
		const claims = new Set<unknown>(rows.map(({ claim }) => claim));
		const written = done.rows.filter(({ claim }) => claims.has(claim));
		await this.prune(written.map(({ id }) => Number(id)));
		return done.next;
	}

	/** Writes, and reads `next` in the same call if one step can. */
	private async write(
		step: (table: DataTable) => Step,
		items: TableRow[],
		next?: ReadEffect,
	): Promise<Done> {
		const query = next && queryOfOneStep(queriesFor(next));
		const wanted = query && isAnyOf(query.column, query.values);
		const rows = await this.run(
			(table) => [step(table), ...(wanted ? [table.get('any', wanted)] : [])],
			items,
		);
		// A full page may not be everything. Then the read makes its own call.
		const isAll = wanted !== undefined && rows.length < PAGE_ROWS;
		return { rows, next: next && isAll ? this.toEntries(next, rows) : undefined };
	}

	/** If this fails, the ledger only grows a little more. */
	private async prune(ids: number[]): Promise<void> {
		const newest = newestIfDue(ids);
		if (newest === undefined) return;
		const { table } = this.settings;
		try {
			await openTable(this.context, table, async (one) => await deleteOld(one, newest));
		} catch (error) {
			const reason = error instanceof Error ? error.message : '';
			this.context.logger.warn(`Old rows of the ledger were not deleted: ${reason}`);
		}
	}

	private async update({
		changes,
		remove = [],
		next,
	}: Extract<Effect, { do: 'update' }>): Promise<Entry[] | undefined> {
		const groups = groupByValues(changes);
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
		const read = await this.updateSingly(groups.filter(({ length }) => length === 1).flat(), next);
		if (!isOneCall) await this.delete(remove);
		return read;
	}

	private async updateSingly(
		changes: EntryChange[],
		next?: ReadEffect,
	): Promise<Entry[] | undefined> {
		let read: Entry[] | undefined;
		await inParts(changes, async (part) => {
			const items = part.map(({ id, ...change }) => ({
				...toTableChange(change, this.place),
				id,
			}));
			// An expression for the id costs more than the change.
			const step = (table: DataTable) =>
				part.length === 1 ? table.updateAll([part[0].id]) : table.updateEach();
			const isLast = part.at(-1) === changes.at(-1);
			({ next: read } = await this.write(step, items, isLast ? next : undefined));
		});
		return read;
	}

	private async issueAlone({ id, additionId, askedAt, settledAt }: Issue): Promise<boolean> {
		const naming = toTableChange({ outcome: 'sending', additionId, askedAt }, this.place);
		const issued = { outcome: 'issued', settledAt: toIso(settledAt) };
		const others: Condition[] = [
			{ column: 'additionId', is: 'eq', value: additionId },
			{ column: 'id', is: 'neq', value: id },
		];
		const rows = await this.run(
			(table) => [table.updateAll([id]), ...table.setUnless(others, id, issued)],
			[naming],
		);
		return rows.some((row) => Number(row.id) === id && row.outcome === 'issued');
	}

	private async delete(ids: number[]): Promise<void> {
		await inParts(ids, async (part) => void (await this.run((table) => [table.delete(part)])));
	}

	private giveWay = slices();

	private async pause(attempt: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal();
		const milliseconds = delays.claimPauseMs * attempt * (1 + Math.random());
		await cancellableSleep(milliseconds, () => signal?.aborted ?? false);
	}

	private async run(
		stepsOf: (table: DataTable) => Step[],
		items?: TableRow[],
	): Promise<TableRow[]> {
		const { table } = this.settings;
		return await openTable(this.context, table, async (one) => await one.run(stepsOf(one), items));
	}
}

/** A person may have written an id in capitals. */
function spellAsAsked(entries: Entry[], additionIds: string[]): void {
	const asked = new Map(additionIds.map((id) => [id.toLowerCase(), id]));
	for (const entry of entries) {
		const { additionId } = entry;
		if (additionId !== undefined)
			entry.additionId = asked.get(additionId.toLowerCase()) ?? additionId;
	}
}

/** Entries of this claim that are `sending` and name no addition. */
const unsentOf = (claim: string): Condition[] => [
	{ column: 'claim', is: 'eq', value: claim },
	{ column: 'outcome', is: 'eq', value: 'sending' },
	{ column: 'additionId', is: 'isEmpty', value: '' },
];
