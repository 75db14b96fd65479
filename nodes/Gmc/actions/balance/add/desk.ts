import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Charge } from '../../../core/additions/charge';
import type { ClaimRules, Verdicts } from '../../../core/ledger/claim';
import { heldUntilOf, leaveBy } from '../../../core/ledger/claim';
import type { Protocol } from '../../../core/ledger/effects';
import { perform, readInDoubt, readOwners } from '../../../core/ledger/effects';
import type { Entry, Wish } from '../../../core/ledger/entry';
import { isInDoubt } from '../../../core/ledger/entry';
import { isTaken } from '../../../core/ledger/look';
import { CLOCK_RULES } from '../../../core/ledger/asked';
import { resolveInDoubt } from '../../../core/ledger/resolve';
import { isAtWork, whileAtWork } from '../../../ledger/atWork';
import type { TableStoreSettings } from '../../../ledger/tableStore';
import { TableStore } from '../../../ledger/tableStore';
import type { Row } from './row';

export interface DeskSettings extends TableStoreSettings {
	/** Milliseconds for which a row that another run may have sent is held back. */
	holdMs: number;
	/** Milliseconds, per request. */
	timeoutMs: number;
}

/** What the ledger says of additions, by their ids. */
export interface Owners {
	owned: ReadonlySet<string>;
	/** Where a key that is in doubt names them: each may be that key's, or nobody's. */
	doubted: ReadonlySet<string>;
	/** What rows in doubt are to pay that name none, as far as they may have made one of these. */
	rivals: Charge[];
}

export const NO_OWNERS: Owners = { owned: new Set(), doubted: new Set(), rivals: [] };

/** Who asks: since when, in epoch milliseconds, and by which names of the ledger it is known there already. */
interface Asking {
	since: number;
	own: Array<string | undefined>;
}

/** How often a run that is sending elsewhere is looked at before the service's list is asked. */
const LOOKS = 14;

/** One run at the ledger of keys. */
export abstract class Desk {
	/** Names this run in the ledger. */
	protected readonly claim = randomUUID();

	constructor(
		protected readonly context: IExecuteFunctions,
		protected readonly settings: DeskSettings,
	) {}

	protected get rules(): ClaimRules {
		const { holdMs, timeoutMs } = this.settings;
		return { claim: this.claim, holdMs, timeoutMs };
	}

	/** The row of the ledger in whose name a row is sent, if there is one. */
	protected abstract claimOf(row: Row): Entry | undefined;

	/** Until when a row may be sent, in epoch milliseconds; undefined: whenever. */
	leaveBy(row: Row): number | undefined {
		const claimed = this.claimOf(row);
		return claimed && leaveBy(claimed, this.rules);
	}

	/** Lets `work` claim rows of the ledger. Claims that it leaves behind count as given up once it is over. */
	async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
		return await whileAtWork(this.claim, work);
	}

	/**
	 * Which of these additions a key has paid with. Of one that is named in doubt it is not known; one that is named
	 * by what was rejected is no key's.
	 *
	 * @param asking by rows that may have made them
	 * @throws LedgerError
	 */
	async ownersOf(additionIds: string[], asking?: Asking): Promise<Owners> {
		if (additionIds.length === 0) return NO_OWNERS;
		const isOthers = ({ ref }: Entry) => ref === '' || !asking?.own.includes(ref);
		const rows = (await this.perform(readOwners(additionIds))).filter(isOthers);
		const named = (by: Entry[]) => new Set(by.flatMap(({ additionId }) => additionId ?? []));
		const { rules } = this;
		const reaches = (row: Entry) =>
			heldUntilOf(row, rules) + CLOCK_RULES.doubtMs >= (asking?.since ?? Infinity);
		const inDoubt = asking ? await this.perform(readInDoubt()) : [];
		return {
			...{ owned: named(rows.filter(isTaken)), doubted: named(rows.filter(isInDoubt)) },
			rivals: inDoubt.filter((row) => isOthers(row) && reaches(row)).map(({ charge }) => charge),
		};
	}

	/** See `resolveInDoubt`. @param looksOnly whether nothing is written down @throws LedgerError */
	protected async resolveWishes(wishes: Wish[], looksOnly = false): Promise<Verdicts> {
		const looks = looksOnly ? 1 : LOOKS;
		const rules = { ...this.rules, isAlive: isAtWork, clock: CLOCK_RULES, looks, looksOnly };
		return await this.perform(resolveInDoubt(wishes, rules));
	}

	/** With a ledger of its own each: claims are made while others are settled. @throws LedgerError */
	protected async perform<T>(protocol: Protocol<T>): Promise<T> {
		return await perform(protocol, new TableStore(this.context, this.settings).handle);
	}
}
