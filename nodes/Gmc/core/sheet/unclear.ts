import { count, either, inOne, list } from '../texts/words';
import { refusal } from '../util/inputError';
import { shownText } from './cell';
import type { Role } from './headings';
import { isOfNumbers, readHeading, ROLES, saysCurrency } from './headings';
import { hasWrongLetters, WRONG_LETTERS } from './letters';
import type { Cells } from './roleCell';

// Why a sheet is not clear, with the likely cause.

interface Sheet {
	rows: readonly Cells[];
	headings: string[];
}

/** Headings that an error shows, at most. */
const SHOWN = 20;

const quoted = (headings: string[]): string => {
	const more = headings.length > SHOWN ? [`${headings.length - SHOWN} more`] : [];
	return list([...headings.slice(0, SHOWN).map(shownText), ...more]);
};

/** What is not clear, and the cure. */
export interface Unclear {
	message: string;
	cure: string;
}

/** All causes at once. n8n keeps what a node has read, so a single step sees the old sheet. */
export const unclear = (causes: Unclear[]) =>
	refusal(
		'COLUMNS_UNCLEAR',
		causes.map(({ message }) => message).join('. '),
		inOne(
			...new Set(causes.map(({ cure }) => cure)),
			'Then execute the whole workflow, so that the file is read again.',
		),
	);

/** What each group needs has no column. @param areMoved whether some rows have more cells than headings */
export function noColumns(
	groups: Array<readonly Role[]>,
	sheet: Sheet & { disproofs: Disproof[] },
	areMoved: boolean,
): Unclear {
	const ofGroup = (roles: readonly Role[]) =>
		sheet.disproofs.filter(({ roles: some }) => some.some((role) => roles.includes(role)));
	const disproofs = new Set(groups.flatMap(ofGroup));
	const cause = causeOf(sheet, areMoved);
	const isOnly = groups.length === 1;
	const cures = groups.map((roles) => {
		const like = toldLike(roles, sheet.headings);
		if (like !== undefined || cause === WRONG_LETTERS) return like;
		const name = nameFor(roles, isOnly);
		return ofGroup(roles).length > 0 ? `Correct the row in the sheet, or n${name}` : `N${name}`;
	});
	return {
		message: [
			`The sheet has no column for ${list(groups.map(labelOf))}. Its headings are ${quoted(sheet.headings)}`,
			...[...disproofs].map((disproof) => toldDisproof(disproof, sheet.rows)),
		].join('. '),
		cure: cause === undefined || cause === WRONG_LETTERS ? inOne(...cures, cause) : cause,
	};
}

const labelOf = (roles: readonly Role[]): string =>
	roles.length > 1 ? 'the customer' : ROLES[roles[0]].label;

const WITHOUT_KEYS =
	"Where no column names a top-up for good, choose Batch under 'Duplicate Protection'.";

/** @param isOnly whether nothing else is missing */
function nameFor(roles: readonly Role[], isOnly: boolean): string {
	const headings = roles.flatMap((role) => ROLES[role].headings.slice(0, roles.length > 1 ? 3 : 4));
	const of = isOnly ? '' : ` of ${labelOf(roles)}`;
	const name = `ame the column${of} ${either(headings.map(shownText))}, or choose Map Each Field Below.`;
	return inOne(name, roles.includes('key') ? WITHOUT_KEYS : '');
}

/** Headings with more words than those of the role, such as `Cliente CPF`: only a person can tell whether they are meant. */
function toldLike(roles: readonly Role[], headings: string[]): string | undefined {
	const wordsOf = (heading: string) => heading.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
	const isOf = (role?: Role) => role !== undefined && roles.includes(role);
	const isOther = (word: string) => {
		if (isOfNumbers(word)) return false;
		const { role, toProve } = readHeading(word);
		return role === undefined ? toProve?.some(isOf) === false : !isOf(role);
	};
	const like = headings.flatMap((heading) => {
		if (isOf('amount') && saysCurrency(heading)) return { heading, word: ROLES.amount.headings[1] };
		const words = wordsOf(heading);
		const word = words.find((one) => isOf(readHeading(one).role));
		return word === undefined || words.some(isOther) ? [] : { heading, word: word.toLowerCase() };
	});
	if (like.length === 0) return undefined;
	const asked = either(like.slice(0, MOST_LIKE).map(({ heading }) => shownText(heading)));
	return `Is it ${asked}? Then call that column ${shownText(like[0].word)}.`;
}

/** So many are asked for. */
const MOST_LIKE = 4;

/** Why a column such as `documento`, which counts only if all its values prove one role, was not used. */
export interface Disproof {
	written: string;
	roles: readonly Role[];
	row: Cells;
	/** Its value. */
	shown: string;
	/** Whether it proves one of the roles, but another one than the values before it. */
	isOther: boolean;
}

function toldDisproof(
	{ written, roles, row, shown, isOther }: Disproof,
	rows: Sheet['rows'],
): string {
	const none = roles.map((role) => NO_PROOF[role] ?? '').filter(Boolean);
	const why = isOther ? 'is not of the same kind as the values above it' : `is ${list(none)}`;
	return `${shownText(written)} was not used: row ${rows.indexOf(row) + 1}, ${shown} ${why}`;
}

const NO_PROOF: Partial<Record<Role, string>> = {
	customerId: 'no ID of a customer at GMC',
	taxId: 'no valid CPF or CNPJ',
	name: 'no name of a customer at GMC',
};

export const valuesWithoutHeading = (sheet: Sheet, areMoved: boolean): Unclear => ({
	message: `A column without a heading holds values. The headings are ${quoted(sheet.headings)}`,
	cure: causeOf(sheet, areMoved) ?? 'Write a heading above it, or delete the column.',
});

export const hiddenHeading = (heading: string, role: Role): Unclear => ({
	message: `The heading ${shownText(heading)} seems to be ${ROLES[role].label}`,
	cure: WRONG_LETTERS,
});

export const severalColumns = (role: Role, headings: string[]): Unclear => ({
	message: `Columns ${list(headings.map(shownText))} may both be ${ROLES[role].label}, and they differ`,
	cure: 'Rename or delete the one that is not meant, or choose Map Each Field Below.',
});

export const customersAsKeys = (heading: string): Unclear => ({
	message: `Column ${JSON.stringify(heading)} would be the 'Idempotency Key', but it holds customers' IDs or tax IDs: next month the same customers would not be paid`,
	cure: "Give the sheet a column with a number that each row has for good, such as an order number. Or choose Batch under 'Duplicate Protection'.",
});

/** @param without what none of the rows has */
export const emptySheet = (rows: number, without?: string) =>
	refusal(
		'SHEET_EMPTY',
		`The sheet has ${count(rows, 'row', 'rows')}, and none of them has ${without ?? 'a value'}`,
		'Check which file, and which sheet of the workbook, the node before this one reads, and that the rows are filled in.',
	);

const FIRST_ROWS = 20;
const DELIMITERS = [';', '\t', '|', ','];

function causeOf({ rows, headings }: Sheet, areMoved: boolean): string | undefined {
	const first = rows.slice(0, FIRST_ROWS);
	if (first.some(isOfHeadings)) {
		return 'Headings stand in one of the rows, so a title seems to stand above them. Delete the title, or set Starting Line (CSV) or Range (XLSX) in Extract from File to the row of the headings.';
	}
	const delimiter = DELIMITERS.find((one) => headings.some((text) => hasRoles(text.split(one))));
	if (delimiter !== undefined) {
		return `One column holds all: set Delimiter to ${delimiter === '\t' ? '\\t' : delimiter} in Extract from File.`;
	}
	if (areMoved) {
		return 'Cells have moved in some rows, as behind a comma inside an amount. Correct these rows, or save the file with another delimiter.';
	}
	const texts = [...headings, ...first.flatMap((row) => Object.values(row))];
	return texts.some(hasWrongLetters) ? WRONG_LETTERS : undefined;
}

const isOfHeadings = (row: Cells): boolean => hasRoles(Object.values(row));

/** Whether at least two of the texts are headings of roles. */
const hasRoles = (texts: unknown[]): boolean =>
	texts.filter((text) => typeof text === 'string' && readHeading(text).role !== undefined).length >
	1;
