import type { IExecuteFunctions } from 'n8n-workflow';
import type { Effect, GivenBack, Listing, NewEntry, ReadEffect } from '../core/ledger/effects';
import { matcherOf } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { isUnsettled } from '../core/ledger/entry';
import { delays } from '../core/pace/delays';
import { cancellableSleep, giveWay, inSlices } from '../shared/eventLoop';
import type { WorkflowPlace } from './columns';
import { readEntries, toTableRow } from './columns';
import type { TableRow } from './dataTable';
import { inParts, isAnyOf } from './dataTable';
import { toLedgerError } from './ledgerError';
import { Turn } from './nameQueue';
import { deleteOld, isPruningDue } from './oldRows';
import type { Use } from './openTable';
import { LedgerTable } from './openTable';
import type { Caller, Change } from './tableCalls';
import { changeRows, insertAndGet, UNSETTLED } from './tableCalls';
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

/** Carries out the effects of `core/ledger` in a Data Table of n8n. */
export class TableStore {
	private readonly table: LedgerTable;

	private readonly place: WorkflowPlace;

	private readonly accounts: ReadonlySet<string>;

	private readonly caller: Caller;

	/** The place of this run in the lines for its names. */
	private readonly turn: Turn;

	/** The names in these lines that were claimed, by claim. */
	private readonly claimed = new Map<string, string[]>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: TableStoreSettings,
	) {
		const { account, accounts = new Set([account]), table: ledger, use } = settings;
		this.accounts = accounts;
		this.place = placeOf(context, { account, ledger });
		this.table = new LedgerTable(context, this.place, use);
		const signal = context.getExecutionCancelSignal();
		const isOver = () => signal?.aborted ?? false;
		this.caller = { ...this.place, since: Date.now(), isOver };
		this.turn = new Turn(isOver);
	}

	/** To be called once the run writes no more rows: other runs of this process may go on with its names. */
	end(): void {
		this.turn.end();
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
				return await this.change({ ...effect, claims: effect.withdraw ?? [] });
			case 'withdraw':
				return await this.change({ ids: [], claims: effect.claims });
			case 'giveBack':
				return await this.giveBack(effect.claims);
			case 'delete':
				return await this.delete(effect.ids);
			case 'list':
				return await this.settings.list(effect.since, effect.additionIds);
			case 'giveWay':
				return await giveWay();
			case 'pause':
				return await this.pause(effect.attempt);
			case 'now':
				return Date.now();
			default:
				return await this.read(effect);
		}
	}

	private async read(effect: ReadEffect): Promise<Entry[]> {
		await this.awaitTurn(effect);
		const rows = await this.table.open(async (table) => {
			const wanted = isOfFewRows(effect) && conditionsOfOneStep(effect);
			const shared = wanted ? await insertAndGet(table, this.caller, { wanted }) : undefined;
			return shared ?? (await readRows(table, effect));
		}, false);
		return await this.toEntries(effect, rows ?? []);
	}

	/**
	 * Waits for runs of this process that have looked at the same names before. Not while it opens the table: they may wait for
	 * that.
	 *
	 * @returns whether there were any
	 */
	async awaitTurn(effect: ReadEffect): Promise<boolean> {
		if (this.settings.use !== 'pay' || effect.do !== 'read' || effect.by === 'execution')
			return false;
		return await this.turn.await(effect.values.map((value) => this.nameOf(effect.by, value)));
	}

	/** A name as runs line up for it. */
	private nameOf(by: string, value: string): string {
		return JSON.stringify([this.place.account, this.place.ledger, by, value]);
	}

	private async toEntries(effect: ReadEffect, rows: TableRow[]): Promise<Entry[]> {
		const entries = await inSlices(readEntries(rows, this.accounts));
		if (effect.do === 'readOwners') spellAsAsked(entries, effect.additionIds);
		return entries.filter(matcherOf(effect));
	}

	private async insert(entries: NewEntry[], next?: ReadEffect): Promise<Entry[] | undefined> {
		const items = entries.map((entry) => toTableRow(entry, this.place));
		// One step of the same call reads `next`, if it can.
		const wanted = next && conditionsOfOneStep(next);
		if (next && wanted) {
			await this.awaitTurn(next);
			this.noteClaims(entries);
		}
		const rows = await this.table.open(async (table) => {
			if (!next || !wanted) return void (await table.run([table.insert()], items));
			return await insertAndGet(table, this.caller, { items, wanted });
		});
		const newest = rows?.reduce((most, { id }) => Math.max(most, Number(id)), 0) ?? 0;
		if (isPruningDue(newest, entries.length)) await this.prune(newest);
		return next && rows && (await this.toEntries(next, rows));
	}

	private noteClaims(entries: NewEntry[]): void {
		for (const { claim, ref, chargeRef } of entries.filter(isUnsettled)) {
			const names = [this.nameOf('ref', ref), this.nameOf('chargeRef', chargeRef)];
			this.claimed.set(claim, [...(this.claimed.get(claim) ?? []), ...names]);
		}
	}

	private async change(change: Change): Promise<void> {
		await this.table.open(async (table) => await changeRows(table, this.caller, change));
		for (const claim of change.claims) this.turn.leave(this.claimed.get(claim) ?? []);
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
		await this.table.open(async (table) => {
			for (const part of inParts(ids)) await table.run([table.delete('any', isAnyOf('id', part))]);
		});
	}

	private async giveBack(claims: GivenBack[]): Promise<void> {
		const items = claims.map(({ id, claim }) => (id === undefined ? { claim } : { id, claim }));
		await this.table.leave(async (table) => {
			// All have the same columns.
			await table.start(table.deleteOfEach(UNSETTLED, Object.keys(items[0])), items);
		});
	}

	private async pause(attempt: number): Promise<void> {
		const signal = this.context.getExecutionCancelSignal();
		const milliseconds = delays.claimPauseMs * attempt * (1 + Math.random());
		await cancellableSleep(milliseconds, () => signal?.aborted ?? false);
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

/** Whether it reads some rows for each value, and not those of a sheet: only then it may share a call. */
const isOfFewRows = (effect: ReadEffect): boolean =>
	effect.do === 'readOwners' ||
	(effect.do === 'read' && (effect.by === 'ref' || effect.by === 'chargeRef'));
