import { isUnsettled } from '../../../../core/ledger/entry';
import type { Code } from '../../../../core/codes';
import { refusal } from '../../../../core/util/inputError';
import { howItEnded } from '../ownProblems';
import type { Row } from '../row';
import type { Protection, Words } from '../run';

// What keys and batches have in common: the user names the rows, for good, and the ledger alone decides about them.

interface NamedWords extends Pick<Words, 'reused' | 'aboveTotal'> {
	/** Of a row whose name is open. */
	inUse: Code;
	/** What the user calls the row. */
	nameOfRow: (row: Row) => string;
}

export const forGood = ({ inUse, nameOfRow, ...words }: NamedWords) =>
	({
		isForGood: true,
		needsList: false,
		words: {
			...words,
			open: (_, row, entry) =>
				refusal(
					inUse,
					isUnsettled(entry)
						? `another run claimed ${nameOfRow(row)}, and may be sending it now, or was ended. We don't know yet whether it was paid`
						: `another run sent ${nameOfRow(row)} and ${howItEnded(entry)}. We don't know yet whether it was paid`,
				),
			cure: ({ settings }, after, candidates) => {
				const byHand = `If it stays unknown, look for it with Balance: Get Many Top-Ups. Then set outcome in its row of the Data Table "${settings.ledgerTable}" to issued or rejected.`;
				return `Run it again at any time, with the same key or batch. If GMC lists the top-up, the row is skipped. If GMC still does not list it after ${after}, it is sent.${candidates.length > 0 ? ` ${byHand}` : ''}`;
			},
			again: () =>
				'Running these rows again is safe, by Executions → Retry or by Execute step: rows that were paid are not paid again.',
			ended: { one: 'of these rows was paid', many: 'of these rows were paid' },
		},
	}) satisfies Partial<Protection>;
