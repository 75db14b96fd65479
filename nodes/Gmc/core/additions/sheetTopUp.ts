import type { CustomerDirectory } from '../customers/directory';
import { maskTaxId } from '../customers/taxId';
import { readCustomerReference } from '../customers/customerReference';
import type { AmountFormat, Currency } from '../money/amount';
import { shownText } from '../sheet/cell';
import type { Columns } from '../sheet/columns';
import type { Cells } from '../sheet/roleCell';
import type { Role } from '../sheet/headings';
import { readAmountCell } from '../sheet/money';
import type { Found, SheetRow } from '../sheet/sheetRow';
import { currencyOfRow, findCells, inColumn, reading, readSheetRow } from '../sheet/sheetRow';
import { readNote, readText } from '../sheet/texts';
import type { TaxIdFormat } from '../customers/taxId';
import { refusal } from '../util/inputError';
import type { PlannedRow } from './additionRequest';
import { readKey, requiredKey } from './keys';

/** How the rows of a sheet are read. */
export interface SheetSettings {
	columns: Columns;
	amountFormat: AmountFormat;
	taxIdFormat: TaxIdFormat;
	/** The field Currency, for a sheet that says none. @throws InputError */
	currency: () => Currency;
	/** `YYYY-MM-DD` in the workflow's time zone. */
	today: string;
	/** Undefined where GMC does not give its list. Then no row may be paid, since a tax ID and an `_id` cannot be compared. */
	directory?: CustomerDirectory;
}

/** A row of a sheet that is mapped automatically. */
export interface SheetTopUp extends PlannedRow {
	key?: string;
	/** Undefined in a sheet without names. */
	expectedName?: string;
	note?: string;
}

/**
 * Reads a row as a top-up.
 *
 * @returns undefined for a row that is left out
 * @throws InputError that names the column
 */
export function readTopUp(row: Cells, settings: SheetSettings): SheetTopUp | undefined {
	const { columns, amountFormat: format, today } = settings;
	const found = readSheetRow(columns, row);
	if (found === undefined) return undefined;
	const isOptional = columns.kind === 'topUpsToCompare';
	const key = found.key && reading(found.key, isOptional ? readKey : keyOfCell);
	const expectedName = found.name && readName(found.name);
	const note = found.note && reading(found.note, readNote);
	const reference = readCustomer(found, settings);
	const currency = currencyOfRow(columns, found) ?? settings.currency();
	const amount = reading(found.amount!, (raw) => readAmountCell(raw, { format, currency, today }));
	const request = { customerIdentifier: reference.value, amount, currency };
	return { reference, request, key, expectedName, note };
}

const keyOfCell = (raw: unknown) =>
	requiredKey(
		raw,
		'Write the order number in this cell. If the row is no top-up, delete it in the sheet.',
	);

/** What a row that cannot be read asks for, as it came, for what is told of it. */
export interface AskedFor {
	key?: string;
	customer?: unknown;
	amount?: unknown;
	currency?: unknown;
}

/** The values of a row as they came, and its key as far as it can be read. */
export function askedForIn(row: Cells, columns: Columns): AskedFor {
	const found = findCells(columns, row);
	const valueOf = (role: Role) => (found[role]?.cell.is === 'value' ? found[role].raw : undefined);
	return {
		key: keyIn(valueOf('key')),
		customer: valueOf('customerId') ?? valueOf('taxId'),
		amount: valueOf('amount'),
		currency: valueOf('currency') ?? columns.currency?.currency,
	};
}

function keyIn(raw: unknown): string | undefined {
	try {
		return readKey(raw);
	} catch {
		return undefined;
	}
}

/** In a sheet with names, each row needs one. */
function readName(found: Found): string {
	const name = reading(found, (raw) => readText(raw, 'the name'));
	if (name !== undefined) return name;
	throw inColumn(
		found.heading,
		refusal(
			'FIELD_INVALID',
			'the name is empty, and a sheet with names needs one in each row',
			'Write the name of the customer, or delete the row if it is no top-up.',
		),
	);
}

/** A tax ID or an `_id`, or both of one customer. */
function readCustomer({ customerId, taxId }: SheetRow, settings: SheetSettings) {
	const read = (mode: 'id' | 'taxId') => (raw: unknown) =>
		readCustomerReference({ mode, value: raw }, settings.taxIdFormat);
	const isGiven = (found: Found | undefined): found is Found => found?.cell.is === 'value';
	if (!isGiven(taxId))
		return reading(isGiven(customerId) ? customerId : (customerId ?? taxId)!, read('id'));
	const byTaxId = reading(taxId, read('taxId'));
	if (!isGiven(customerId)) return byTaxId;
	const byId = reading(customerId, read('id'));
	const { directory } = settings;
	if (directory === undefined) return byId;
	const [one, other] = [byId, byTaxId].map((reference) => {
		const lookup = directory.find(reference);
		return 'customer' in lookup ? lookup.customer : undefined;
	});
	if (one !== undefined && one._id === other?._id) return byId;
	const shown = (customer: typeof one, given: string) =>
		typeof customer?.name === 'string'
			? customer.name
			: `${given}${customer ? '' : ', which GMC does not have'}`;
	throw refusal(
		'CUSTOMER_AMBIGUOUS',
		`Columns ${shownText(customerId.heading)} and ${shownText(taxId.heading)} name two customers: ${shown(one, byId.value)}, and ${shown(other, `the tax ID ${maskTaxId(byTaxId.value)}`)}`,
		'Correct one of them, or empty it.',
	);
}
