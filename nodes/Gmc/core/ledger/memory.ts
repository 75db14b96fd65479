import type { ListedAddition } from '../additions/addition';
import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { accountMemory, isAccountMemoryLost } from '../util/accountMemory';
import { Shelf } from '../util/shelf';
import type { EntryChange, NewEntry, ReadEffect } from './effects';
import type { Entry } from './entry';
import { isInDoubt, keptOf } from './entry';
import { ownRef } from './key';
import type { Kept, KeptEntries } from './memoryEntries';
import { MemoryEntries } from './memoryEntries';

/** A look at the list before rows were sent. */
interface Look {
	/** Ids of additions that no look before has shown. */
	ids: string[];
	/** False when the list was cut: then nothing follows from it. */
	isWhole: boolean;
}

/** An entry of another execution that was open when this one began, and turned out to be paid. */
export interface LatePayment extends Readonly<Charge> {
	readonly additionId: string;
	/** Epoch milliseconds, where that can be read. */
	readonly madeAt?: number;
}

/** What became of a row. */
export interface Fate extends Pick<Entry, 'outcome' | 'additionId' | 'heldUntil'> {
	/** Of the addition, what is the row's. */
	item?: Pick<AdditionItem, 'addition' | 'claim'>;
}

interface Remembered extends KeptEntries {
	looks: Look[];
	late: LatePayment[];
	/** The execution of n8n in which an answer was lost and not cleared up. */
	lostIn?: string;
}

const NAME = 'gmcLedger';

/** See `isAccountMemoryLost`. */
export const isMemoryLost = (memory: Record<string, unknown>, wasCutOff: () => boolean): boolean =>
	isAccountMemoryLost(memory, NAME, wasCutOff);

/**
 * The ledger's store in n8n's context of the node, and what else one execution knows: it survives Retry On Fail and
 * "Retry" of the execution, not a crash, a rename of the node or a new execution (n8n.md E3, E4 and E6). Its ids are
 * below zero, so that they are no table's.
 */
export class ExecutionMemory {
	private readonly stored: Remembered;

	/** What rows of this run may be, each once. */
	private readonly names = new Shelf(({ charge }: Kept) => chargeKeys(charge));

	private readonly entries: MemoryEntries;

	/** Names that were given to rows of this run. */
	private readonly given = new Set<string>();

	/** What was there before, by the number of looks that were taken by then. */
	private readonly before = new Map<number, ReadonlySet<string> | undefined>();

	/** Whether an earlier try has left nothing that a row of this run could be. */
	readonly isEmpty: boolean;

	/**
	 * @param memory the node's context object, which is changed in place
	 * @param account names the account that is asked
	 * @param pass index of the run of the node: the passes of a loop stay apart
	 * @param newId gives an id that nobody else gives
	 */
	constructor(
		memory: Record<string, unknown>,
		account: string,
		private readonly pass: number,
		private readonly newId: () => string,
	) {
		const { accounts } = accountMemory<Remembered>(memory, NAME);
		this.stored = accounts[account] ??= { entries: [], lastId: 0, looks: [], late: [] };
		this.entries = new MemoryEntries(this.stored);
		const own = this.entries.all.filter((entry) => entry.pass === pass);
		const others = this.entries.all.filter((entry) => entry.pass !== pass && isInDoubt(entry));
		this.isEmpty = own.length + others.length === 0;
		// What is proven not done is sent under a new name; what has failed is asked for again first.
		const mayBeSame = ({ outcome, additionId }: Kept) => outcome !== 'rejected' || !!additionId;
		for (const entry of [...own.filter(mayBeSame), ...others]) this.names.put(entry);
	}

	/**
	 * Gives a row the name of an equal one of an earlier try, each once, or a new one. By content, not by position: a
	 * sheet edited between tries cannot swap rows.
	 */
	giveName(charge: Charge): string {
		const entry = this.names.take(chargeKeys(charge));
		if (entry === undefined) {
			const ref = ownRef(this.newId());
			this.given.add(ref);
			return ref;
		}
		entry.pass = this.pass;
		return entry.ref;
	}

	/** Reads what stands here and in no table. */
	read(effect: ReadEffect): Entry[] {
		return this.entries.read(effect).map(this.toEntry);
	}

	insert(rows: NewEntry[]): void {
		for (const row of rows) this.entries.add(row, this.here);
	}

	update(changes: EntryChange[]): void {
		this.entries.update(changes);
	}

	delete(ids: number[]): void {
		this.entries.delete(ids);
	}

	private get here(): Pick<Kept, 'looks' | 'pass'> {
		return { looks: this.stored.looks.length, pass: this.pass };
	}

	private readonly toEntry = (kept: Kept): Entry =>
		this.withBefore({ ...keptOf(kept), id: kept.id }, kept.looks);

	/** With what this execution knows to have been there before. */
	withBefore(entry: Entry, looks = this.find(entry)?.looks ?? 0): Entry {
		const { looks: all } = this.stored;
		if (!all[looks - 1]?.isWhole) return entry;
		if (!this.before.has(looks)) {
			this.before.set(looks, new Set(all.slice(0, looks).flatMap(({ ids }) => ids)));
		}
		return { ...entry, before: this.before.get(looks) };
	}

	/** What a look at the list has shown: it was there before whatever is asked for from now on, and before that only. */
	addLook(ids: string[], isWhole: boolean): void {
		const { looks } = this.stored;
		const known = new Set(looks.flatMap((look) => look.ids));
		looks.push({ ids: ids.filter((id) => !known.has(id)), isWhole });
	}

	/** Ids of additions that no answer to a request of this execution may have. */
	get known(): string[] {
		const seen = this.stored.looks.flatMap(({ ids }) => ids);
		return [...seen, ...this.entries.all.flatMap(({ additionId }) => additionId ?? [])];
	}

	/** Additions, or items of them, that rows of this execution have, in any pass of a loop. */
	get claims(): Set<string> {
		const done = this.entries.all.filter(({ outcome }) => outcome === 'issued');
		return new Set(done.flatMap(({ item, additionId }) => item ?? additionId ?? []));
	}

	/** What this execution has of a name. */
	find(named: Pick<Entry, 'ref' | 'n'>): Readonly<Kept> | undefined {
		return this.entries.named(named).at(-1);
	}

	/** What this execution has sent of a batch. */
	ofBatch(batchRef: string): Entry[] {
		return this.entries.all.filter((one) => one.batchRef === batchRef).map(this.toEntry);
	}

	/** Whether the entry of a name stands here, or is to: the table has those of other executions. */
	has(ref: string): boolean {
		const kept = this.find({ ref });
		return kept === undefined ? this.given.has(ref) : !kept.isInTable;
	}

	/** The table has them from now on. */
	moveToTable(named: Array<Pick<Entry, 'ref' | 'n'>>): void {
		for (const entry of named.flatMap((name) => this.entries.named(name))) entry.isInTable = true;
	}

	/** What has become of a row of this execution. @param entry as it was claimed */
	note(entry: Entry, { outcome, additionId, heldUntil, item }: Fate): void {
		const kept = this.entries.named(entry).at(-1) ?? this.entries.add(entry, this.here);
		kept.isInTable ??= entry.id > 0 || undefined;
		this.entries.nameAddition(kept, additionId);
		const isPart = item !== undefined && item.claim !== additionId;
		const { claim, askedAt } = entry;
		if (kept.claim !== claim) kept.looks = this.stored.looks.length;
		Object.assign(kept, { outcome, claim, askedAt, addition: item?.addition });
		kept.heldUntil = heldUntil ?? entry.heldUntil;
		kept.item = isPart ? item.claim : undefined;
	}

	/** The table does not have it, whoever has taken it out: it stands here again. */
	takeBack(named: Pick<Entry, 'ref' | 'n'>): void {
		for (const entry of this.entries.named(named)) entry.isInTable = undefined;
	}

	/** They were claimed in the table, and nothing was sent. */
	forget(entries: Entry[]): void {
		const noted = entries.flatMap((entry) => this.entries.named(entry));
		this.delete(noted.filter(({ isInTable }) => isInTable).map(({ id }) => id));
	}

	/** Whether it was done in this pass of a loop. */
	isOfThisPass({ pass }: Pick<Kept, 'pass'>): boolean {
		return pass === this.pass;
	}

	/** Whether a request of an earlier try is open. @param claim of this run, whose rows do not count */
	hasOpen(claim: string): boolean {
		return this.entries.all.some((entry) => isInDoubt(entry) && entry.claim !== claim);
	}

	/** The addition as it is by now. */
	refresh(named: Pick<Entry, 'ref' | 'n'>, addition: ListedAddition): void {
		for (const kept of this.entries.named(named)) {
			if (kept.additionId === addition._id) kept.addition = addition;
		}
	}

	/** For which this execution has refused rows: its next try is told so again. */
	get late(): LatePayment[] {
		return this.stored.late;
	}

	/** An answer was lost in this execution of n8n, and could not be cleared up. */
	set lostIn(executionId: string | undefined) {
		this.stored.lostIn = executionId;
	}

	get lostIn(): string | undefined {
		return this.stored.lostIn;
	}

	/** Once a run has succeeded whole, n8n has its output; of the additions only the ids are kept. */
	compact(): void {
		for (const entry of this.entries.all) {
			if (entry.pass === this.pass) entry.addition = undefined;
		}
	}
}
