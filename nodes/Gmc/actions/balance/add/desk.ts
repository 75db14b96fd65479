import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Verdicts } from '../../../core/keys/claim';
import type { Protocol } from '../../../core/keys/effects';
import { perform } from '../../../core/keys/effects';
import type { Wish } from '../../../core/keys/keyRow';
import { resolveInDoubt } from '../../../core/keys/resolve';
import { isAtWork, whileAtWork } from '../../../keys/atWork';
import type { KeyLedgerSettings } from '../../../keys/keyLedger';
import { KeyLedger } from '../../../keys/keyLedger';

export interface DeskSettings extends KeyLedgerSettings {
	/** Milliseconds for which a row that another run may have sent is held back. */
	holdMs: number;
}

/** How often a run that is sending elsewhere is looked at before the service's list is asked. */
const LOOKS = 14;

/** One run at the ledger of keys. */
export class Desk {
	/** Names this run in the ledger. */
	protected readonly claim = randomUUID();

	constructor(
		protected readonly context: IExecuteFunctions,
		protected readonly settings: DeskSettings,
	) {}

	/** Lets `work` claim rows of the ledger. Claims that it leaves behind count as given up once it is over. */
	async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
		return await whileAtWork(this.claim, work);
	}

	/** See `resolveInDoubt`. @param looksOnly whether nothing is written down @throws KeyLedgerError */
	protected async resolveWishes(wishes: Wish[], looksOnly = false): Promise<Verdicts> {
		const { claim, settings } = this;
		const looks = looksOnly ? 1 : LOOKS;
		const rules = { claim, holdMs: settings.holdMs, isAlive: isAtWork, looks, looksOnly };
		return await this.perform(resolveInDoubt(wishes, rules));
	}

	/** With a ledger of its own each: claims are made while others are settled. @throws KeyLedgerError */
	protected async perform<T>(protocol: Protocol<T>): Promise<T> {
		return await perform(protocol, new KeyLedger(this.context, this.settings).handle);
	}
}
