import type { Charge } from '../../../core/additions/charge';
import type { KnownCustomer, KnownCustomers } from '../../../api/customerList';
import type { Lookup } from '../../../core/customers/directory';
import { foundCustomer } from '../../../core/customers/directory';
import type { NameMatch } from '../../../core/customers/expectedName';
import { nameMatch } from '../../../core/customers/expectedName';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';

type UndecidedRow = RowIn<'planned' | 'unknown'>;

/**
 * Looks up the customer of every row in one list, with all its identifiers. A tax ID is then sent as GMC spells it.
 * refuseCustomers.ts rejects the rows whose customer is not found, or has another name.
 *
 * @throws GmcRequestError when GMC does not give the list
 */
export async function identifyCustomers(run: AddRun, rows: Row[]): Promise<void> {
	const open = rows.filter(isIn('planned', 'unknown'));
	if (open.length === 0) return;
	const directory = await directoryFor(run, open);
	for (const row of open) identify(row, directory);
}

/**
 * Rows with a key or a batch make do with a list that is a few minutes old, as long as it knows all their customers.
 */
async function directoryFor(
	{ client, settings }: AddRun,
	rows: UndecidedRow[],
): Promise<KnownCustomers> {
	if (!isNamedByUser(settings)) return await client.directory();
	const known = await client.knownCustomers();
	const isKnown = (row: UndecidedRow) => {
		const found = lookUp(row, known);
		// A name that does not match may have been corrected since.
		return (
			'customer' in found && isAsExpected(nameMatch(row.expectedName ?? '', found.customer.name))
		);
	};
	return rows.every(isKnown) ? known : await client.renewedCustomers();
}

const isAsExpected = (match: NameMatch): boolean => match === 'match' || match === 'notChecked';

/** A text of digits that has lost zeros is whose tax ID it is with them, but only where the name says so, too. */
function lookUp(
	{ state, expectedName = '' }: UndecidedRow,
	directory: KnownCustomers,
): Lookup<KnownCustomer> {
	const found = directory.find(state.plan.reference);
	if ('customer' in found || found.meant === undefined) return found;
	const { meant } = found;
	return nameMatch(expectedName, meant.name) === 'match' ? { customer: meant } : found;
}

function identify(row: UndecidedRow, directory: KnownCustomers): void {
	const found = lookUp(row, directory);
	if ('problem' in found) {
		row.customerProblem = found;
		return;
	}
	const { customerId, taxId, customerName } = foundCustomer(found.customer);
	// A row that gives a tax ID is about whoever has it now.
	const isById = row.state.plan.reference.value === customerId;
	const withTaxId = directory.withTaxId(taxId).map(({ _id }) => _id);
	const taxIdOwners = new Set([customerId, ...withTaxId]);
	const customer = { customerId, taxId, taxIdOwners, customerName };
	row.identify(customer, isById ? customerId : taxId);
}

/**
 * Looks up the present identifiers of the customers of unknown rows: GMC's list of additions uses them.
 *
 * @throws GmcRequestError when GMC does not give the list
 */
export async function renewIdentifiers({ client }: AddRun, rows: Row[]): Promise<KnownCustomers> {
	const directory = await client.renewedCustomers();
	for (const row of rows.filter(isIn('unknown')))
		row.setIdentifiers(directory.allIdentifiersOf(row.state.plan.request.customerIdentifier));
	return directory;
}

/** The charge of a row that was sent, with the present identifiers of its customer where GMC gives them. */
export async function chargeNow(
	{ client, settings }: AddRun,
	row: RowIn<'planned' | 'sending'>,
	charge: Charge,
): Promise<Charge> {
	if (!isNamedByUser(settings)) return charge;
	const directory = await client.renewedCustomers().catch(() => undefined);
	if (directory === undefined) return charge;
	return {
		...charge,
		identifiers: directory.allIdentifiersOf(row.state.plan.request.customerIdentifier),
	};
}
