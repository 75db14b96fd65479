import type { Code } from '../codes';
import type { Currency } from '../money/amount';
import { currencyOfMark } from '../money/amount';
import { visible } from './cell';
import { hasWrongLetters, rightParts, withoutMisreadMark } from './letters';

/** What a column holds. */
export type Role =
	| 'customerId'
	| 'taxId'
	| 'name'
	| 'email'
	| 'amount'
	| 'currency'
	| 'key'
	| 'note';

/** What roles are called in texts, and the headings of their columns. Case, accents, blanks and punctuation do not count. */
export const ROLES: Readonly<
	Record<Role, { label: string; code: Code; headings: readonly string[] }>
> = {
	customerId: {
		label: "the customer's ID",
		code: 'CUSTOMER_INVALID',
		headings: ['_id', 'customer_id', 'customer id', 'id do cliente'],
	},
	taxId: {
		label: 'the tax ID',
		code: 'TAX_ID_INVALID',
		headings: ['tax_id', 'cpf', 'cnpj', 'cpf/cnpj', 'cpf ou cnpj'],
	},
	name: {
		label: 'the name',
		code: 'FIELD_INVALID',
		headings: [
			'name',
			'nome',
			'customer name',
			'nome do cliente',
			'nome completo',
			'razão social',
			'favorecido',
			'beneficiário',
		],
	},
	email: { label: 'the email', code: 'FIELD_INVALID', headings: ['email', 'e-mail'] },
	amount: {
		label: 'the amount',
		code: 'AMOUNT_INVALID',
		headings: ['amount', 'valor', 'quantia', 'valor a creditar', 'valor da recarga'],
	},
	currency: { label: 'the currency', code: 'CURRENCY_INVALID', headings: ['currency', 'moeda'] },
	key: {
		label: "the 'Idempotency Key'",
		code: 'IDEMPOTENCY_KEY_INVALID',
		headings: [
			'id',
			'order id',
			'order number',
			'pedido',
			'número do pedido',
			'invoice',
			'fatura',
			'idempotency key',
		],
	},
	note: {
		label: 'the note',
		code: 'FIELD_INVALID',
		headings: ['note', 'obs', 'observação', 'motivo', 'reason'],
	},
};

/** Headings that count only where every value of the column proves one of these roles. */
export const ROLES_TO_PROVE: Readonly<Record<string, readonly Role[]>> = {
	documento: ['taxId'],
	document: ['taxId'],
	cliente: ['customerId', 'taxId', 'name'],
	customer: ['customerId', 'taxId', 'name'],
	código: ['customerId', 'taxId'],
	número: ['customerId', 'taxId'],
};

/** What a heading says. No role: the column is not used. */
export interface Heading {
	role?: Role;
	/** The roles of which the column's values may prove one. */
	toProve?: readonly Role[];
	/** Of the amounts. */
	currency?: Currency;
}

const LONGEST_HEADING = 200;

/** `nº`, `n°`, `no.` and `n.` */
const NUMBER_SIGN = /(^| )n(?:[º°]\.?|o?\.)/g;

/** Case, accents, blanks and punctuation do not count. `number` is `número`. */
const fold = (text: string): string =>
	text
		.toLowerCase()
		.replace(NUMBER_SIGN, '$1numero')
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]/gu, '')
		.replaceAll('number', 'numero');

const isOnlyId = (text: string): boolean => text.startsWith('_') && fold(text) === 'id';

const foldAll = <T>(words: ReadonlyArray<readonly [string, T]>): ReadonlyMap<string, T> =>
	new Map(words.map(([word, value]) => [word === '_id' ? word : fold(word), value]));

const BY_HEADING = foldAll(
	Object.entries(ROLES).flatMap(([role, { headings }]) =>
		headings.map((heading) => [heading, role as Role] as const),
	),
);
const TO_PROVE = foldAll(Object.entries(ROLES_TO_PROVE));

/** Reads a heading. Only whole headings count. */
export function readHeading(written: string): Heading {
	if (written.length > LONGEST_HEADING) return {};
	const text = plain(written);
	const { before, currency } = splitBrackets(text);
	if (currency !== undefined)
		return roleOf(before) === 'amount' ? { role: 'amount', currency } : {};
	// Amounts in euros, or in any dollars, are no amounts to pay.
	if (/\p{Sc}/u.test(text)) return {};
	const role = roleOf(text);
	return role === undefined ? { toProve: TO_PROVE.get(fold(text)) } : { role };
}

/** Whether what stands in brackets is a currency, as in `Prêmio (R$)`. */
export const saysCurrency = (written: string): boolean =>
	splitBrackets(plain(written.slice(0, LONGEST_HEADING))).currency !== undefined;

/** Whether it says nothing beside another word, as in `Nº pedido`. */
export const isOfNumbers = (word: string): boolean => ['numero', 'codigo'].includes(fold(word));

/** Without the mark that some files begin with, and the quotes that are left where it was read as letters. */
const plain = (written: string): string =>
	withoutMisreadMark(visible(written)).replace(/^"(.*)"$/s, '$1');

/** The role that a heading would have, but for its wrong letters. */
export function hiddenRole(written: string): Role | undefined {
	if (written.length > LONGEST_HEADING || !hasWrongLetters(written)) return undefined;
	const form = new RegExp(`^${rightParts(written).map(fold).join('.{0,3}')}$`);
	return [...BY_HEADING].find(([heading]) => form.test(heading))?.[1];
}

const roleOf = (text: string): Role | undefined =>
	isOnlyId(text) ? BY_HEADING.get(text.toLowerCase()) : BY_HEADING.get(fold(text));

function splitBrackets(text: string): { before: string; currency?: Currency } {
	const isClosed = text.endsWith(')') || text.endsWith(']');
	const opening = Math.max(text.lastIndexOf('('), text.lastIndexOf('['));
	if (!isClosed || opening < 0) return { before: text };
	const inBrackets = text.slice(opening + 1, -1).trim();
	return { before: text.slice(0, opening), currency: currencyOfMark(inBrackets) };
}

/** How n8n calls columns without a heading: from a CSV, from a workbook, from Google Sheets. */
export const isWithoutHeading = (written: string): boolean =>
	/^(__EMPTY(_\d+)?|col_\d+|_\d+)$/.test(written) || withoutMisreadMark(visible(written)) === '';

/** The fields of an item that look like the one that is missing, such as `Valor ` with a blank. */
export const fieldsLike = (fields: string[], role: Role): string[] =>
	fields.filter((field) => readHeading(field).role === role);
