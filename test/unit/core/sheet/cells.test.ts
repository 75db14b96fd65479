import { planRow } from '../../../../nodes/Gmc/core/additions/additionRequest';
import { readKey, requiredKey } from '../../../../nodes/Gmc/core/additions/keys';
import { readCustomerReference } from '../../../../nodes/Gmc/core/customers/customerReference';
import { readEmail, readName } from '../../../../nodes/Gmc/core/customers/person';
import { readTaxId } from '../../../../nodes/Gmc/core/customers/taxId';
import type { AmountFormat, Currency } from '../../../../nodes/Gmc/core/money/amount';
import { readAmountCell, readCurrencyCell } from '../../../../nodes/Gmc/core/sheet/money';
import { areSpellings, numbersToAsk, spellingOf } from '../../../../nodes/Gmc/core/sheet/spelling';
import { readNote, readText } from '../../../../nodes/Gmc/core/sheet/texts';
import { InputError } from '../../../../nodes/Gmc/core/util/inputError';
import { orRefusal } from './orRefusal';
import { IN_BRL, IN_OTHERS } from './tables/amounts';
import * as cells from './tables/cells';
import type { Says } from './tables/words';
import { EMPTY, isRefusal, REFUSALS } from './tables/words';

// Every cell of the tables is read as the person who wrote them reads it.

const IS_EMPTY = /is empty|has no 'Idempotency Key'/;

/** What is read: the value, EMPTY, or the text of the refusal. */
function outcomeOf(read: () => unknown): unknown {
	const outcome = orRefusal(read);
	if (!(outcome instanceof InputError)) return outcome ?? EMPTY;
	expect(outcome.advice).toBeDefined();
	return IS_EMPTY.test(outcome.message) ? EMPTY : `${outcome.message}. ${outcome.advice}`;
}

function expectAsSaid(read: () => unknown, says: Says<unknown>): void {
	const outcome = outcomeOf(read);
	if (isRefusal(says)) expect(outcome).toMatch(REFUSALS[says]);
	else expect(outcome).toBe(says);
}

describe.each<[AmountFormat, number]>([
	['auto', 1],
	['decimalPoint', 2],
	['decimalComma', 3],
	['cents', 4],
])('an amount under %s', (format, at) => {
	const read = (raw: unknown, currency: Currency = 'BRL') =>
		readAmountCell(raw, { format, currency, today: '2026-11-28' });

	test.each(IN_BRL.map((line) => [line[0], line[at]] as [unknown, Says<number>]))(
		'%p in BRL is %p',
		(raw, says) => expectAsSaid(() => read(raw), says),
	);

	test.each(IN_OTHERS.filter(([, , under]) => under === format))(
		'%p in %s (%s) is %p',
		(raw, currency, _, says) => expectAsSaid(() => read(raw, currency as Currency), says),
	);
});

test('a day of this year is not known where today is not', () => {
	const read = (raw: number) => readAmountCell(raw, { format: 'auto', currency: 'BRL' });
	expect(read(46336)).toBe(46336);
	expect(() => read(18537)).toThrow(/date/);
});

test('what stands around an amount is named, also where it cannot be seen', () => {
	const said = (raw: string) =>
		outcomeOf(() => readAmountCell(raw, { format: 'auto', currency: 'BRL' }));
	expect(said('\u201c10,50\u201d')).toMatch(/has "\u201c" and "\u201d" beside/);
	expect(said('10 reais')).toMatch(/has "reais" beside/);
	expect(said('\u00ad10,50')).toMatch(/has "U\+00AD" beside/);
	expect(said('R$ 10 USD')).toMatch(/USD/);
});

describe('a key', () => {
	test.each(cells.KEYS)('%p is %p', (raw, says) => {
		expectAsSaid(() => readKey(raw), says);
		expectAsSaid(() => requiredKey(raw), says);
	});

	test('that is none is named', () => {
		expect(() => requiredKey('nan')).toThrow('"nan" stands for no value');
		expect(() => requiredKey(0)).toThrow('"0" stands for no value');
		expect(() => requiredKey(' ')).toThrow(/^the row has no 'Idempotency Key'$/);
	});

	test.each(cells.SPELLINGS)('%p and %p are spellings of one number: %p', (one, other, isSo) => {
		expect([areSpellings(one, other), areSpellings(other, one)]).toEqual([isSo, isSo]);
		const isFound = numbersToAsk(one).includes(spellingOf(other));
		if (isSo)
			expect([isFound, numbersToAsk(other).includes(spellingOf(one))]).toEqual([true, true]);
		expect([areSpellings(one, one), areSpellings(other, other)]).toEqual([false, false]);
	});
});

describe.each(['auto', 'asIs', 'cpfCnpj'] as const)('a tax ID under %s', (format) => {
	test.each(cells.TAX_IDS[format])('%p is %p', (raw, says) => {
		expectAsSaid(() => readTaxId(raw, format), says);
		const locator = { mode: 'taxId', value: raw };
		expectAsSaid(() => readCustomerReference(locator, format).value, says);
	});
});

test.each(cells.IDS)('as an _id, %p is %p', (raw, says) => {
	expectAsSaid(() => readCustomerReference({ mode: 'id', value: raw }, 'auto').value, says);
	if (typeof raw !== 'object') expectAsSaid(() => readCustomerReference(raw, 'auto').value, says);
});

test.each(cells.CURRENCIES)('as a currency, %p is %p', (raw, says) => {
	expectAsSaid(() => readCurrencyCell(raw), says);
});

test.each(cells.NAMES)('as a name, %p is %p', (raw, says) => {
	expectAsSaid(() => readText(raw, 'the name'), says);
});

test.each(cells.NEW_NAMES)('as the name of a new customer, %p is %p', (raw, says) => {
	expectAsSaid(() => readName(raw), says);
});

test.each(cells.EMAILS)('as an email, %p is %p', (raw, says) => {
	expectAsSaid(() => readEmail(raw), says);
});

test.each(cells.NOTES)('as a note, %p is %p', (raw, says) => {
	expectAsSaid(() => readNote(raw), says);
});

test('the mapped fields of a row are read by the same rules', () => {
	const row = {
		customer: { mode: 'id', value: '="52998224725"' },
		amount: "'10,50",
		currency: '\u200bbrl',
		amountFormat: 'auto',
		taxIdFormat: 'auto',
		today: '2026-11-28',
	} as const;
	const request = { customerIdentifier: '52998224725', amount: 10.5, currency: 'BRL' };
	expect(planRow(row).request).toEqual(request);
	expect(() => planRow({ ...row, amount: 46336 })).toThrow(/date/);
	expect(() => planRow({ ...row, amount: 2.5025 })).toThrow(/at most two decimals/);
	expect(() => planRow({ ...row, customer: '#N/D' })).toThrow(/spreadsheet/);
	expect(() => planRow({ ...row, customer: 'nan' })).toThrow(/the customer is empty/);
});

test('long texts are read in no time', () => {
	const texts = ["'", ' ', '1', '1.', '#', '\u200b', 'a@', 'a.', '0,', '="', 'total '];
	const started = performance.now();
	for (const text of texts.map((one) => `${one.repeat(100_000)}x`)) {
		const all = [readKey, readName, readEmail, readNote, readCurrencyCell];
		for (const read of all) outcomeOf(() => read(text));
		outcomeOf(() => readTaxId(text, 'auto'));
		outcomeOf(() => readAmountCell(text, { format: 'auto', currency: 'BRL' }));
	}
	expect(performance.now() - started).toBeLessThan(5_000);
});
