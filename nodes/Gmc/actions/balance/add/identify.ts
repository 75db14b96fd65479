import type { Charge } from '../../../core/additions/charge';
import type { KnownCustomers } from '../../../api/knownCustomers';
import type { CustomerReference } from '../../../core/customers/customerReference';
import { foundCustomer } from '../../../core/customers/directory';
import type { NameMatch } from '../../../core/customers/expectedName';
import { nameMatch } from '../../../core/customers/expectedName';
import { InputError } from '../../../core/util/inputError';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { Identification } from './rowState';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';

type OpenRow = RowIn<'planned' | 'inDoubt'>;

/**
 * Looks up the customer of every row in one list and learns all its identifiers; a tax ID is then sent as the
 * service spells it. Whom the list does not know is a matter of `rejectUnknownCustomers`.
 *
 * @throws GmcRequestError when the list cannot be had
 */
export async function identifyCustomers(run: AddRun, rows: Row[]): Promise<void> {
	const sound = rows.filter(isIn('planned', 'inDoubt'));
	if (sound.length === 0) return;
	const directory = await directoryFor(run, sound);
	for (const row of sound) row.identify(identify(row.state.plan.reference, directory));
}

/**
 * Rows of a key or a batch need no list of now: only where that of a few minutes ago does not know the customer of every
 * row, the customers are listed anew.
 */
async function directoryFor(
	{ client, settings }: AddRun,
	rows: OpenRow[],
): Promise<KnownCustomers> {
	if (!isNamedByUser(settings)) return await client.directory();
	const known = await client.knownCustomers();
	const isKnown = ({ state, expectedName = '' }: OpenRow) => {
		const found = known.find(state.plan.reference);
		// Somebody may have corrected a name that is not the expected one.
		return 'customer' in found && isAsExpected(nameMatch(expectedName, found.customer.name));
	};
	return rows.every(isKnown) ? known : await client.renewedCustomers();
}

const isAsExpected = (match: NameMatch): boolean => match === 'match' || match === 'notChecked';

function identify(reference: CustomerReference, directory: KnownCustomers): Identification {
	const found = directory.find(reference);
	if ('problem' in found) return found;
	const { customerId, taxId, customerName } = foundCustomer(found.customer);
	// Never one for the other: whoever has the tax ID by now is who the row is about.
	const customerIdentifier = reference.value === customerId ? customerId : taxId;
	return { customerId, taxId, customerIdentifier, customerName };
}

/**
 * What the customers of rows that were sent, or may have been, are called now: before anything is concluded from
 * a list of additions, which names them so.
 *
 * @throws GmcRequestError when the list cannot be had
 */
export async function identifyAnew({ client }: AddRun, rows: Row[]): Promise<void> {
	const sent = rows.filter(isIn('inDoubt'));
	if (sent.length === 0) return;
	const directory = await client.renewedCustomers();
	for (const row of sent) row.callBy(directory.namesOf(row.state.plan.request.customerIdentifier));
}

/** The charge of a row that was sent, with what its customer is called now; as it was where that cannot be had. */
export async function chargeNow(
	{ client, settings }: AddRun,
	row: RowIn<'planned' | 'sending'>,
	charge: Charge,
): Promise<Charge> {
	if (!isNamedByUser(settings)) return charge;
	const directory = await client.renewedCustomers().catch(() => undefined);
	if (directory === undefined) return charge;
	return { ...charge, identifiers: directory.namesOf(row.state.plan.request.customerIdentifier) };
}

/** A typing error in the last row shows before the first one is sent. */
export function rejectUnknownCustomers(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		const { customerProblem } = row.state.plan;
		if (customerProblem !== undefined) row.reject(unknownCustomer(customerProblem));
	}
}

function unknownCustomer(problem: string): InputError {
	return new InputError({
		message: `The customer was not found: ${problem}`,
		advice: 'Correct the customer, or create it first with Customer → Create.',
		code: 'CUSTOMER_NOT_FOUND',
	});
}
