import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Verdicts } from '../../../core/keys/claim';
import { insert, perform, read, readInDoubt, remove } from '../../../core/keys/effects';
import { keylessRef } from '../../../core/keys/key';
import type { KeyRow, Wish } from '../../../core/keys/keyRow';
import { isInDoubt } from '../../../core/keys/keyRow';
import { resolveInDoubt } from '../../../core/keys/resolve';
import type { Settlement } from '../../../core/keys/settle';
import { settleClaims } from '../../../core/keys/settle';
import { isAtWork, whileAtWork } from '../../../keys/atWork';
import { KeyLedger } from '../../../keys/keyLedger';
import type { KeyLedgerSettings } from '../../../keys/keyLedger';
import { fateOf, LOOKS } from './keyDesk';
import type { Row } from './row';

/**
 * The ledger that outlives executions, for rows without a key: there stand those that have ended `unknown`, each
 * under a name of its own, so that what has become of it is found out like that of a key.
 */
export class KeylessDesk {
	/** Names this run in the ledger. */
	private readonly claim = randomUUID();

	private readonly ledger: KeyLedger;

	/** Rows of earlier runs that rows of this one stand for, and are sent again as. */
	private readonly adopted = new Map<Row, KeyRow>();

	constructor(
		context: IExecuteFunctions,
		private readonly settings: KeyLedgerSettings & { holdMs: number },
	) {
		this.ledger = new KeyLedger(context, settings);
	}

	/** Lets `work` take over rows of the ledger. */
	async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
		return await whileAtWork(this.claim, work);
	}

	/** All rows of the account in doubt, with a key or without. @throws KeyLedgerError */
	async inDoubt(): Promise<KeyRow[]> {
		return await perform(readInDoubt(), this.ledger.handle);
	}

	/** See `resolveInDoubt`. What is `mine` is to be adopted or released. @throws KeyLedgerError */
	async resolve(wishes: Wish[]): Promise<Verdicts> {
		const { claim, settings } = this;
		const rules = { claim, holdMs: settings.holdMs, isAlive: isAtWork, looks: LOOKS };
		return await perform(resolveInDoubt(wishes, rules), this.ledger.handle);
	}

	/** The row is sent in the place of one that was never done. */
	adopt(row: Row, claimed: KeyRow): void {
		this.adopted.set(row, claimed);
	}

	hasAdopted(row: Row): boolean {
		return this.adopted.has(row);
	}

	/** Takes back what was claimed and is not sent: it is proven not done. @throws KeyLedgerError */
	async release(rows: KeyRow[]): Promise<void> {
		if (rows.length > 0) await perform(remove(rows.map(({ id }) => id)), this.ledger.handle);
	}

	/** Writes down what became of the rows that were adopted. @throws KeyLedgerError */
	async settleAdopted(): Promise<void> {
		const settlements: Settlement[] = [];
		const unsent: KeyRow[] = [];
		for (const [row, claimed] of this.adopted) {
			const fate = fateOf(row);
			if (fate === undefined) unsent.push(claimed);
			else settlements.push({ row: claimed, ...fate });
		}
		await perform(settleClaims(settlements, Infinity), this.ledger.handle);
		await this.release(unsent);
	}

	/** Writes down rows whose fate is open. @returns the name of each @throws KeyLedgerError */
	async writeDown(rows: Array<Omit<Wish, 'ref'> & { askedAt: number }>): Promise<string[]> {
		const { claim } = this;
		const named = rows.map((row) => ({ ...row, ref: keylessRef(randomUUID()) }));
		await perform(
			insert(named.map((row) => ({ ...row, claim, outcome: 'unknown' as const }))),
			this.ledger.handle,
		);
		return named.map(({ ref }) => ref);
	}

	/** An earlier try has written the row down in doubt; now it is known. @throws KeyLedgerError */
	async settle(ref: string, additionId: string): Promise<void> {
		const row = (await perform(read([ref]), this.ledger.handle)).find(isInDoubt);
		if (row === undefined) return;
		await perform(settleClaims([{ row, outcome: 'issued', additionId }]), this.ledger.handle);
	}
}
