import type { IExecuteFunctions } from 'n8n-workflow';
import type { Effect, Listing, NewEntry, ReadEffect } from '../core/ledger/effects';
import { matcherOf } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { delays } from '../core/pace/delays';
import { cancellableSleep, slices } from '../shared/eventLoop';
import type { WorkflowPlace } from './columns';
import { readEntries, toTableChange, toTableRow } from './columns';
import type { DataTable, TableRow } from './dataTable';
import { inParts, isAnyOf, PAGE_ROWS } from './dataTable';
import type { Step } from './inlineWorkflow';
import { toLedgerError } from './ledgerError';
import { deleteOld, isPruningDue } from './oldRows';
import type { Use } from './openTable';
import { LedgerTable } from './openTable';
import { conditionsOfOneStep, readRows } from './tableReads';

interface TableStoreSettings {
	/** The Data Table's name. */
	table: string;
	use: Use;
	/** The current account, see `accountOf`. */
	account: string;
	/** The accounts that count as the current one, if not only itself. The caller may add some later. */
	accounts?: ReadonlySet<string>;
	/** Carries out the effect `list`. */
	list: (since: number, additionIds: string[]) => Promise<Listing | undefined>;
}

type Update = Extract<Effect, { do: 'update' }>;

/** Carries out the effects of `core/ledger` in a Data Table of n8n. */
export class TableStore {
	private readonly table: LedgerTable;

	private readonly place: WorkflowPlace;

	private readonly accounts: ReadonlySet<string>;

	private readonly giveWay = slices();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: TableStoreSettings,
	) {
		const { account, accounts = new Set([account]), table: ledger, use } = settings;
		this.accounts = accounts;
		this.place = placeOf(context, { account, ledger });
		this.table = new LedgerTable(context, this.place, use);
	}

	/** Whether there is a table. To be asked once an effect was carried out. */
	get isThere(): boolean {
		return this.table.isThere;
	}

	/** Whether the workflow has not paid with this ledger before. To be asked once an effect was carried out. */
	get isFirstUse(): boolean {
		return this.table.isFirstUse;
	}

	/**
	 * Use it as `perform(protocol, ledger.handle)`. The first write creates a missing table.
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
			case 'withdraw':
				return await this.run((table) => withdrawing(table, effect.claims));
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
		const rows = await this.table.open(async (table) => await readRows(table, effect), false);
		return this.toEntries(effect, rows ?? []);
	}

	private toEntries(effect: ReadEffect, rows: TableRow[]): Entry[] {
		const entries = readEntries(rows, this.accounts);
		if (effect.do === 'readOwners') spellAsAsked(entries, effect.additionIds);
		return entries.filter(matcherOf(effect));
	}

	private async insert(entries: NewEntry[], next?: ReadEffect): Promise<Entry[] | undefined> {
		const items = entries.map((entry) => toTableRow(entry, this.place));
		// One step of the same call reads `next`, if it can.
		const wanted = next && conditionsOfOneStep(next);
		const rows = await this.run(
			(table) => [table.insert(), ...(wanted ? [table.get('any', wanted)] : [])],
			items,
		);
		const newest = rows.reduce((most, { id }) => Math.max(most, Number(id ?? 0)), 0);
		if (isPruningDue(newest, entries.length)) await this.prune(newest);
		// A full page may not be everything. Then the read makes its own call.
		const isAll = next && wanted && rows.length < PAGE_ROWS;
		return isAll ? this.toEntries(next, rows) : undefined;
	}

	private async update({ ids, change, withdraw = [] }: Update): Promise<void> {
		const values = toTableChange(change, this.place);
		for (const part of inParts(ids))
			await this.run((table) => [...withdrawing(table, withdraw), table.update(part, values)]);
	}

	/** If this fails, the ledger only grows a little more. */
	private async prune(newest: number): Promise<void> {
		try {
			await this.table.open(async (table) => await deleteOld(table, newest));
		} catch (error) {
			const reason = error instanceof Error ? error.message : '';
			this.context.logger.warn(`Old rows of the ledger were not deleted: ${reason}`);
		}
	}

	private async delete(ids: number[]): Promise<void> {
		for (const part of inParts(ids))
			await this.run((table) => [table.delete('any', isAnyOf('id', part))]);
	}

	private async pause(attempt: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal();
		const milliseconds = delays.claimPauseMs * attempt * (1 + Math.random());
		await cancellableSleep(milliseconds, () => signal?.aborted ?? false);
	}

	private async run(
		stepsOf: (table: DataTable) => Step[],
		items?: TableRow[],
	): Promise<TableRow[]> {
		return (await this.table.open(async (table) => await table.run(stepsOf(table), items))) ?? [];
	}
}

/** Where this workflow writes its rows. */
function placeOf(
	context: IExecuteFunctions,
	of: Pick<WorkflowPlace, 'account' | 'ledger'>,
): WorkflowPlace {
	const { name: workflow = '', id: workflowId = '' } = context.getWorkflow();
	return { ...of, workflow, workflowId, timeZone: context.getTimezone() };
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

/** See `isUnsettled`. */
const withdrawing = (table: DataTable, claims: string[]): Step[] =>
	claims.map((claim) =>
		table.delete('all', [
			{ column: 'claim', is: 'eq', value: claim },
			{ column: 'outcome', is: 'eq', value: 'sending' },
			{ column: 'additionId', is: 'isEmpty', value: '' },
		]),
	);
