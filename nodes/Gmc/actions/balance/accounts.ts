import { findAddition } from '../../api/additions';
import type { GmcClient } from '../../api/client';
import { sameValue } from '../../core/additions/charge';
import type { AdditionItem } from '../../core/additions/item';
import { readItems } from '../../core/additions/item';
import type { ReadEffect } from '../../core/ledger/effects';
import type { Entry } from '../../core/ledger/entry';

/** Reads entries of the ledger. */
type Read = (effect: ReadEffect) => Promise<Entry[]>;

/**
 * Whose an entry is: the one place that decides. An entry of another account has `isForeign` when it is read. GMC is asked
 * about such an account with today's credential: if it knows what that account has paid, both are the same GMC under a new
 * address or user, and its entries count from then on. They are nobody's here as long as that is not known.
 */
export class Accounts {
	/** Today's account, and others of the same GMC. */
	readonly same: Set<string>;

	private readonly other = new Set<string>();

	/** @param account see `accountOf` */
	constructor(account: string) {
		this.same = new Set([account]);
	}

	/** Whether GMC has said that it does not know what the entry's account has paid. */
	isOfOtherGmc({ account = '' }: Entry): boolean {
		return this.other.has(account);
	}

	/**
	 * Asks GMC about the accounts that wrote these entries, each until GMC has answered.
	 *
	 * @returns whether GMC has answered for one, so that entries must be read again
	 * @throws LedgerError
	 */
	async ask(client: GmcClient, read: Read, entries: Entry[]): Promise<boolean> {
		const foreign = entries.filter(({ isForeign }) => isForeign);
		let isAnswered = false;
		for (const account of new Set(foreign.map((entry) => entry.account ?? ''))) {
			if (this.same.has(account) || this.other.has(account)) continue;
			const named = foreign.filter((entry) => entry.account === account);
			const all = [...(await read({ do: 'readPaidBy', account })), ...named];
			const paid = all.filter((one) => one.outcome === 'issued' && one.additionId !== undefined);
			if (paid.length === 0) continue;
			// The oldest one, because GMC may show a new one late.
			const oldest = paid.reduce((first, one) => (one.askedAt < first.askedAt ? one : first));
			const answer = await isKnown(client, oldest);
			if (answer === undefined) continue;
			(answer ? this.same : this.other).add(account);
			isAnswered = true;
		}
		return isAnswered;
	}
}

/** Whether GMC knows the addition of an entry. @returns undefined where it could not be asked */
async function isKnown(
	client: GmcClient,
	{ additionId = '', charge }: Entry,
): Promise<boolean | undefined> {
	try {
		const addition = await findAddition(client.transport, additionId);
		if (addition === undefined) return false;
		// The customer may have another tax ID by now.
		const isEqual = ({ amount, currency }: AdditionItem) =>
			amount !== undefined && sameValue(charge, { amount, currency });
		return readItems(addition).some(isEqual) ? true : undefined;
	} catch {
		return undefined;
	}
}
