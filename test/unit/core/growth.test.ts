import { atOnce } from '../../../harness/system/atOnce';
import { growthOf } from '../../../harness/system/steps';
import type { Addition } from '../../../nodes/Gmc/core/service/record';
import type { Charge } from '../../../nodes/Gmc/core/additions/charge';
import { readItems } from '../../../nodes/Gmc/core/additions/item';
import { recentItems } from '../../../nodes/Gmc/core/additions/recent';
import { compareNames, nameKeyOf } from '../../../nodes/Gmc/core/customers/expectedName';
import { isPartOf } from '../../../nodes/Gmc/core/customers/person';
import { serviceUrl } from '../../../nodes/Gmc/core/service/credential';
import { amounts } from '../../../nodes/Gmc/core/texts/words';
import { CustomerDirectory } from '../../../nodes/Gmc/core/customers/directory';
import { type ClaimRules, judgeAll } from '../../../nodes/Gmc/core/ledger/claim';
import { equalSince, NEW_IN_BATCH } from '../../../nodes/Gmc/core/ledger/neighbours';
import type { Entry, NamedRow } from '../../../nodes/Gmc/core/ledger/entry';
import { foreignInBatch } from '../../../nodes/Gmc/core/ledger/foreign';
import { batchSet, chargeRefOf, customerRef, keySet } from '../../../nodes/Gmc/core/ledger/refs';
import { CLOCK_RULES, linksBetween } from '../../../nodes/Gmc/core/ledger/links';
import { Listed } from '../../../nodes/Gmc/core/ledger/listed';
import { checkKeys, nameRows } from '../../../nodes/Gmc/core/ledger/name';
import { reconcile } from '../../../nodes/Gmc/core/reconcile/reconcile';
import { entriesFor, type SheetRow, toSheetRow } from '../../../nodes/Gmc/core/reconcile/sheetRow';

// Work grows with the rows, not with their square: n8n gives up a worker that is silent for a minute.

const NOW = 1_800_000_000_000;
const SIZE = 25;
const clock = { now: NOW, timeZone: 'America/Sao_Paulo' };

/** How the rows of a sheet, and what GMC and the ledger have of them, are alike. */
interface Sheet {
	/** One customer and one amount. */
	areEqual?: boolean;
	/** One amount only. */
	haveOneAmount?: boolean;
	/** GMC hides the tax IDs. */
	areMasked?: boolean;
	/** Of each entry. */
	entry?: Partial<Entry>;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const customerOf = ({ areEqual }: Sheet, at: number) => (areEqual ? 'ana' : `customer ${at}`);
const amountOf = ({ areEqual, haveOneAmount }: Sheet, at: number) =>
	areEqual || haveOneAmount ? 10 : at + 1;

const chargeOf = (sheet: Sheet, at: number): Charge & { customerId: string } => ({
	identifiers: [customerOf(sheet, at)],
	customerId: customerOf(sheet, at),
	amount: amountOf(sheet, at),
	currency: 'BRL',
});

const additionOf = (sheet: Sheet, at: number): Addition => ({
	_id: `addition ${at}`,
	status: 'COMPLETED',
	createdAt: String(NOW),
	items: [
		{
			customerIdentifier: sheet.areMasked ? '***.456.***-**' : customerOf(sheet, at),
			sourceAmount: amountOf(sheet, at),
			sourceCurrency: 'BRL',
		},
	],
});

const entryOf = (sheet: Sheet, at: number): Entry => {
	const charge = chargeOf(sheet, at);
	return {
		id: at + 1,
		ref: keySet(`paid ${at}`),
		set: keySet(`paid ${at}`),
		key: `paid ${at}`,
		execution: 'another',
		chargeRef: chargeRefOf(charge.customerId, charge),
		outcome: 'issued',
		claim: `claim ${at}`,
		askedAt: NOW,
		additionId: `addition ${at}`,
		charge,
		...sheet.entry,
	};
};

const charges = (sheet: Sheet, count: number) => numbers(count).map((at) => chargeOf(sheet, at));
const additions = (sheet: Sheet, count: number) =>
	numbers(count).map((at) => additionOf(sheet, at));
const entries = (sheet: Sheet, count: number) => numbers(count).map((at) => entryOf(sheet, at));

const set = batchSet('november');
/** Entries of one customer in the batch, numbered. */
const ofBatch = (sheet: Sheet, count: number) =>
	entries(sheet, count).map((one, at) => ({
		...one,
		set,
		ref: customerRef(set, 'ana'),
		n: at + 1,
	}));

const RULES: ClaimRules = {
	claim: 'run',
	isOurs: (claim) => claim === 'run',
	execution: 'run',
	holdMs: 900_000,
	timeoutMs: 60_000,
};
const neighbours = equalSince(900_000, ({ execution }) => execution === 'own');

/** Rows with names, as a run has them. */
const named = (sheet: Sheet, count: number, more: Partial<NamedRow> = {}): NamedRow[] =>
	charges(sheet, count).map((charge, at) => ({
		ref: customerRef(set, charge.customerId),
		set,
		n: count + at + 1,
		charge,
		chargeRef: chargeRefOf(charge.customerId, charge),
		...more,
	}));

const EQUAL: Sheet = { areEqual: true };
const MASKED: Sheet = { areMasked: true };
const MASKED_ONE_AMOUNT: Sheet = { areMasked: true, haveOneAmount: true };

function keepBack(sheet: Sheet, count: number, isOwn: boolean): void {
	const listed = additions(sheet, count);
	const items = recentItems(listed, clock);
	// They have paid other customers than the rows'.
	const owners = entries({ ...sheet, areEqual: false }, count);
	const found = new Listed(items, listed, owners, () => isOwn);
	for (const charge of charges(sheet, 2 * count).slice(count)) found.suspectOf(charge);
}

const rowsOf = (sheet: Sheet, count: number, more: (at: number) => Partial<SheetRow>): SheetRow[] =>
	charges(sheet, count).map((charge, at) =>
		toSheetRow({ charge, customerId: charge.customerId, ...more(at) }),
	);

function compare(sheet: Sheet, rows: SheetRow[], known: Entry[]): void {
	const count = rows.length;
	const customers = numbers(count).map((at) => ({ _id: customerOf(sheet, at), taxId: String(at) }));
	const list = {
		additions: additions(sheet, count),
		isWhole: true,
		at: NOW + 1,
		span: { since: NOW - 1, until: NOW + 1 },
		placeOf: () => 'within' as const,
		directory: new CustomerDirectory(customers),
	};
	atOnce(reconcile(rows, list, known));
}

test.each<[string, (count: number) => unknown]>([
	['masked tax IDs', (n) => keepBack(MASKED, n, false)],
	['masked tax IDs and one amount', (n) => keepBack(MASKED_ONE_AMOUNT, n, false)],
	['masked tax IDs, and all of this execution', (n) => keepBack(MASKED_ONE_AMOUNT, n, true)],
	['equal rows of this execution', (n) => keepBack(EQUAL, n, true)],
])('comparing with the list of GMC: %s', async (_, work) => {
	expect(await growthOf(work, SIZE)).toBeLessThan(5);
});

test.each<[string, (count: number) => unknown]>([
	[
		'masked tax IDs',
		(n) =>
			compare(
				MASKED,
				rowsOf(MASKED, n, () => ({})),
				[],
			),
	],
	[
		'equal rows with other keys than those that have paid',
		(n) => {
			const rows = rowsOf(EQUAL, n, (at) => ({ key: `other ${at}` }));
			compare(EQUAL, rows, entries(EQUAL, n));
		},
	],
	[
		'masked tax IDs and one amount, with keys',
		(n) => {
			const rows = rowsOf(MASKED_ONE_AMOUNT, n, (at) => ({ key: `other ${at}` }));
			compare(MASKED_ONE_AMOUNT, rows, entries(MASKED_ONE_AMOUNT, n));
		},
	],
	[
		'equal rows of a batch',
		(n) => {
			const rows = rowsOf(EQUAL, n, () => ({ batch: { name: 'november', label: 'November' } }));
			compare(EQUAL, rows, ofBatch(EQUAL, n));
		},
	],
	[
		'each row in a batch of its own',
		(n) => {
			const rows = rowsOf({}, n, (at) => ({
				batch: { name: `batch ${at}`, label: `Batch ${at}` },
			}));
			compare({}, rows, entries({}, n));
		},
	],
])('Reconcile: %s', async (_, work) => {
	expect(await growthOf(work, SIZE)).toBeLessThan(5);
});

test.each<[string, (count: number) => unknown]>([
	['equal rows of a batch', (n) => nameRows(charges(EQUAL, n), ofBatch(EQUAL, n), true)],
	[
		'with those that are named already',
		(n) => {
			const held = numbers(n).map((at) => at + 1);
			nameRows(charges(EQUAL, n), ofBatch(EQUAL, n), true, { held });
		},
	],
	[
		'equal rows that another account has sent',
		(n) => foreignInBatch(charges(EQUAL, n), ofBatch({ ...EQUAL, entry: { isForeign: true } }, n)),
	],
	[
		'one key in all rows, with different amounts',
		(n) =>
			atOnce(
				checkKeys(
					charges({}, n).map((charge) => ({ key: 'paid 0', charge })),
					[entryOf({}, 0)],
				),
			),
	],
	[
		'one key in two spellings',
		(n) =>
			atOnce(
				checkKeys(
					charges(EQUAL, n).map((charge, at) => ({ key: at % 2 ? '1' : '1.000', charge })),
					[],
				),
			),
	],
])('naming rows: %s', async (_, work) => {
	expect(await growthOf(work, SIZE)).toBeLessThan(5);
});

test.each<[string, (count: number) => unknown]>([
	[
		'one customer in a batch',
		(n) => {
			const knownClaims = new Set<string>(
				ofBatch(EQUAL, n).map(({ ref, n: at, claim }) => `${ref} ${at} ${claim}`),
			);
			const rules = { ...RULES, neighbours: NEW_IN_BATCH };
			judgeAll(named(EQUAL, n, { knownClaims }), ofBatch(EQUAL, n), rules, NOW);
		},
	],
	[
		'equal rows of this execution',
		(n) =>
			judgeAll(
				named(EQUAL, n),
				entries({ ...EQUAL, entry: { execution: 'own' } }, n),
				{ ...RULES, neighbours },
				NOW,
			),
	],
	[
		'equal rows of another execution',
		(n) => judgeAll(named(EQUAL, n), entries(EQUAL, n), { ...RULES, neighbours }, NOW),
	],
])('judging rows by the ledger: %s', async (_, work) => {
	expect(await growthOf(work, SIZE)).toBeLessThan(5);
});

test('looking for what open rows have made, in a list with masked tax IDs', async () => {
	const link = (count: number) => {
		const rows = charges(MASKED, count).map((charge, at) => ({
			name: String(at),
			charge: { ...charge, identifiers: [charge.customerId, `tax ${at}`] },
			spans: [],
			isHeld: false,
			isSending: false,
			isSameCustomer: () => true,
		}));
		const items = additions(MASKED, count).flatMap(readItems);
		const made = items.map((item) => ({ item, madeAt: NOW, isZoned: true }));
		const linking = linksBetween(rows, made, CLOCK_RULES);
		let step = linking.next();
		while (!step.done) step = linking.next();
		expect([...step.value.values()].map(({ length }) => length)).toEqual(rows.map(() => 1));
	};
	expect(await growthOf(link, SIZE)).toBeLessThan(5);
});

test('130,000 entries of one batch, and as many rows that are refused, fill no call stack', () => {
	const count = 130_000;
	const paid = entryOf(EQUAL, 0);
	const ofCustomer = numbers(count).map((at) => ({ ...paid, n: at + 1, set }));
	const rows = numbers(count).map(() => paid.charge);
	const { names, left } = nameRows(rows, ofCustomer, true, { refused: count });
	expect([names.length, left.length]).toEqual([count, count]);
	const asked = entriesFor(
		[toSheetRow({ charge: paid.charge, customerId: 'ana' })],
		{ since: NOW },
		[],
	);
	let step = asked.next();
	while (!step.done) step = asked.next(ofCustomer.map((one) => ({ ...one, ref: String(one.n) })));
	expect(step.value).toHaveLength(count);
});

test('texts of any length are read at once: a pattern with the square of the work would not end', () => {
	const [blanks, slashes] = [' '.repeat(1_000_000), '/'.repeat(1_000_000)];
	expect(compareNames(`Ana${blanks}x`, 'Ana')).toBe('mismatch');
	expect(compareNames(`Ana${blanks.slice(0, 900)}SA`, 'Ana')).toBe('close');
	expect(compareNames(`Ana${blanks}`, `Ana${blanks}`)).toBe('match');
	expect(nameKeyOf(`Ana${blanks}x`)).not.toBe(nameKeyOf(`Ana${blanks}y`));
	expect(isPartOf('Ana Souza', 'b '.repeat(500_000))).toBe(false);
	expect(serviceUrl({ baseUrl: `${slashes}x/` })).toBe(`${slashes}x`);
});

test('what each of many rows is told does not grow with the others', () => {
	const owners = numbers(1_000).map((at) => ({ _id: `customer ${at}`, taxId: '000' }));
	const found = new CustomerDirectory(owners).find({ by: 'taxId', value: '000' });
	expect('problem' in found && found.problem).toMatch(/^1000 customers .{1,200} and 990 more/);
	const paid = numbers(1_000).map((at) => ({ amount: at + 1, currency: 'BRL' }));
	expect(amounts(paid)).toMatch(/^1\.00 BRL, .{1,300} and 980 more$/);
});
