import { randomUUID } from 'crypto';
import type { Verdicts } from '../../../core/ledger/claim';
import { insert, read, readInDoubt, remove } from '../../../core/ledger/effects';
import { keylessRef } from '../../../core/ledger/key';
import type { Entry, Wish } from '../../../core/ledger/entry';
import { isInDoubt } from '../../../core/ledger/entry';
import type { Settlement } from '../../../core/ledger/settle';
import { settleClaims } from '../../../core/ledger/settle';
import { fateOf } from './keyDesk';
import { Desk } from './desk';
import type { Row, RowIn } from './row';
import { isIn } from './row';

/**
 * The ledger of keys, for rows without one: there stand those that have ended `unknown`, each
 * under a name of its own, so that what has become of it is found out like that of a key.
 */
export class KeylessDesk extends Desk {
	/** Rows of earlier runs that rows of this one stand for, and are sent again as. */
	private readonly adopted = new Map<Row, Entry>();

	/** All rows of the account in doubt, with a key or without. @throws LedgerError */
	async inDoubt(): Promise<Entry[]> {
		return await this.perform(readInDoubt());
	}

	/**
	 * See `resolveInDoubt`. What is `mine` is to be adopted or released.
	 *
	 * @param looksOnly whether nothing is written down, and nothing `mine`
	 * @throws LedgerError
	 */
	async resolve(wishes: Wish[], looksOnly: boolean): Promise<Verdicts> {
		return await this.resolveWishes(wishes, looksOnly);
	}

	/** The row is sent in the place of one that was never done. */
	adopt(row: Row, claimed: Entry): void {
		this.adopted.set(row, claimed);
	}

	protected claimOf(row: Row): Entry | undefined {
		return this.adopted.get(row);
	}

	hasAdopted(row: Row): boolean {
		return this.adopted.has(row);
	}

	/** Takes back what was claimed and is not sent: it is proven not done. @throws LedgerError */
	async release(rows: Entry[]): Promise<void> {
		if (rows.length > 0) await this.perform(remove(rows.map(({ id }) => id)));
	}

	/**
	 * Writes down what became of the rows that were adopted.
	 *
	 * @returns those whose addition is another's
	 * @throws LedgerError
	 */
	async settleAdopted(): Promise<Array<RowIn<'issued'>>> {
		const settlements: Settlement[] = [];
		const unsent: Entry[] = [];
		for (const [row, claimed] of this.adopted) {
			const fate = fateOf(row);
			if (fate === undefined) unsent.push(claimed);
			else settlements.push({ row: claimed, ...fate });
		}
		const contested = await this.perform(settleClaims(settlements, this.rules, Infinity));
		await this.release(unsent);
		const isContested = (row: Row) => contested.has(this.adopted.get(row)?.ref ?? '');
		return [...this.adopted.keys()].filter(isIn('issued')).filter(isContested);
	}

	/** Writes down rows whose fate is open. @returns the name of each @throws LedgerError */
	async writeDown(rows: Array<Omit<Wish, 'ref'> & { askedAt: number }>): Promise<string[]> {
		const { claim, holdMs } = this.rules;
		const named = rows.map((row) => ({ ...row, ref: keylessRef(randomUUID()) }));
		await this.perform(
			insert(
				named.map((row) => ({
					...{ ...row, claim, outcome: 'unknown' as const },
					heldUntil: Math.max(Date.now(), row.askedAt + holdMs),
				})),
			),
		);
		return named.map(({ ref }) => ref);
	}

	/** An earlier try has written the row down in doubt; now it is known. @throws LedgerError */
	async settle(ref: string, additionId: string): Promise<void> {
		const row = (await this.perform(read([ref]))).find(isInDoubt);
		if (row === undefined) return;
		await this.perform(settleClaims([{ row, outcome: 'issued', additionId }], this.rules));
	}
}
