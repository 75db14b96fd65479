import { randomUUID } from 'crypto';
import type { ClaimRules, RecentRules, Verdicts } from '../../../core/ledger/claim';
import { claimKeys, giveBack, judgeAll, lookUp } from '../../../core/ledger/claim';
import type { Handle, Protocol } from '../../../core/ledger/effects';
import { perform } from '../../../core/ledger/effects';
import type { Entry, EntryLabel, Verdict, Wish } from '../../../core/ledger/entry';
import { nameOf } from '../../../core/ledger/entry';
import { chargeRefOf } from '../../../core/ledger/key';
import { claimHoldMs, heldUntilOf, leaveBy } from '../../../core/ledger/hold';
import { resolveInDoubt } from '../../../core/ledger/resolve';
import type { Settlement } from '../../../core/ledger/settle';
import { heldAfter, settleClaims } from '../../../core/ledger/settle';
import { isAtWork, whileAtWork } from '../../../ledger/atWork';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import { fateOf } from './rowState';
import { CLOCK_RULES } from '../../../core/ledger/links';

/** How often a run that is sending elsewhere is looked at before the service's list is asked. */
const LOOKS = 14;

interface RunLedgerSettings {
	/** The accounts whose entries count as today's account's. */
	accounts: Set<string>;
	/** Those that are of another GMC, as it has turned out. */
	strangers: Set<string>;
	/** Names the execution. */
	run: string;
	/** Milliseconds for which a row that may have been sent is held back. */
	holdMs: number;
	/** Milliseconds, per request. */
	timeoutMs: number;
	/** Under Recent. */
	recent?: RecentRules;
	/** Carries out what is asked of the ledger. */
	handle: Handle;
	/** A dry run waits for nobody. */
	isDryRun: boolean;
	/** What people read of a row in the table. */
	labelOf: (row: Row) => EntryLabel;
}

/** The ledger for the rows of one run: which of them are ours to pay, and what has become of them. */
export class RunLedger {
	/** Ids of additions that no answer to a request of this run may have. */
	readonly known = new Set<string>();

	/** Rows whose fate is not written down: the table has them as `sending`. */
	readonly unwritten = new Set<Row>();

	/** Why it is not, where that has failed. */
	failure?: unknown;

	/** Names this run among those that are at work. */
	private readonly id = randomUUID();

	private parts = 0;

	/** Names that were looked up, were free, and have not been claimed since. */
	private readonly free = new Set<string>();

	constructor(private readonly settings: RunLedgerSettings) {}

	/** The accounts whose entries count as today's account's. Others may join them. */
	get accounts(): Set<string> {
		return this.settings.accounts;
	}

	/** The accounts that turned out to be of another GMC. */
	get strangers(): Set<string> {
		return this.settings.strangers;
	}

	/** Whether an entry is of this execution; in a tool, of this call of it. */
	isOwn(entry: Entry): boolean {
		return this.settings.recent?.isOwn(entry) ?? entry.run === this.settings.run;
	}

	/** Whether an entry is one that this run has claimed. */
	isOurs({ claim }: Pick<Entry, 'claim'>): boolean {
		return ownerOf(claim) === this.id;
	}

	/** Whether an entry is of a run that is at work in this process. */
	isAtWork({ claim }: Pick<Entry, 'claim'>): boolean {
		return isAtWork(ownerOf(claim));
	}

	/** Lets `work` claim names. Claims that it leaves behind count as given up once it is over. */
	async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
		return await whileAtWork(this.id, work);
	}

	/** Rules for one claim, of what is claimed together. */
	private rules(more: Partial<ClaimRules> = {}): ClaimRules {
		const { run, holdMs, timeoutMs, recent } = this.settings;
		const isOurs = (claim: string) => this.isOurs({ claim });
		const claim = `${this.id}/${this.parts++}`;
		return { claim, run, holdMs, timeoutMs, recent, isOurs, ...more };
	}

	/** What entries say of these rows, by their names. */
	judge(rows: Row[], entries: Entry[]): Map<Row, Verdict> {
		const verdicts: Verdicts = new Map();
		const rules = this.rules({ recent: undefined });
		judgeAll(this.wishesOf(rows), entries, { rules, at: Date.now(), verdicts });
		for (const [name, { is }] of verdicts) if (is === 'free') this.free.add(name);
		return byRow(rows, verdicts);
	}

	/** What the table says of these rows now; under Recent, of equal ones as well, unless `byName`. @throws LedgerError */
	async lookUp(rows: Row[], byName = false): Promise<Map<Row, Verdict>> {
		const rules = this.rules(byName ? { recent: undefined } : {});
		const verdicts: Verdicts = new Map();
		await this.perform(lookUp(this.wishesOf(rows), rules, verdicts));
		return byRow(rows, verdicts);
	}

	/** Claims the names of these rows. Those that are `mine` are to be sent, and to be settled after. @throws LedgerError */
	async claim(rows: Row[]): Promise<Map<Row, Verdict>> {
		const wishes = this.wishesOf(rows);
		const areFree = wishes.filter((wish) => this.free.delete(nameOf(wish))).length;
		const protocol = claimKeys(wishes, this.rules(), areFree === wishes.length);
		return this.keep(rows, await this.perform(protocol));
	}

	/** Finds out what became of rows in doubt; see `resolveInDoubt`. @throws LedgerError */
	async resolve(rows: Row[], before?: ReadonlySet<string>): Promise<Map<Row, Verdict>> {
		const looks = this.settings.isDryRun ? 1 : LOOKS;
		return this.keep(rows, await this.resolveWishes(this.wishesOf(rows), { looks, before }));
	}

	/** The same of entries of other executions: what was never done is written down so, and `free`. @throws LedgerError */
	async resolveOthers(entries: Entry[]): Promise<Verdicts> {
		const named = new Map<string, Wish>(entries.map((entry) => [nameOf(entry), wishOf(entry)]));
		return await this.resolveWishes([...named.values()], { looks: 1, isOthers: true });
	}

	private async resolveWishes(
		wishes: Wish[],
		more: { looks: number; before?: ReadonlySet<string>; isOthers?: boolean },
	): Promise<Verdicts> {
		const isAlive = (claim: string) => this.isAtWork({ claim });
		const rules = { ...this.rules(), isAlive, clock: CLOCK_RULES, ...more };
		return await this.perform(resolveInDoubt(wishes, rules));
	}

	/** For how long a claim of this run is held. */
	get claimHoldMs(): number {
		return claimHoldMs(this.settings);
	}

	/** Until when an entry is held, in epoch milliseconds. */
	heldUntil(entry: Entry): number {
		return heldUntilOf(entry, this.settings);
	}

	/** Until when a row is held whose request is over now. */
	heldFromNow({ claimed }: Row): number | undefined {
		return claimed && heldAfter(claimed, this.settings, Date.now());
	}

	/** Until when a row may be sent, in epoch milliseconds: an older claim is made anew. */
	leaveBy({ claimed }: Row): number {
		return claimed === undefined ? 0 : leaveBy(claimed.askedAt, this.settings);
	}

	/** Gives back the names of rows that were claimed and not sent. @throws LedgerError */
	async release(rows: Row[]): Promise<void> {
		const entries = rows.flatMap(({ claimed }) => claimed ?? []);
		for (const row of rows) row.claimed = undefined;
		if (entries.length > 0) await this.perform(giveBack(entries));
	}

	/** The fate of a row is known: it is written down together with those of others, by `settleAll`. */
	settleSoon(row: Row): void {
		if (row.claimed !== undefined) this.unwritten.add(row);
	}

	/**
	 * Writes down all fates. What cannot be is tried again with the next ones; should that never be, GMC's list tells
	 * the next run.
	 *
	 * @returns rows whose addition another row has, so that it is not theirs
	 */
	async settleAll(): Promise<Array<RowIn<'issued'>>> {
		const rows = [...this.unwritten];
		if (rows.length === 0) return [];
		try {
			const settlements = rows.flatMap((row) => settlementOf(row, this.settings.labelOf(row)));
			const contested = await this.perform(settleClaims(settlements, this.settings));
			for (const row of rows) this.unwritten.delete(row);
			this.failure = undefined;
			return rows
				.filter(isIn('issued'))
				.filter(({ ledgerName }) => ledgerName && contested.has(nameOf(ledgerName)));
		} catch (error) {
			this.failure = error;
			return [];
		}
	}

	/** @throws LedgerError */
	async perform<T>(protocol: Protocol<T>): Promise<T> {
		return await perform(protocol, this.settings.handle);
	}

	/** What these rows, as far as they have names, want to pay. */
	private wishesOf(rows: Row[]): Wish[] {
		return rows.filter(isIn('planned', 'inDoubt')).flatMap((row) => {
			const { ledgerName } = row;
			if (ledgerName === undefined) return [];
			const { customerId, reference, request } = row.state.plan;
			const chargeRef = chargeRefOf(customerId ?? reference.value, request);
			return { ...ledgerName, charge: chargeOf(row), chargeRef, label: this.settings.labelOf(row) };
		});
	}

	private keep(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
		const told = byRow(rows, verdicts);
		for (const [row, verdict] of told) {
			if (verdict.is === 'mine') row.claimed = verdict.row;
			else if (verdict.is === 'paid') this.unwritten.delete(row);
		}
		return told;
	}
}

const ownerOf = (claim: string): string => claim.split('/', 1)[0];

function wishOf({ ref, n, set, charge, chargeRef }: Entry): Wish {
	return { ref, n, set, charge, chargeRef };
}

function byRow(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
	const told = new Map<Row, Verdict>();
	for (const row of rows) {
		const verdict = row.ledgerName && verdicts.get(nameOf(row.ledgerName));
		if (verdict !== undefined) told.set(row, verdict);
	}
	return told;
}

function settlementOf({ claimed, state, sentAt }: Row, label: EntryLabel): Settlement[] {
	const fate = fateOf(state);
	return claimed === undefined || fate === undefined
		? []
		: [{ row: claimed, ...fate, sentAt, label }];
}
