import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { CLOCK_RULES } from '../../../core/ledger/asked';
import type { ClaimRules, Verdicts } from '../../../core/ledger/claim';
import { claimKeys, heldUntilOf, isStale, leaveBy, lookUp } from '../../../core/ledger/claim';
import type { Handle, NewEntry, Protocol } from '../../../core/ledger/effects';
import { perform, remove } from '../../../core/ledger/effects';
import type { Entry, Verdict, Wish } from '../../../core/ledger/entry';
import { keptOf, nameOf } from '../../../core/ledger/entry';
import type { ExecutionMemory } from '../../../core/ledger/memory';
import { Rehearsal } from '../../../core/ledger/rehearsal';
import { resolveInDoubt } from '../../../core/ledger/resolve';
import { isAtWork, whileAtWork } from '../../../ledger/atWork';
import { Store } from '../../../ledger/store';
import type { TableStoreSettings } from '../../../ledger/tableStore';
import { TableStore } from '../../../ledger/tableStore';
import type { Row } from './row';
import { isIn } from './row';
import { isInMemory, RowFates } from './rowFates';
import { RowNames } from './rowNames';

export interface RunLedgerSettings extends TableStoreSettings {
	/** Milliseconds for which a row that may have been sent is held back. */
	holdMs: number;
	/** Milliseconds, per request. */
	timeoutMs: number;
	/** Rows whose names are claimed, and whose fates are written down, in one go. */
	partSize: number;
	/** Whether every row stands in the table. */
	isAllInTable: boolean;
	/** Whether nothing is to be written down: then the table is read through. */
	isRehearsed: boolean;
	/** What people read of a row in the table. */
	toLabel: ConstructorParameters<typeof RowNames>[0];
}

/** How often a run that is sending elsewhere is looked at before the service's list is asked. */
const LOOKS = 14;

/** The ledger for the rows of one run: which of them are ours to pay, and what has become of them. */
export class RunLedger {
	/** Names this run in the ledger. */
	private readonly claim = randomUUID();

	readonly names: RowNames;

	readonly fates: RowFates;

	/** Entries that are ours, by the row that has claimed them: a twin has none. */
	private readonly ours = new Map<Row, Entry>();

	/** Names that were looked up, were free, and have not been claimed since. */
	private readonly free = new Set<string>();

	/** Rows that are the same as an earlier one of the sheet; they are not sent. */
	readonly twins = new Map<Row, Row>();

	/** Rows whose request has left; no verdict makes them be sent again by this run. */
	readonly sent = new Set<Row>();

	/** Ids of additions that no answer to a request of this run may have. */
	readonly known: Set<string>;

	/** What a dry run writes to. */
	private readonly rehearsal?: Rehearsal;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: RunLedgerSettings,
		/** What this execution knows. */
		readonly memory: ExecutionMemory,
	) {
		this.known = new Set(memory.known);
		this.names = new RowNames(settings.toLabel);
		this.fates = new RowFates({
			...{ memory, rules: this.rules, partSize: settings.partSize },
			claimedBy: (row) => this.claimedBy(row),
			perform: async (protocol) => await this.perform(protocol),
		});
		if (!settings.isRehearsed) return;
		const table = new TableStore(context, { ...settings, isReadOnly: true });
		this.rehearsal = new Rehearsal(table.handle);
	}

	get account(): string {
		return this.settings.account;
	}

	/** Whether nothing is written down. */
	get isRehearsed(): boolean {
		return this.settings.isRehearsed;
	}

	get partSize(): number {
		return this.settings.partSize;
	}

	private get rules(): ClaimRules {
		const { holdMs, timeoutMs } = this.settings;
		return { claim: this.claim, holdMs, timeoutMs };
	}

	/** Lets `work` claim names. Claims that it leaves behind count as given up once it is over. */
	async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
		return await whileAtWork(this.claim, work);
	}

	/** Whether an answer was lost in this execution of n8n, and is not cleared up. */
	hasLostIn(executionId: string): boolean {
		return this.memory.lostIn === executionId && this.memory.hasOpen(this.claim);
	}

	/** What this execution knows of a row, from an earlier try or by now. */
	remembered(row: Row): ReturnType<ExecutionMemory['find']> {
		const name = this.names.of(row);
		return name && this.memory.find(name);
	}

	/** What the ledger says of these rows, before anything is sent. @throws LedgerError */
	async lookUp(rows: Row[]): Promise<Map<Row, Verdict>> {
		const verdicts: Verdicts = new Map();
		const protocol = lookUp(this.names.wishesOf(rows), verdicts, this.claim);
		for (const wish of await this.perform(protocol)) this.free.add(nameOf(wish));
		return this.names.byRow(rows, verdicts);
	}

	/** Claims the names of these rows. Those that are `mine` are to be sent, and to be settled after. @throws LedgerError */
	async claimAll(rows: Row[]): Promise<Map<Row, Verdict>> {
		const wishes = this.names.wishesOf(rows);
		const areFree = wishes.filter((wish) => this.free.delete(nameOf(wish))).length;
		const protocol = claimKeys(wishes, this.rules, areFree === wishes.length);
		return this.keep(rows, await this.perform(protocol));
	}

	/** Finds out what became of rows in doubt; see `resolveInDoubt`. @throws LedgerError */
	async resolve(rows: Row[]): Promise<Map<Row, Verdict>> {
		return this.keep(rows, await this.resolveWishes(this.names.wishesOf(rows), LOOKS));
	}

	/** The same of entries of other executions: what was never done is written down so, and `free`. @throws LedgerError */
	async resolveOthers(entries: Entry[]): Promise<Verdicts> {
		const wishes = new Map<string, Wish>();
		for (const { ref, n, batchRef, charge } of entries) {
			wishes.set(nameOf({ ref, n }), { ref, n, batchRef, charge });
		}
		return await this.resolveWishes([...wishes.values()], 1, true);
	}

	private async resolveWishes(wishes: Wish[], most: number, isOthers = false): Promise<Verdicts> {
		// A rehearsal waits for nobody.
		const looks = this.rehearsal ? 1 : most;
		const rules = { ...this.rules, isAlive: isAtWork, clock: CLOCK_RULES, looks, isOthers };
		return await this.perform(resolveInDoubt(wishes, rules));
	}

	/** Whether an entry is one that this run has claimed. */
	isOurs({ claim }: Entry): boolean {
		return claim === this.claim;
	}

	hasClaimed(row: Row): boolean {
		return this.ours.has(row);
	}

	/** When a row was claimed, in epoch milliseconds. */
	askedAt(row: Row): number {
		return this.ours.get(row)?.askedAt ?? Date.now();
	}

	/** Whether a claim has waited so long that another run may soon take it for given up. */
	isStale(row: Row): boolean {
		const claimed = this.ours.get(row);
		return claimed !== undefined && isStale(claimed, this.rules, Date.now());
	}

	/** Until when an entry is held, in epoch milliseconds. */
	heldUntil(entry: Entry): number {
		return heldUntilOf(entry, this.rules);
	}

	/** Until when a row may be sent, in epoch milliseconds. */
	leaveBy(row: Row): number | undefined {
		const claimed = this.ours.get(row);
		return claimed && leaveBy(claimed, this.rules);
	}

	/** Gives back the names of rows that were claimed and not sent. @throws LedgerError */
	async release(rows: Row[]): Promise<void> {
		const entries = rows.flatMap((row) => this.ours.get(row) ?? []);
		for (const row of rows) this.ours.delete(row);
		this.memory.forget(entries);
		if (entries.length > 0) await this.perform(remove(entries.map(({ id }) => id)));
	}

	/** With a store of its own each: names are claimed while fates are written down. @throws LedgerError */
	async perform<T>(protocol: Protocol<T>): Promise<T> {
		const { handle } = new Store(this.memory, this.table, this.settings.isAllInTable);
		return await perform(protocol, handle);
	}

	/**
	 * What is open is to be seen by every run: from the memory of this execution it goes into the table.
	 *
	 * @param rows in doubt
	 * @throws LedgerError
	 */
	async publish(rows: Row[]): Promise<void> {
		const entries = rows.filter(isIn('inDoubt')).flatMap((row): NewEntry[] => {
			const kept = this.remembered(row);
			if (kept === undefined || kept.isInTable) return [];
			return [{ ...keptOf(kept), label: this.names.labelOf(row), outcome: 'unknown' }];
		});
		if (entries.length === 0) return;
		await this.table({ do: 'insert', rows: entries });
		this.memory.moveToTable(entries);
	}

	private get table(): Handle {
		return (this.rehearsal ?? new TableStore(this.context, this.settings)).handle;
	}

	private claimedBy(row: Row) {
		const entry = this.ours.get(row);
		const label = isIn('issued')(row) ? this.names.labelOf(row) : undefined;
		return entry && { entry, label };
	}

	private keep(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
		const byRow = this.names.byRow(rows, verdicts);
		for (const [row, verdict] of byRow) {
			if (verdict.is === 'mine') {
				this.ours.set(row, verdict.row);
				// Should the table fail before it is settled, the next try knows of it all the same.
				if (!isInMemory(verdict.row)) this.memory.note(verdict.row, { outcome: 'sending' });
			} else if (verdict.is === 'paid') this.fates.unwritten.delete(row);
		}
		return byRow;
	}
}
