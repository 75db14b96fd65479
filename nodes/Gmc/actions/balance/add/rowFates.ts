import type { ClaimRules } from '../../../core/ledger/claim';
import type { Protocol } from '../../../core/ledger/effects';
import type { Entry, EntryLabel } from '../../../core/ledger/entry';
import { FAILED, nameOf } from '../../../core/ledger/entry';
import type { ExecutionMemory, Fate } from '../../../core/ledger/memory';
import type { Settlement } from '../../../core/ledger/settle';
import { heldLess, settleClaims } from '../../../core/ledger/settle';
import { Batches } from '../../../core/util/batches';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { Failed } from './rowState';

/** Where fates are written down. */
interface FateLedger {
	memory: ExecutionMemory;
	rules: ClaimRules;
	/** Rows whose fates are written down in one go. */
	partSize: number;
	/** The entry that a row has claimed, and what people read of it. */
	claimedBy: (row: Row) => { entry: Entry; label?: EntryLabel } | undefined;
	perform: <T>(protocol: Protocol<T>) => Promise<T>;
}

/** Writes down what becomes of rows: for the next try of the execution at once, in the table in parts. */
export class RowFates {
	/** Rows whose fate is not written down: the table has them as `sending`. */
	readonly unwritten = new Set<Row>();

	/** Why it is not, where that has failed. */
	failure?: unknown;

	/** Told of rows whose addition another row has, so that it is not theirs. */
	onContested: (row: RowIn<'issued'>) => void = () => {};

	private readonly unsettled: Batches<Row>;

	constructor(private readonly ledger: FateLedger) {
		this.unsettled = new Batches(ledger.partSize, async (rows) => await this.settle(rows));
	}

	/** The fate of a row is known: it is written down together with those of others, while sending goes on. */
	settleSoon(row: Row): void {
		this.remember(row);
		const claimed = this.ledger.claimedBy(row);
		if (claimed === undefined || isInMemory(claimed.entry)) return;
		this.unwritten.add(row);
		this.unsettled.add(row);
	}

	/** Waits until all fates are written down. Of those that cannot be, GMC's list tells the next run. */
	async settleAll(): Promise<void> {
		await this.unsettled.finish().catch((error: unknown) => (this.failure = error));
	}

	/** For the next try of this execution. @param entry where the row has not claimed it itself */
	remember(row: Row, entry: Entry | undefined = this.ledger.claimedBy(row)?.entry): void {
		const fate = fateOf(row);
		if (entry === undefined || fate === undefined) return;
		const { memory, rules } = this.ledger;
		// A request that is known to be over is held as long as people want it, which may be less than a claim.
		const held = fate.outcome === 'unknown' && heldLess(entry, rules, Date.now());
		memory.note(entry, { ...fate, ...held });
	}

	private async settle(rows: Row[]): Promise<void> {
		const settlements = rows.flatMap((row) => {
			const claimed = this.ledger.claimedBy(row);
			const fate = fateOf(row);
			if (claimed === undefined || fate === undefined) return [];
			return [{ row: claimed.entry, ...fate, label: claimed.label }];
		});
		const contested = await this.ledger.perform(settleClaims(settlements, this.ledger.rules));
		for (const row of rows) this.unwritten.delete(row);
		for (const row of rows.filter(isIn('issued'))) {
			const claimed = this.ledger.claimedBy(row);
			if (claimed === undefined || !contested.has(nameOf(claimed.entry))) continue;
			this.onContested(row);
			this.remember(row);
		}
	}
}

/** Ids of the execution's memory are below zero. */
export const isInMemory = ({ id }: Entry): boolean => id < 0;

/** What the ledger has to know of a row; undefined while it was not sent. */
export function fateOf({ state }: Row): (Fate & Pick<Settlement, 'outcome'>) | undefined {
	if (state.is === 'issued') {
		const { addition, claim = addition._id } = state;
		return { outcome: 'issued', additionId: addition._id, item: { addition, claim } };
	}
	if (state.is === 'rejected') {
		const additionId = failedAdditionOf(state);
		return additionId === undefined ? { outcome: 'rejected' } : { ...FAILED, additionId };
	}
	return state.is === 'inDoubt' ? { outcome: 'unknown' } : undefined;
}

/** Kept: before the name is sent again, it must still be failed; and an answer that names it to another row is not believed. */
function failedAdditionOf({ problem: { details } }: Failed): string | undefined {
	return typeof details.additionId === 'string' ? details.additionId : undefined;
}
