import { randomUUID } from 'crypto';
import type { ClaimRules, Verdicts } from '../../../core/ledger/claim';
import {
	claimUnseen,
	claimNames,
	judgeAll,
	lookUp,
	releaseClaims,
} from '../../../core/ledger/claim';
import type { Handle, Protocol, ReadEffect } from '../../../core/ledger/effects';
import { giveBack, perform, readBy } from '../../../core/ledger/effects';
import type { Entry, EntryLabel, NamedRow, Verdict } from '../../../core/ledger/entry';
import { isOpen, nameOf } from '../../../core/ledger/entry';
import { heldUntilAfterAnswer, heldUntilOf } from '../../../core/ledger/hold';
import { CLOCK_RULES } from '../../../core/ledger/links';
import { resolveOpen } from '../../../core/ledger/resolve';
import type { ResolveRules } from '../../../core/ledger/snapshot';
import type { Settlement } from '../../../core/ledger/settle';
import { settleClaims } from '../../../core/ledger/settle';
import { mapItems } from '../../../shared/eventLoop';
import { isAtWork, whileAtWork } from '../../../core/util/processMemory';
import type { Row } from './row';
import { chargeOf, chargeRefIn, isIn } from './row';
import { resultOf } from './rowState';

/** How often another run's claim is looked at again before GMC's list is asked. */
const MAX_POLLS = 14;

interface RunLedgerSettings extends Omit<ClaimRules, 'claim' | 'isOurs'> {
	/** Reads and writes the table. */
	handle: Handle;
	/** Whether the workflow has not paid with this ledger before, as far as the table was asked. */
	isFirstUse: () => boolean;
	/** Waits for runs of this process that have looked at these names before. @returns whether there were any */
	awaitTurn: (names: ReadEffect) => Promise<boolean>;
	/** Lets other runs go on with the names of this one. */
	end: () => void;
	/** A dry run does not wait for other runs. */
	isDryRun: boolean;
	/** The columns of the table that people read. */
	labelOf: (row: Row) => EntryLabel;
}

/** The ledger, for the rows of one run. */
export class RunLedger {
	/** Ids of additions that existed before: no request of this run can have made them. */
	readonly known = new Set<string>();

	/** Ids of the additions that this run has made. */
	readonly made = new Set<string>();

	/** Rows that are still `sending` in the table although their result is known. */
	readonly unwritten = new Set<Row>();

	/** Why the last attempt to settle them failed. */
	failure?: unknown;

	/** Names this run in its claims. */
	private readonly id = randomUUID();

	private parts = 0;

	/** Names that were found free and have not been claimed since. */
	private readonly free = new Set<string>();

	constructor(readonly settings: RunLedgerSettings) {}

	/** Whether this run has made a claim. */
	readonly isOurs = (claim: string): boolean => ownerOf(claim) === this.id;

	/** Whether the run that made a claim is still at work in this process. */
	readonly isAtWork = (claim: string): boolean => isAtWork(ownerOf(claim));

	/** Whether an entry is open, and nobody of this process is sending its row right now. */
	readonly isLeftOpen = (entry: Entry): boolean => isOpen(entry) && !this.isAtWork(entry.claim);

	/** Marks this run as at work while `work` lasts. Claims that it leaves behind count as abandoned after that. */
	async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
		return await whileAtWork(this.id, work).finally(this.settings.end);
	}

	/** The rules of one claim, without neighbours: those count only for what is to be sent. */
	private rules(): Omit<ClaimRules, 'neighbours'> {
		const { execution, holdMs, timeoutMs } = this.settings;
		const claim = `${this.id}/${this.parts++}`;
		return { execution, holdMs, timeoutMs, claim, isOurs: this.isOurs };
	}

	/** What these entries say about the rows. Names that are free now can be claimed without another look. */
	async judge(rows: Row[], entries: Entry[]): Promise<Map<Row, Verdict>> {
		const verdicts = judgeAll(await this.namedRows(rows), entries, this.rules(), Date.now());
		for (const [name, { is }] of verdicts) if (is === 'free') this.free.add(name);
		return this.keep(rows, verdicts);
	}

	/** What the table says about the rows by their names. @throws LedgerError */
	async lookUp(rows: Row[]): Promise<Map<Row, Verdict>> {
		const protocol = lookUp(await this.namedRows(rows), this.rules());
		return this.keep(rows, await this.perform(protocol));
	}

	/**
	 * What entries of equal charge would keep rows from being sent, where they count. Those of a row's own customer and set
	 * were read when it was named. @throws LedgerError
	 */
	async lookBeside(rows: Row[]): Promise<Map<Row, Verdict>> {
		if (this.settings.neighbours?.by !== 'chargeRef') return new Map();
		const rules = { ...this.rules(), neighbours: this.settings.neighbours };
		const protocol = lookUp(await this.namedRows(rows), rules);
		const verdicts = this.keep(rows, await this.perform(protocol));
		return new Map([...verdicts].filter(([, { is }]) => is === 'duplicate' || is === 'unreadable'));
	}

	/** Claims the name of a row that nobody has looked at. @returns what `query` asks for @throws LedgerError */
	async claimUnseen(row: Row, query: ReadEffect): Promise<Entry[]> {
		const [named] = await this.namedRows([row]);
		const { won, entries } = await this.perform(claimUnseen(named, this.rules(), query));
		this.keep([row], won);
		return entries;
	}

	/** Claims the names of the rows. Rows that are `claimed` may be sent, and must be settled. @throws LedgerError */
	async claim(rows: Row[]): Promise<Map<Row, Verdict>> {
		const named = await this.namedRows(rows.filter(({ claimed }) => claimed === undefined));
		const areFree = named.filter((row) => this.free.delete(nameOf(row))).length;
		const rules = { ...this.rules(), neighbours: this.settings.neighbours };
		const protocol = claimNames(named, rules, areFree === named.length);
		const verdicts = this.keep(rows, await this.perform(protocol));
		for (const row of rows)
			if (row.claimed) verdicts.set(row, { is: 'claimed', entry: row.claimed });
		return verdicts;
	}

	/** Finds out what became of unknown rows; see `resolveOpen`. @throws LedgerError */
	async resolve(
		rows: Row[],
		known: Pick<ResolveRules, 'isShared' | 'listedBefore'>,
	): Promise<Map<Row, Verdict>> {
		const protocol = resolveOpen(await this.namedRows(rows), { ...this.resolveRules(), ...known });
		return this.keep(rows, await this.perform(protocol));
	}

	/** The same for entries of other executions. One that was never done becomes `rejected`, and is `free`. @throws LedgerError */
	async resolveOthers(entries: Entry[], isShared: ResolveRules['isShared']): Promise<Verdicts> {
		const named = new Map(entries.map((entry) => [nameOf(entry), entry]));
		const rules = { ...this.resolveRules(), maxPolls: 1, isShared };
		return await this.perform(resolveOpen([...named.values()], rules));
	}

	private resolveRules() {
		const maxPolls = this.settings.isDryRun ? 1 : MAX_POLLS;
		return { ...this.rules(), isAtWork: this.isAtWork, clock: CLOCK_RULES, maxPolls };
	}

	/** Until when an entry is held, in epoch milliseconds. */
	heldUntil(entry: Entry): number {
		return heldUntilOf(entry, this.settings);
	}

	/** Releases the claims of those rows that were not sent. @throws LedgerError */
	async release(rows: Row[]): Promise<void> {
		const unsent = rows.filter(({ isSent }) => !isSent);
		const entries = unsent.flatMap(({ claimed }) => claimed ?? []);
		for (const row of unsent) row.claimed = undefined;
		if (entries.length > 0) await this.perform(releaseClaims(entries));
	}

	/** Leaves the result of a row to the next `settleAll`. */
	settleSoon(row: Row): void {
		if (row.claimed !== undefined) this.unwritten.add(row);
	}

	/**
	 * Writes the results of rows. Those that cannot be written are tried again by the next call; if none succeeds, the next run
	 * reads GMC's list. A row whose addition another row owns becomes `unknown`.
	 */
	async settleAll(): Promise<void> {
		const rows = [...this.unwritten];
		if (rows.length === 0) return;
		const settlements = rows.flatMap((row): Settlement[] => {
			const { claimed: entry, sentAt } = row;
			const result = resultOf(row.state);
			const label = this.settings.labelOf(row);
			return entry && result ? [{ entry, ...result, sentAt, label }] : [];
		});
		try {
			const isRetry = this.failure !== undefined;
			const contested = await this.perform(settleClaims(settlements, this.settings, isRetry));
			for (const row of rows) this.unwritten.delete(row);
			this.failure = undefined;
			for (const row of rows.filter(isIn('issued'))) {
				const { ledgerName, claimed, state } = row;
				if (!ledgerName || !contested.has(nameOf(ledgerName))) continue;
				this.made.delete(state.addition._id);
				row.contest(claimed && heldUntilAfterAnswer(claimed, this.settings, Date.now()));
			}
		} catch (error) {
			this.failure = error;
		}
	}

	/** Gives back the claims of rows that are proven not done where that cannot be written. */
	async giveBackRejected(): Promise<void> {
		if (this.failure === undefined) return;
		const free = [...this.unwritten].filter(({ state }) => {
			const { outcome, additionId } = resultOf(state) ?? {};
			return outcome === 'rejected' && additionId === undefined;
		});
		const claims = free.flatMap(({ claimed }) => claimed ?? []);
		// A later attempt to settle them would change the row that has the id by then (n8n.md K13).
		for (const row of free) {
			this.unwritten.delete(row);
			row.claimed = undefined;
		}
		await this.perform(giveBack(claims));
	}

	/** @throws LedgerError */
	readonly read = async (entries: ReadEffect): Promise<Entry[]> =>
		await this.perform(readBy(entries));

	/** @throws LedgerError */
	async perform<T>(protocol: Protocol<T>): Promise<T> {
		return await perform(protocol, this.settings.handle);
	}

	/** The rows that have names, as the ledger's core knows them. */
	private async namedRows(rows: Row[]): Promise<NamedRow[]> {
		const open = rows.filter(isIn('planned', 'unknown')).filter(({ ledgerName }) => ledgerName);
		return await mapItems(open.length, (at): NamedRow => {
			const row = open[at];
			const label = this.settings.labelOf(row);
			return { ...row.ledgerName!, charge: chargeOf(row), chargeRef: chargeRefIn(row), label };
		});
	}

	private keep(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
		const told = new Map<Row, Verdict>();
		for (const row of rows) {
			const verdict = row.ledgerName && verdicts.get(nameOf(row.ledgerName));
			if (verdict === undefined) continue;
			told.set(row, verdict);
			if (verdict.is === 'claimed') row.claimed = verdict.entry;
			else if (verdict.is === 'paid') this.unwritten.delete(row);
		}
		return told;
	}
}

const ownerOf = (claim: string): string => claim.split('/', 1)[0];
