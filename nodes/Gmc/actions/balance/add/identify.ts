import { knownCustomers } from '../../../api/customers';
import type { Charge } from '../../../core/additions/charge';
import type { CustomerDirectory, Lookup, NotFound } from '../../../core/customers/directory';
import { foundCustomer } from '../../../core/customers/directory';
import { nameMatch } from '../../../core/customers/expectedName';
import { hasWrongLetters, WRONG_LETTERS } from '../../../core/sheet/letters';
import { shortened } from '../../../core/texts/words';
import { mapItems } from '../../../shared/eventLoop';
import { InputError, refusal } from '../../../core/util/inputError';
import type { Row, RowIn, UndecidedRow } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import type { RowVerdict } from './verdict';

/**
 * Looks up the customer of every row in one list, with all its identifiers. A tax ID is then sent as GMC spells it. The
 * rows whose customer is not found, or has another name, are rejected later.
 *
 * @throws GmcRequestError when GMC does not give the list
 */
export async function identifyCustomers(run: AddRun, rows: Row[]): Promise<void> {
	const open = rows.filter(isIn('planned', 'unknown'));
	if (open.length === 0) return;
	const directory = await directoryFor(run, open);
	const ownersOf = ownersIn(directory);
	await mapItems(open.length, (at) => identify(open[at], directory, ownersOf));
}

/** In milliseconds: how old the list may be by which a name is judged. */
const MAX_AGE_OF_NAMES_MS = 60_000;

/**
 * Rows whose names hold for good make do with a list that is a few minutes old, as long as it knows all their customers: they
 * are paid by the `_id` that it gives.
 */
async function directoryFor(
	{ client, settings, protection }: AddRun,
	rows: UndecidedRow[],
): Promise<CustomerDirectory> {
	// A sheet was read with that list.
	if (settings.isSheet || !protection.isForGood) return await client.directory();
	const hasNames = rows.some(({ expectedName }) => expectedName);
	const notBefore = hasNames ? Date.now() - MAX_AGE_OF_NAMES_MS : undefined;
	const known = await knownCustomers(client.transport, notBefore);
	const isKnown = (row: UndecidedRow) => {
		const found = customerOf(row, known);
		if (!('customer' in found)) return false;
		// A name that does not match may have been corrected since.
		return ['match', 'notChecked'].includes(nameMatch(row.expectedName ?? '', found.customer.name));
	};
	return rows.every(isKnown) ? known : await client.directory();
}

/** Digits that have lost zeros find the customer who has them with zeros, if Expected Name agrees. */
function customerOf(
	{ state, expectedName = '' }: UndecidedRow,
	directory: CustomerDirectory,
): Lookup {
	const found = directory.find(state.plan.reference);
	if ('customer' in found || found.meant === undefined) return found;
	const { meant } = found;
	return nameMatch(expectedName, meant.name) === 'match' ? { customer: meant } : found;
}

/** Who has a tax ID, beside the customer. Thousands may share one that stands for none, and so do their rows. */
function ownersIn(directory: CustomerDirectory) {
	const known = new Map<string, ReadonlySet<string>>();
	return ({ customerId, taxId }: { customerId: string; taxId: string }): ReadonlySet<string> => {
		const owners = known.get(taxId) ?? new Set(directory.withTaxId(taxId).map(({ _id }) => _id));
		known.set(taxId, owners);
		return owners.has(customerId) ? owners : new Set([customerId, ...owners]);
	};
}

function identify(
	row: UndecidedRow,
	directory: CustomerDirectory,
	ownersOf: ReturnType<typeof ownersIn>,
): void {
	const found = customerOf(row, directory);
	if ('problem' in found) {
		row.customerProblem = found;
		return;
	}
	const customer = foundCustomer(found.customer);
	const { customerId, taxId } = customer;
	const taxIdOwners = ownersOf(customer);
	// A row that gives a tax ID is about whoever has it now.
	const isById = row.state.plan.reference.value === customerId;
	row.identify({ ...customer, taxIdOwners }, isById ? customerId : taxId);
}

/**
 * Looks up the present identifiers of the customers of unknown rows: GMC's list of additions uses them.
 *
 * @throws GmcRequestError when GMC does not give the list
 */
export async function renewIdentifiers(
	{ client }: AddRun,
	rows: Row[],
): Promise<CustomerDirectory> {
	const directory = await client.directory();
	for (const row of rows.filter(isIn('unknown')))
		row.setIdentifiers(directory.allIdentifiersOf(row.state.plan.request.customerIdentifier));
	return directory;
}

/** The charge of a row that was sent, with the present identifiers of its customer where GMC gives them. */
export async function chargeNow({ client }: AddRun, row: RowIn<'sending'>): Promise<Charge> {
	const charge = chargeOf(row);
	const directory = await client.directory().catch(() => undefined);
	if (directory === undefined) return charge;
	const { customerIdentifier } = row.state.plan.request;
	return { ...charge, identifiers: directory.allIdentifiersOf(customerIdentifier) };
}

/** Planned rows whose customer was not found, or has another name than expected. */
export function checkCustomers(rows: Row[]): Map<Row, RowVerdict> {
	const planned = rows.filter(isIn('planned'));
	const unknown = planned.filter(({ customerProblem }) => customerProblem !== undefined);
	return new Map<Row, RowVerdict>([
		...unknown.map((row): [Row, RowVerdict] => [row, { is: 'unknownCustomer' }]),
		...planned.filter(isMisnamed).map((row): [Row, RowVerdict] => [row, { is: 'misnamed' }]),
	]);
}

export const unknownCustomer = ({ problem, code, meant }: NotFound) =>
	refusal(
		code,
		`The customer was not found: ${problem}`,
		code === 'CUSTOMER_AMBIGUOUS'
			? 'Put the ID of the right one in the row.'
			: // To create another customer would be wrong.
				meant
				? "Put the zero back, or give the row its customer's name ('Expected Name', or a column \"name\" of a sheet that is mapped automatically): if it is that customer's, the zero is put back by itself. Do not create the customer again."
				: 'Correct the customer in the row. If GMC does not have it yet, create it with Customer: Create.',
	);

/** Whether the row will be refused because its customer has another name than expected. */
export const isMisnamed = ({ nameMatch: match }: Row): boolean => match === 'mismatch';

export function misnamed({ expectedName = '', customer }: Row): InputError {
	const { customerName } = customer ?? {};
	const found = customerName ? `is "${shortened(customerName)}"` : 'has no name';
	return refusal(
		'CUSTOMER_NAME_MISMATCH',
		`"${shortened(expectedName)}" is expected, but the customer ${found} at GMC`,
		hasWrongLetters(expectedName)
			? `${WRONG_LETTERS} Do not change the name at GMC.`
			: 'Check the ID or tax ID of the row. If it is the right customer, correct the name in the row, or at GMC with Customer: Update.',
		{ expectedName, ...(customerName !== undefined && { customerName }) },
	);
}
