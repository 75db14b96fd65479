import { knownCustomers } from '../../../api/customers';
import type { Charge } from '../../../core/additions/charge';
import { identifierKeys, shareIdentifier } from '../../../core/additions/charge';
import type { CustomerDirectory, Lookup, NotFound } from '../../../core/customers/directory';
import { foundCustomer } from '../../../core/customers/directory';
import { nameMatch } from '../../../core/customers/expectedName';
import type { Entry } from '../../../core/ledger/entry';
import { customerRef } from '../../../core/ledger/key';
import { hasWrongLetters, WRONG_LETTERS } from '../../../core/sheet/letters';
import { shortened } from '../../../core/texts/words';
import { groupBy } from '../../../core/util/groupBy';
import { mapItems } from '../../../shared/eventLoop';
import { InputError, refusal } from '../../../core/util/inputError';
import type { RowCustomer } from './outcomes';
import { batchRowMoved } from './problems';
import type { Row, RowIn, UndecidedRow } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';

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
 * Rows with a key or a batch make do with a list that is a few minutes old, as long as it knows all their customers: they are
 * paid by the `_id` that it gives.
 */
async function directoryFor(
	{ client, settings }: AddRun,
	rows: UndecidedRow[],
): Promise<CustomerDirectory> {
	// A sheet was read with that list.
	if (settings.isSheet || !isNamedByUser(settings)) return await client.directory();
	const hasNames = rows.some(({ expectedName }) => expectedName);
	const notBefore = hasNames ? Date.now() - MAX_AGE_OF_NAMES_MS : undefined;
	const known = await knownCustomers(client.transport, notBefore);
	const isKnown = (row: UndecidedRow) => {
		const found = lookUp(row, known);
		if (!('customer' in found)) return false;
		// A name that does not match may have been corrected since.
		return ['match', 'notChecked'].includes(nameMatch(row.expectedName ?? '', found.customer.name));
	};
	return rows.every(isKnown) ? known : await client.directory();
}

/** Digits that have lost zeros find the customer who has them with zeros, if Expected Name agrees. */
function lookUp({ state, expectedName = '' }: UndecidedRow, directory: CustomerDirectory): Lookup {
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
	const found = lookUp(row, directory);
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

/** Rejects planned rows whose customer was not found. */
export function rejectUnknownCustomers(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		if (row.customerProblem !== undefined) row.reject(unknownCustomer(row.customerProblem));
	}
}

const unknownCustomer = ({ problem, code, meant }: NotFound) =>
	refusal(
		code,
		`The customer was not found: ${problem}`,
		code === 'CUSTOMER_AMBIGUOUS'
			? 'Put the ID of the right one in the row.'
			: // To create another customer would be wrong.
				meant
				? 'Put the zero back, or set Expected Name: if it is the name of that customer, the zero is put back by itself. Do not create the customer again.'
				: 'Correct the customer in the row. If GMC does not have it yet, create it with Customer: Create.',
	);

/** Whether the row will be refused because its customer has another name than expected. */
export const isMisnamed = ({ nameMatch: match }: Row): boolean => match === 'mismatch';

/** Rejects planned rows whose customer has another name than expected. */
export function rejectMisnamed(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned')).filter(isMisnamed)) row.reject(misnamed(row));
}

function misnamed({ expectedName = '', customer }: Row): InputError {
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

/**
 * The set has sent a top-up to a former owner of the row's tax ID, and none to the customer that has it now, by what the
 * row gives. A person must say whether both are the same customer.
 */
export function refuseMoved(rows: Row[], set: string, entries: Entry[]): void {
	// Another account has its own customers.
	const standing = entries.filter(({ outcome, isForeign }) => outcome !== 'rejected' && !isForeign);
	const sentTo = groupBy(standing, ({ ref }) => ref);
	const named = standing.flatMap((entry) =>
		identifierKeys(entry.charge.identifiers).map((key) => ({ key, entry })),
	);
	const withKey = groupBy(named, ({ key }) => key);
	const formerOf = ({ customerId, taxId, taxIdOwners }: RowCustomer, given: string): Entry[] => {
		const all = identifierKeys([taxId]).flatMap((key) => withKey(key).map(({ entry }) => entry));
		// Under another identifier, it may be another row that was sent: two customers may have swapped their tax IDs.
		const isSame = ({ charge }: Entry) => shareIdentifier(charge.identifiers, [given]);
		if (all.length === 0 || sentTo(customerRef(set, customerId)).some(isSame)) return [];
		const owners = new Set([...taxIdOwners].map((owner) => customerRef(set, owner)));
		return all.filter(({ ref }) => !owners.has(ref));
	};
	const known = new Map<string, Entry[]>();
	for (const row of rows.filter(isIn('planned'))) {
		if (row.customer === undefined) continue;
		const given = row.state.plan.reference.value;
		const name = JSON.stringify([row.customer.customerId, given]);
		const former = known.get(name) ?? formerOf(row.customer, given);
		known.set(name, former);
		if (former.length === 0) continue;
		const isPaid = former.some(({ outcome }) => outcome === 'issued');
		if (isPaid) row.reject(batchRowMoved(row, isPaid));
		else row.notAttempt(batchRowMoved(row, isPaid));
	}
}
