import type { IExecuteFunctions } from 'n8n-workflow';
import { delays } from '../core/pace/delays';
import { list } from '../core/texts/words';
import { keptInProcess } from '../core/util/processMemory';
import { showHint } from '../shared/context';
import { cancellableSleep } from '../shared/eventLoop';
import type { WorkflowPlace } from './columns';
import { DataTable, isAnyOf, lastOfEach } from './dataTable';
import { LedgerError } from './ledgerError';
import { findOutOnce } from './openings';
import { ledgerChanged, OwnLedger } from './ownLedger';
import { createTable, findTables, type FoundTable } from './tables';

/** How long what is known of a table is kept. A rename is noticed after this time at the latest. */
const KNOWN_MS = 5 * 60_000;

interface KnownTable extends FoundTable {
	since: number;
	/** Whether it is the workflow's own ledger. Only runs that pay ask. */
	isOwn: boolean;
}

/** Tables by workflow and name, because a look-up takes a call. A renamed table keeps its id, so it stays in use. */
const known = keptInProcess(new Map<string, KnownTable>());

/** Runs that were told of a missing ledger. */
const told = new WeakSet<IExecuteFunctions>();

/** n8n's errors for a table, or a column, that was deleted. A call that fails so has done nothing. */
const DELETED =
	/could not be found in this project|unknown column name|do(es)? not exist in the selected table|column does not exist/i;

/** How often a run looks again while another one may be using the ledger for the first time. */
const MAX_LOOKS = 8;

/** `pay` writes, `plan` is a dry run, `read` only looks, such as for Balance: Reconcile. */
export type Use = 'pay' | 'plan' | 'read';

/** The ledger of a name in the project of the workflow. */
export class LedgerTable {
	/** Whether the workflow has not paid with it before. */
	isFirstUse = false;

	/** Whether there is a table, as far as was seen. */
	isThere = true;

	private readonly own: OwnLedger;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly place: WorkflowPlace,
		private readonly use: Use,
	) {
		this.own = new OwnLedger(context, place);
	}

	/**
	 * Runs `call` with the table, and repeats it if the table was deleted meanwhile. A run that pays creates a missing one; for
	 * others, the result is undefined.
	 *
	 * @param isWrite whether the call changes the table
	 * @throws LedgerError if it was renamed, or is not the workflow's own; what n8n throws
	 */
	async open<T>(call: (table: DataTable) => Promise<T>, isWrite = true): Promise<T | undefined> {
		const state = { isReady: () => this.isReady(isWrite), isOver: () => this.isCancelled };
		return await findOutOnce(this.key, state, async () => await this.carryOut(call, isWrite));
	}

	private get isCancelled(): boolean {
		return this.context.getExecutionCancelSignal()?.aborted ?? false;
	}

	private get key(): string {
		return JSON.stringify([this.place.workflowId, this.place.ledger]);
	}

	/** The table, if it was looked up recently. */
	private get knownTable(): KnownTable | undefined {
		const last = known.get(this.key);
		const age = Date.now() - (last?.since ?? 0);
		return age >= 0 && age < KNOWN_MS ? last : undefined;
	}

	/** Whether a call has nothing to find out first that other runs could tell it. */
	private isReady(isWrite: boolean): boolean {
		const { knownTable } = this;
		return knownTable !== undefined && (knownTable.isOwn || !isWrite || this.use === 'read');
	}

	private async carryOut<T>(
		call: (table: DataTable) => Promise<T>,
		isWrite: boolean,
	): Promise<T | undefined> {
		const { key, knownTable: last } = this;
		if (last !== undefined) {
			try {
				return await this.callWith(last, call, isWrite);
			} catch (error) {
				const isDeleted = error instanceof Error && DELETED.test(error.message);
				// Rejected rather than thrown again, as n8n's linter wants a new error for each throw.
				if (!isDeleted) return await Promise.reject(error);
				known.delete(key);
			}
		}
		const found = await this.find();
		this.isThere = found !== undefined;
		if (found === undefined) return undefined;
		const table = { ...found, since: Date.now(), isOwn: false };
		known.set(key, table);
		return await this.callWith(table, call, isWrite);
	}

	/** Calls with the table that was used last. Where none is known, there is nothing to end. */
	async leave(call: (table: DataTable) => Promise<void>): Promise<void> {
		const last = known.get(this.key);
		if (last !== undefined) await call(new DataTable(this.context, last.id));
	}

	/** The first call of a run that pays also finds out whose ledger it is: a read while it reads, a write before it writes. */
	private async callWith<T>(
		found: KnownTable,
		call: (table: DataTable) => Promise<T>,
		isWrite: boolean,
	): Promise<T> {
		const { id, missingLabels, isOwn } = found;
		const isKnown = isOwn || this.use === 'read';
		const wanted = isKnown ? undefined : this.own.row;
		const table = new DataTable(this.context, id, missingLabels, wanted);
		if (isKnown) return await call(table);
		if (isWrite) {
			await this.requireOwn(table, true);
			found.isOwn = true;
			return await call(table);
		}
		const result = await call(table);
		await this.requireOwn(table, false);
		found.isOwn = !this.isFirstUse;
		return result;
	}

	/**
	 * A use begins with the first write: a run that is refused before it claims a row, and a dry run, leave no trace, so that
	 * the next one is the first.
	 *
	 * @param table undefined where there is none
	 * @throws LedgerError if the workflow has paid with another table under this name
	 */
	private async requireOwn(table: DataTable | undefined, isWrite: boolean): Promise<void> {
		for (let look = 1; look <= MAX_LOOKS; look++) {
			// Another run of the workflow may be about to write its row.
			if (look > 1) await this.pause(look);
			if (table !== undefined && (await this.own.hasRow(table))) return;
			const asked = table !== undefined && isWrite ? this.own.begin(table) : this.own.recall();
			if ((await asked) === 'known') continue;
			this.isFirstUse = true;
			return;
		}
		throw ledgerChanged(this.place.ledger);
	}

	private async pause(look: number): Promise<void> {
		const milliseconds = delays.claimPauseMs * 2 * look * (1 + Math.random());
		await cancellableSleep(milliseconds, () => this.isCancelled);
	}

	/** Finds the table, or creates it. @throws LedgerError */
	private async find(): Promise<FoundTable | undefined> {
		const { own, others } = await findTables(this.context, this.place.ledger);
		if (own !== undefined) {
			if (this.use !== 'read') await this.own.refuseOlder(own.id, others);
			this.hintAtMissing(own);
			return own;
		}
		await this.refuseRenamed(others);
		const untold = told.has(this.context) ? [] : others.map(({ name }) => name);
		if (this.use === 'pay') return await this.create(untold);
		if (this.use === 'plan') await this.requireOwn(undefined, false);
		// A dry run must say what the run would do.
		if (untold.length > 0)
			this.hint(`There is no ledger "${this.place.ledger}" yet, and a new one`, untold);
		return undefined;
	}

	/** @param others the names of the project's other ledgers */
	private async create(others: string[]): Promise<FoundTable> {
		const { ledger } = this.place;
		const created = await createTable(this.context, ledger).catch(async (error: unknown) => {
			// Another run may have created it at the same moment. For `reject`, see above.
			return (await findTables(this.context, ledger)).own ?? (await Promise.reject(error));
		});
		this.hint(`A new ledger was created (Data Table "${ledger}"). It`, others);
		return created;
	}

	/** @param others the names of the project's other ledgers */
	private hint(ledger: string, others: string[]): void {
		const known = `${ledger} knows nothing of earlier top-ups`;
		if (others.length === 0) return showHint(this.context, 'info', known);
		told.add(this.context);
		const elsewhere = `what was paid with another ledger is paid again. Other ledgers in this project: ${quoted(others)}`;
		showHint(this.context, 'warning', `${known}: ${elsewhere}`);
	}

	private hintAtMissing({ missingLabels }: FoundTable): void {
		if (missingLabels.length === 0) return;
		const columns = `the column${missingLabels.length === 1 ? '' : 's'} ${list(missingLabels)}`;
		const happened = `The ledger (Data Table "${this.place.ledger}") lacks ${columns}, so that is not recorded. Add it there, as a string, if you want it`;
		showHint(this.context, 'info', happened);
	}

	/**
	 * Another ledger that has rows written under this name must have been renamed. A new one would not know what it has paid.
	 *
	 * @throws LedgerError
	 */
	private async refuseRenamed(others: Array<{ id: string; name: string }>): Promise<void> {
		if (others.length === 0) return;
		const { ledger } = this.place;
		const ids = others.map(({ id }) => id);
		const rows = await lastOfEach(this.context, ids, 'id', isAnyOf('ledger', [ledger]));
		const renamed = others.filter((_, at) => rows[at] !== undefined).map(({ name }) => name);
		if (renamed.length > 0) throw renamedLedger(ledger, renamed);
	}
}

/** The ledger was renamed, as the rows in it show. A new one would not know what was paid, so nothing is sent. */
function renamedLedger(table: string, now: string[]): LedgerError {
	const it = now.length === 1 ? 'it' : 'the one with the latest payments';
	return new LedgerError(
		`the ledger (Data Table "${table}") was renamed to ${quoted(now)}, as the rows in it show`,
		`Rename ${it} back to "${table}", under Data tables. Do not change 'Ledger Table' instead: a new ledger does not know what was paid, and everything would be paid again.`,
		false,
		'LEDGER_RENAMED',
	);
}

const quoted = (names: string[]): string => list(names.map((name) => `"${name}"`));
