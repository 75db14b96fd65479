import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { Turn } from '../../core/pace/turns';
import { Turns } from '../../core/pace/turns';
import { InputError } from '../../core/util/inputError';
import { waitForTurn } from '../../shared/turn';
import { keptInProcess } from '../../core/memory/processMemory';
/** Of all runs of this process. */
const turns = new Turns();

/** How many turns have ended in this process, by account. */
const ended = keptInProcess(new Map<string, number>());

const endedOf = (account: string): number => ended.get(account) ?? 0;

/**
 * Lets runs of this process that would create the same customer do so one after the other, each with a list that shows
 * whom the one before has created: a service that takes a tax ID twice (service.md 4.5) would have two of them, and
 * nobody could be paid by it any more.
 */
export class CreationTurn {
	private readonly endedBefore: number;
	private coming?: Promise<void>;
	private turn?: Turn;

	/** To be made before the customers are listed. @param account see `accountOf` */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: GmcClient,
		private readonly account: string,
	) {
		this.endedBefore = endedOf(account);
	}

	/**
	 * To be called before anybody is created. It is one turn for the whole run, so that a sheet of new customers costs one
	 * more list at most, and none where no turn has ended since the customers were listed.
	 *
	 * @param taxIds of all rows, as they are compared
	 * @throws InputError when the turn does not come in time, GmcRequestError
	 */
	async take(taxIds: string[]): Promise<void> {
		this.coming ??= this.lineUp(taxIds);
		await this.coming;
	}

	/** To be called in any case, when nothing is sent any more. */
	end(): void {
		if (this.turn === undefined) return;
		ended.set(this.account, endedOf(this.account) + 1);
		this.turn.leave();
	}

	private async lineUp(taxIds: string[]): Promise<void> {
		const directory = await this.client.directory();
		const isNew = (taxId: string) => directory.withTaxId(taxId).length === 0;
		this.turn = turns.lineUp(taxIds.filter(isNew).map((taxId) => `${this.account} ${taxId}`));
		if (!(await waitForTurn(this.context, this.turn.come))) {
			throw new InputError({
				message:
					'another run on this account has been creating customers for a long time, and this one may be among them',
				advice: 'Run this row again once the other run has ended.',
				code: 'BUSY',
			});
		}
		if (endedOf(this.account) > this.endedBefore) await this.client.relist();
	}
}
