import type { ClaimRules } from '../../../../core/ledger/claim';
import type { Handle, NewEntry, Protocol } from '../../../../core/ledger/effects';
import type { Entry, EntryLabel } from '../../../../core/ledger/entry';
import { FAILED, keptOf, nameOf } from '../../../../core/ledger/entry';
import type { ExecutionMemory } from '../../../../core/ledger/memory';
import type { Fate } from '../../../../core/ledger/memoryEntries';
import type { Settlement } from '../../../../core/ledger/settle';
import { heldLess, settleClaims } from '../../../../core/ledger/settle';
import type { Row, RowIn } from '../rows/row';
import { isIn } from '../rows/row';
import type { Failed } from '../rows/rowState';

/** Where fates are written down. */
interface FateLedger {
	memory: ExecutionMemory;
	rules: ClaimRules;
	/** What people read of a row. */
	labelOf: (row: Row) => EntryLabel | undefined;
	/** Gives a handle of the table for one protocol. */
	openTable: () => Handle;
	perform: <T>(protocol: Protocol<T>) => Promise<T>;
}

/** Writes down what becomes of rows: for the next try of the execution at once, in the table many together. */
export class RowFates {
	/** Rows whose fate is not written down: the table has them as `sending`. */
	readonly unwritten = new Set<Row>();

	/** Why it is not, where that has failed. */
	failure?: unknown;

	private unsettled: Row[] = [];

	constructor(private readonly ledger: FateLedger) {}

	/** The fate of a row is known: it is written down together with those of others, by `settleAll`. */
	settleSoon(row: Row): void {
		this.remember(row);
		if (row.claimed === undefined || isInMemory(row.claimed)) return;
		this.unwritten.add(row);
		this.unsettled.push(row);
	}

	/**
	 * Writes down all fates. Of those that cannot be, GMC's list tells the next run.
	 *
	 * @returns rows whose addition another row has, so that it is not theirs
	 */
	async settleAll(): Promise<Array<RowIn<'issued'>>> {
		const rows = this.unsettled;
		this.unsettled = [];
		try {
			return rows.length > 0 ? await this.settle(rows) : [];
		} catch (error) {
			this.failure = error;
			return [];
		}
	}

	/** For the next try of this execution. @param entry where the row has not claimed it itself */
	remember(row: Row, entry: Entry | undefined = row.claimed): void {
		const fate = fateOf(row);
		if (entry === undefined || fate === undefined) return;
		const { memory, rules } = this.ledger;
		// A request that is known to be over is held as long as people want it, which may be less than a claim.
		const held = fate.outcome === 'unknown' && heldLess(entry, rules, Date.now());
		memory.note(entry, { ...fate, ...held });
	}

	/**
	 * What is open is to be seen by every run: from the memory of this execution it goes into the table.
	 *
	 * @param rows in doubt
	 * @throws LedgerError
	 */
	async publish(rows: Row[]): Promise<void> {
		const entries = rows.filter(isIn('inDoubt')).flatMap((row): NewEntry[] => {
			const kept = row.ledgerName && this.ledger.memory.find(row.ledgerName);
			if (kept === undefined || kept.isInTable) return [];
			return [{ ...keptOf(kept), label: this.ledger.labelOf(row), outcome: 'unknown' }];
		});
		if (entries.length === 0) return;
		await this.ledger.openTable()({ do: 'insert', rows: entries });
		this.ledger.memory.entries.moveToTable(entries);
	}

	private async settle(rows: Row[]): Promise<Array<RowIn<'issued'>>> {
		const settlements = rows.flatMap((row) => {
			const { claimed } = row;
			const fate = fateOf(row);
			if (claimed === undefined || fate === undefined) return [];
			return [{ row: claimed, ...fate, label: this.ledger.labelOf(row) }];
		});
		const contested = await this.ledger.perform(settleClaims(settlements, this.ledger.rules));
		for (const row of rows) this.unwritten.delete(row);
		return rows
			.filter(isIn('issued'))
			.filter(({ ledgerName }) => ledgerName && contested.has(nameOf(ledgerName)));
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
