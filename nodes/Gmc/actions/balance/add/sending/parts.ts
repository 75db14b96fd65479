import { LOOK_INTO_LOG, LedgerError } from '../../../../ledger/ledgerError';
import { InputError } from '../../../../core/util/inputError';
import { applyVerdicts } from '../names/applyVerdicts';
import { beforeFirstBad } from '../rows/failedRows';
import type { Row, RowIn } from '../rows/row';
import { isIn } from '../rows/row';
import type { AddRun } from '../run/run';
/** A table that takes half of a hold to claim rows; so many parts in a row that are stale at once end the run. */
const MAX_IN_VAIN = 8;

/** What is done with rows that were claimed. Neither may throw. */
interface Work {
	send: (row: RowIn<'planned'>) => Promise<void>;
	/** Writes down what has become of all that was sent. */
	settle: () => Promise<void>;
	/** Whether no further row is to be sent. */
	isStopped: () => boolean;
}

/**
 * Rows are claimed part by part, sent, and written down as soon as the whole part is answered. While the last answers of a
 * part are awaited, the next one is claimed and sent: of no more than two parts are rows `sending`.
 * No more of a part is sent once its claims have waited long: they would be taken for given up, and so would the rows
 * beside them that are paid and not written down yet. The rest is claimed anew.
 */
export class Parts {
	/** Why nothing more can be claimed. */
	failure?: unknown;

	/** Parts that went by without a row that was sent. */
	private inVain = 0;

	constructor(
		private readonly run: AddRun,
		private readonly work: Work,
	) {}

	/** The sending of each row, to be begun in this order. */
	async *sendings(rows: Row[]): AsyncGenerator<() => Promise<void>> {
		const { run, work } = this;
		const { partSize } = run.ledger;
		const written: Array<Promise<void>> = [];
		let queue = rows;
		while (queue.length > 0) {
			await written.at(-2);
			if (this.isOver) return;
			const { part, isLast } = await this.claim(queue.slice(0, partSize));
			const staleAt = run.ledger.staleAt(part);
			const unsent = [...part];
			const sent: Array<Promise<void>> = [];
			while (unsent.length > 0 && !this.isOver && Date.now() <= staleAt) {
				const row = unsent.shift()!;
				yield async () => {
					const sending = work.send(row);
					sent.push(sending);
					await sending;
				};
			}
			written.push(Promise.all(sent).then(work.settle));
			if (this.isOver || isLast) return;
			queue = [...unsent, ...queue.slice(partSize)];
			await this.releaseLate(unsent, part);
		}
	}

	private get isOver(): boolean {
		return this.failure !== undefined || this.work.isStopped();
	}

	/**
	 * Claims the names of rows. What is claimed and not sent is given back by `releaseUnsent`.
	 *
	 * @returns the rows that may be sent, none where the ledger fails; and whether no part may follow, since one of these
	 *   rows was refused and that stops the run
	 */
	private async claim(rows: Row[]): Promise<{ part: Array<RowIn<'planned'>>; isLast: boolean }> {
		const { run } = this;
		const fresh = rows.filter(({ claimed }) => !claimed);
		try {
			if (fresh.length > 0) await applyVerdicts(run, await run.ledger.claimAll(fresh));
		} catch (error) {
			this.failure = error instanceof LedgerError ? error : ledgerFailed();
			return { part: [], isLast: true };
		}
		for (const row of rows.filter(isIn('planned'))) {
			// Written and not seen: somebody has changed the table in between.
			if (!row.claimed) row.withhold(ledgerFailed());
		}
		const sound = beforeFirstBad(run, rows);
		return { part: sound.filter(isIn('planned')), isLast: sound.length < rows.length };
	}

	/** What was not sent in time. */
	private async releaseLate(unsent: Row[], part: Row[]): Promise<void> {
		this.inVain = unsent.length > 0 && unsent.length === part.length ? this.inVain + 1 : 0;
		if (this.inVain === MAX_IN_VAIN) this.failure = ledgerFailed();
		await this.run.ledger.release(unsent).catch((error: unknown) => {
			this.failure = error;
		});
	}
}

/** In a way that nobody has foreseen. */
const ledgerFailed = (): InputError =>
	new InputError({
		message: 'The ledger failed',
		advice: LOOK_INTO_LOG,
		code: 'LEDGER_UNUSABLE',
	});
