import type { ListedAddition } from '../additions/addition';
import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import { accountMemory, isAccountMemoryLost } from '../memory/accountMemory';
import type { NewEntry, ReadEffect } from './effects';
import type { Entry, Wish } from './entry';
import { isInDoubt, keptOf } from './entry';
import { ownRef } from './key';
import type { ListLook } from './looks';
import { Looks } from './looks';
import type { Fate, Kept, KeptEntries } from './memoryEntries';
import { MemoryEntries } from './memoryEntries';
import { Shelf } from '../memory/outbox';

/** An entry of another execution that was open when this one began, and turned out to be paid. */
export interface LatePayment extends Readonly<Charge> {
	readonly additionId: string;
	/** Epoch milliseconds, where that can be read. */
	readonly madeAt?: number;
}

interface Remembered extends KeptEntries {
	looks: ListLook[];
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

	readonly entries: MemoryEntries;

	/** Names that were given to rows of this run. */
	private readonly given = new Set<string>();

	private readonly looks: Looks;

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
		readonly pass: number,
		private readonly newId: () => string,
	) {
		const { accounts } = accountMemory<Remembered>(memory, NAME);
		this.stored = accounts[account] ??= { entries: [], lastId: 0, looks: [], late: [] };
		this.entries = new MemoryEntries(this.stored);
		this.looks = new Looks(this.stored.looks);
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
	giveName(charge: Charge): Pick<Wish, 'ref' | 'n' | 'batchRef'> {
		const entry = this.names.take(chargeKeys(charge));
		if (entry === undefined) {
			const ref = ownRef(this.newId());
			this.given.add(ref);
			return { ref };
		}
		entry.pass = this.pass;
		// Whatever gave it: a row of a batch is the same one under Recent.
		const { ref, n, batchRef } = entry;
		return { ref, n, batchRef };
	}

	/** Whether something of this execution is done or open whose name is none of these. */
	hasOthers(isNamedSo: (entry: Pick<Entry, 'ref' | 'batchRef'>) => boolean): boolean {
		return this.entries.all.some((entry) => entry.outcome !== 'rejected' && !isNamedSo(entry));
	}

	/** Reads what stands here and in no table. */
	read(effect: ReadEffect): Entry[] {
		return this.entries.read(effect).map(this.toEntry);
	}

	insert(rows: NewEntry[]): void {
		for (const row of rows) this.entries.add(row, this.here);
	}

	private get here(): Pick<Kept, 'looks' | 'pass'> {
		return { looks: this.looks.count, pass: this.pass };
	}

	private readonly toEntry = (kept: Kept): Entry =>
		this.withBefore({ ...keptOf(kept), id: kept.id }, kept.looks);

	/** With what this execution knows to have been there before. */
	withBefore(entry: Entry, looks = this.find(entry)?.looks ?? 0): Entry {
		const before = this.looks.seenBy(looks);
		return before === undefined ? entry : { ...entry, before };
	}

	/** What a look at the list has shown: it was there before whatever is asked for from now on, and before that only. */
	addLook(ids: string[], isWhole: boolean): void {
		this.looks.add(ids, isWhole);
	}

	/** Ids of additions that no answer to a request of this execution may have. */
	get known(): string[] {
		return [...this.looks.ids, ...this.entries.all.flatMap(({ additionId }) => additionId ?? [])];
	}

	/** Additions, or items of them, that rows of this execution have, in any pass of a loop. */
	get claims(): Set<string> {
		const done = this.entries.all.filter(({ outcome }) => outcome === 'issued');
		return new Set(done.flatMap(({ item, additionId }) => item ?? additionId ?? []));
	}

	/** What this execution has of a name. */
	find(named: Pick<Entry, 'ref' | 'n'>): Kept | undefined {
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

	/** What has become of a row of this execution. @param entry as it was claimed */
	note(entry: Entry, fate: Fate): void {
		const kept = this.find(entry) ?? this.entries.add(entry, this.here);
		// Asked for anew, it knows what was there until now.
		const looks = kept.claim === entry.claim ? kept.looks : this.looks.count;
		this.entries.note(kept, entry, { ...fate, looks });
	}

	/** Whether a request of an earlier try is open. @param claim of this run, whose rows do not count */
	hasOpen(claim: string): boolean {
		return this.entries.all.some((entry) => isInDoubt(entry) && entry.claim !== claim);
	}

	/** The addition as it is by now. */
	refresh(named: Pick<Entry, 'ref' | 'n'>, addition: ListedAddition): void {
		const kept = this.entries.named(named).find(({ additionId }) => additionId === addition._id);
		if (kept !== undefined) kept.addition = addition;
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
