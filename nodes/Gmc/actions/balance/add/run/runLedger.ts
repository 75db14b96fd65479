import { randomUUID } from 'crypto';
import { CLOCK_RULES } from '../../../../core/ledger/asked';
import type { ClaimRules, Verdicts } from '../../../../core/ledger/claim';
import {
	claimKeys,
	giveBack,
	heldUntilOf,
	leaveBy,
	lookUp,
	staleAt,
} from '../../../../core/ledger/claim';
import type { Handle, Protocol } from '../../../../core/ledger/effects';
import { perform } from '../../../../core/ledger/effects';
import type { Entry, EntryLabel, Verdict, Wish } from '../../../../core/ledger/entry';
import { nameOf } from '../../../../core/ledger/entry';
import type { ExecutionMemory } from '../../../../core/ledger/memory';
import { resolveInDoubt } from '../../../../core/ledger/resolve';
import { isAtWork, whileAtWork } from '../../../../ledger/atWork';
import { Store } from '../../../../ledger/store';
import type { Row } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import { isInMemory, RowFates } from './rowFates';

export interface RunLedgerSettings {
	/** Names the account: Base URL and e-mail. */
	account: string;
	/** Milliseconds for which a row that may have been sent is held back. */
	holdMs: number;
	/** Milliseconds, per request. */
	timeoutMs: number;
	/** Rows that are claimed, sent and written down in one go. */
	partSize: number;
	/** Whether every row stands in the table. */
	isAllInTable: boolean;
	/** How often a run that is sending elsewhere is looked at before the service's list is asked. */
	looks: number;
	/** Gives a handle of the table for one protocol. */
	openTable: () => Handle;
	/** What people read of a row in the table. */
	labelOf: (row: Row) => EntryLabel | undefined;
}

/** The ledger for the rows of one run: which of them are ours to pay, and what has become of them. */
export class RunLedger {
	readonly fates: RowFates;

	/** Ids of additions that no answer to a request of this run may have. */
	readonly known: Set<string>;

	private readonly rules: ClaimRules;

	/** Names that were looked up, were free, and have not been claimed since. */
	private readonly free = new Set<string>();

	/** @param memory what this execution knows */
	constructor(
		private readonly settings: RunLedgerSettings,
		readonly memory: ExecutionMemory,
	) {
		const { holdMs, timeoutMs, labelOf, openTable } = settings;
		this.rules = { claim: randomUUID(), holdMs, timeoutMs };
		this.known = new Set(memory.known);
		this.fates = new RowFates({
			memory,
			rules: this.rules,
			labelOf,
			openTable,
			perform: async (protocol) => await this.perform(protocol),
		});
	}

	get account(): string {
		return this.settings.account;
	}

	get partSize(): number {
		return this.settings.partSize;
	}

	/** Lets `work` claim names. Claims that it leaves behind count as given up once it is over. */
	async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
		return await whileAtWork(this.rules.claim, work);
	}

	/** Whether an answer was lost in this execution of n8n, and is not cleared up. */
	hasLostIn(executionId: string): boolean {
		return this.memory.lostIn === executionId && this.memory.hasOpen(this.rules.claim);
	}

	/** What this execution knows of a row, from an earlier try or by now. */
	remembered({ ledgerName }: Row): ReturnType<ExecutionMemory['find']> {
		return ledgerName && this.memory.find(ledgerName);
	}

	/** What the ledger says of these rows, before anything is sent. @throws LedgerError */
	async lookUp(rows: Row[]): Promise<Map<Row, Verdict>> {
		const verdicts: Verdicts = new Map();
		const protocol = lookUp(this.wishesOf(rows), verdicts, this.rules.claim);
		for (const wish of await this.perform(protocol)) this.free.add(nameOf(wish));
		return byRow(rows, verdicts);
	}

	/** Claims the names of these rows. Those that are `mine` are to be sent, and to be settled after. @throws LedgerError */
	async claimAll(rows: Row[]): Promise<Map<Row, Verdict>> {
		const wishes = this.wishesOf(rows);
		const areFree = wishes.filter((wish) => this.free.delete(nameOf(wish))).length;
		const protocol = claimKeys(wishes, this.rules, areFree === wishes.length);
		return this.keep(rows, await this.perform(protocol));
	}

	/** Finds out what became of rows in doubt; see `resolveInDoubt`. @throws LedgerError */
	async resolve(rows: Row[]): Promise<Map<Row, Verdict>> {
		return this.keep(rows, await this.resolveWishes(this.wishesOf(rows), this.settings.looks));
	}

	/** The same of entries of other executions: what was never done is written down so, and `free`. @throws LedgerError */
	async resolveOthers(entries: Entry[]): Promise<Verdicts> {
		const wishes = entries.map(({ ref, n, batchRef, charge }) => ({ ref, n, batchRef, charge }));
		const named = new Map(wishes.map((wish) => [nameOf(wish), wish]));
		return await this.resolveWishes([...named.values()], 1, true);
	}

	private async resolveWishes(wishes: Wish[], looks: number, isOthers = false): Promise<Verdicts> {
		const rules = { ...this.rules, isAlive: isAtWork, clock: CLOCK_RULES, looks, isOthers };
		return await this.perform(resolveInDoubt(wishes, rules));
	}

	/** Whether an entry is one that this run has claimed. */
	isOurs({ claim }: Entry): boolean {
		return claim === this.rules.claim;
	}

	/** From when on other runs may soon take one of these claims for given up, in epoch milliseconds. */
	staleAt(rows: Row[]): number {
		const claims = rows.flatMap(({ claimed }) => claimed ?? []);
		return Math.min(...claims.map((claim) => staleAt(claim, this.rules)));
	}

	/** Until when an entry is held, in epoch milliseconds. */
	heldUntil(entry: Entry): number {
		return heldUntilOf(entry, this.rules);
	}

	/** Until when a row may be sent, in epoch milliseconds. */
	leaveBy({ claimed }: Row): number | undefined {
		return claimed && leaveBy(claimed, this.rules);
	}

	/** Gives back the names of rows that were claimed and not sent. @throws LedgerError */
	async release(rows: Row[]): Promise<void> {
		const entries = rows.flatMap(({ claimed }) => claimed ?? []);
		for (const row of rows) row.claimed = undefined;
		this.memory.entries.forget(entries);
		if (entries.length > 0) await this.perform(giveBack(entries));
	}

	/** @throws LedgerError */
	async perform<T>(protocol: Protocol<T>): Promise<T> {
		const { openTable, isAllInTable } = this.settings;
		return await perform(protocol, new Store(this.memory, openTable(), isAllInTable).handle);
	}

	/** What these rows, as far as they have names, want to pay. */
	private wishesOf(rows: Row[]): Wish[] {
		const { labelOf } = this.settings;
		return rows.filter(isIn('planned', 'inDoubt')).flatMap((row) => {
			const { ledgerName } = row;
			return ledgerName ? { ...ledgerName, charge: chargeOf(row), label: labelOf(row) } : [];
		});
	}

	private keep(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
		const told = byRow(rows, verdicts);
		for (const [row, verdict] of told) {
			if (verdict.is === 'mine') {
				row.claimed = verdict.row;
				// Should the table fail before it is settled, the next try knows of it all the same.
				if (!isInMemory(verdict.row)) this.memory.note(verdict.row, { outcome: 'sending' });
			} else if (verdict.is === 'paid') this.fates.unwritten.delete(row);
		}
		return told;
	}
}

function byRow(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
	const told = new Map<Row, Verdict>();
	for (const row of rows) {
		const verdict = row.ledgerName && verdicts.get(nameOf(row.ledgerName));
		if (verdict !== undefined) told.set(row, verdict);
	}
	return told;
}
