import type { IExecuteFunctions } from 'n8n-workflow';
import { claimKeys, isStale, lookUp } from '../../../core/ledger/claim';
import type { Verdicts } from '../../../core/ledger/claim';
import { remove } from '../../../core/ledger/effects';
import { refOf } from '../../../core/ledger/key';
import type { EntryLabel, Entry, Verdict, Wish } from '../../../core/ledger/entry';
import { settleClaims } from '../../../core/ledger/settle';
import type { Settlement } from '../../../core/ledger/settle';
import { Batches } from '../../../core/util/batches';
import type { DeskSettings } from './desk';
import { Desk } from './desk';
import { labelOf } from './keyLabel';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { Failed } from './rowState';

/** The keys of one run: which of them are ours to pay, by the ledger of keys. */
export class KeyDesk extends Desk {
	/** Rows of the ledger that are ours, by the row of the sheet that has claimed them: a twin has none. */
	private readonly ours = new Map<Row, Entry>();

	/** Refs that were looked up, were free, and have not been claimed since. */
	private readonly free = new Set<string>();

	/** What people read of a row in the ledger. */
	private readonly labels = new Map<Row, EntryLabel>();

	/** Rows that are the same as an earlier one of the sheet; they are not sent. */
	readonly twins = new Map<Row, Row>();

	/** Rows whose request has left; no verdict makes them be sent again by this run. */
	readonly sent = new Set<Row>();

	/** Rows whose fate is not written down: the ledger has them as `sending`. */
	readonly unwritten = new Set<Row>();

	/** Why it is not, where that has failed. */
	failure?: unknown;

	/** Writes their fates down. */
	private readonly unsettled: Batches<Row>;

	/** Told of rows whose addition another key has, so that it is not theirs. */
	onContested: (row: RowIn<'issued'>) => void = () => {};

	/** @param partSize rows whose keys are claimed, and whose fates are written down, in one go */
	constructor(
		context: IExecuteFunctions,
		settings: DeskSettings,
		readonly partSize: number,
	) {
		super(context, settings);
		this.unsettled = new Batches(partSize, async (rows) => await this.settle(rows));
	}

	/** What the ledger says of these rows, before anything is sent. */
	async lookUp(rows: Row[]): Promise<Map<Row, Verdict>> {
		const verdicts: Verdicts = new Map();
		for (const { ref } of await this.perform(lookUp(this.wishesOf(rows), verdicts))) {
			this.free.add(ref);
		}
		return this.byRow(rows, verdicts);
	}

	/** Claims the keys of these rows. Those that are `mine` are to be sent, and to be settled after. */
	async claimAll(rows: Row[]): Promise<Map<Row, Verdict>> {
		const wishes = this.wishesOf(rows);
		const areFree = wishes.every(({ ref }) => this.free.delete(ref));
		return this.keep(rows, await this.perform(claimKeys(wishes, this.rules, areFree)));
	}

	/** Finds out what became of rows in doubt; see `resolveInDoubt`. */
	async resolve(rows: Row[]): Promise<Map<Row, Verdict>> {
		return this.keep(rows, await this.resolveWishes(this.wishesOf(rows)));
	}

	protected claimOf(row: Row): Entry | undefined {
		return this.ours.get(row);
	}

	/** Whether a claim in the ledger is of this run. */
	isOurs(claim: string): boolean {
		return claim === this.claim;
	}

	/** Whether a row has claimed its key in this run. */
	hasClaimed(row: Row): boolean {
		return this.ours.has(row);
	}

	/** Whether a claim has waited so long that another run may soon take it for given up. */
	isStale(row: Row): boolean {
		const claimed = this.ours.get(row);
		return claimed !== undefined && isStale(claimed, this.rules, Date.now());
	}

	/** Has the fate of a row written down, together with those of others, while sending goes on. */
	settleSoon(row: Row): void {
		this.unwritten.add(row);
		this.unsettled.add(row);
	}

	/** Waits until all fates are written down. Of those that cannot be, GMC's list tells the next run. */
	async settleAll(): Promise<void> {
		await this.unsettled.finish().catch((error: unknown) => (this.failure = error));
	}

	/** Writes down what became of rows that are ours. */
	private async settle(rows: Row[]): Promise<void> {
		const settlements = rows.flatMap((row): Settlement[] => {
			const claimed = this.ours.get(row);
			const fate = fateOf(row);
			if (claimed === undefined || fate === undefined) return [];
			return [{ row: claimed, ...fate, label: this.labels.get(row) }];
		});
		const contested = await this.perform(settleClaims(settlements, this.rules));
		for (const row of rows) this.unwritten.delete(row);
		for (const row of rows.filter(isIn('issued'))) {
			if (contested.has(this.refOf(row))) this.onContested(row);
		}
	}

	/** Gives back the keys of rows that were claimed and not sent. */
	async release(rows: Row[]): Promise<void> {
		const ids = rows.flatMap((row) => this.ours.get(row)?.id ?? []);
		for (const row of rows) this.ours.delete(row);
		if (ids.length > 0) await this.perform(remove(ids));
	}

	private refOf({ key = '' }: Row): string {
		return refOf(this.settings.account, key);
	}

	private wishesOf(rows: Row[]): Wish[] {
		return rows.filter(isIn('planned', 'inDoubt')).map((row) => {
			const label = labelOf(this.context, row);
			this.labels.set(row, label);
			return { ref: this.refOf(row), charge: chargeOf(row), label };
		});
	}

	private byRow(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
		return new Map(
			rows.flatMap((row) => {
				const verdict = verdicts.get(this.refOf(row));
				return verdict === undefined ? [] : [[row, verdict] as const];
			}),
		);
	}

	private keep(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
		const byRow = this.byRow(rows, verdicts);
		for (const [row, verdict] of byRow) {
			if (verdict.is === 'mine') this.ours.set(row, verdict.row);
			else if (verdict.is === 'paid') this.unwritten.delete(row);
		}
		return byRow;
	}
}

/** What the ledger has to know of a row; undefined while it was not sent. */
export function fateOf({ state }: Row): Pick<Settlement, 'outcome' | 'additionId'> | undefined {
	if (state.is === 'issued') return { outcome: 'issued', additionId: state.addition._id };
	if (state.is === 'rejected') return { outcome: 'rejected', additionId: failedAdditionOf(state) };
	return state.is === 'inDoubt' ? { outcome: 'unknown' } : undefined;
}

/** Kept, so that an answer which names it to another key is not believed. */
function failedAdditionOf({ problem: { details } }: Failed): string | undefined {
	return typeof details.additionId === 'string' ? details.additionId : undefined;
}
