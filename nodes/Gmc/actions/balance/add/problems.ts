import type { IDataObject } from 'n8n-workflow';
import type { RowProblem } from '../../../shared/errors';
import { withoutUndefined } from '../../../shared/errors';
import type { Row } from './rows';
import { orderOf } from './rows';

/** What a row that was not issued has to say, with the details that the interface names. */
export function problemOf(row: Row): RowProblem {
	const problem = row.problem ?? (row.outcome === 'unknown' ? lostEarlier(row) : notAttempted(row));
	const description = row.outcome === 'unknown' ? whatToCheck(row, problem) : problem.description;
	const details: IDataObject = {
		outcome: row.outcome,
		...problem.details,
		...(description && { description }),
		...orderOf(row),
		...(row.outcome === 'unknown' && doubts(row)),
	};
	return { ...problem, description, details };
}

function doubts({ entry, candidates }: Row): IDataObject {
	return withoutUndefined({ askedAt: entry?.askedAt, candidates: candidates ?? [] });
}

function whatToCheck({ candidates, entry }: Row, { description }: RowProblem): string {
	const asked = entry ? ` GMC was asked at ${entry.askedAt}.` : '';
	return `${description}${asked} ${whatTheListShows(candidates)}`.trim();
}

/** @param candidates undefined when the list was never seen whole */
function whatTheListShows(candidates: string[] | undefined): string {
	if (candidates === undefined) return "GMC's list could not be read, so it proves nothing.";
	if (candidates.length === 0) return "GMC's list does not show it so far.";
	return `These additions may be it: ${candidates.join(', ')}.`;
}

function notAttempted({ itemIndex }: Row): RowProblem {
	return {
		itemIndex,
		message: `Row ${itemIndex + 1}: not attempted, because of another row`,
		description: '',
		details: {},
		requested: false,
	};
}

function lostEarlier({ itemIndex }: Row): RowProblem {
	return {
		itemIndex,
		message: `Row ${itemIndex + 1}: an earlier try sent this row and lost the answer; whether the addition was issued is not known`,
		description: 'Look for it with Balance → Get Many before you send this row again.',
		details: {},
		requested: true,
	};
}
