import type { KnownCustomer } from '../../../api/customerList';
import type { NotFound } from '../../../core/customers/directory';
import { InputError } from '../../../core/util/inputError';
import type { Row } from './row';
import { isIn } from './row';

/** Refuses rows whose customer was not found, before the first row is sent. */
export function rejectUnknownCustomers(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		if (row.customerProblem !== undefined) row.reject(unknownCustomer(row.customerProblem));
	}
}

const unknownCustomer = (found: NotFound<KnownCustomer>): InputError =>
	new InputError({
		message: `The customer was not found: ${found.problem}`,
		advice: adviceFor(found),
		code: found.code,
	});

function adviceFor({ code, meant }: NotFound<KnownCustomer>): string {
	if (code === 'CUSTOMER_AMBIGUOUS') return 'Put the ID of the right one in the row.';
	// To create another customer would be wrong.
	return meant
		? 'Put the zero back, or set Expected Name: if it is the name of that customer, the zero is put back by itself. Do not create the customer again.'
		: 'Correct the customer in the row. If GMC does not have it yet, create it with Customer: Create.';
}

/** Whether the row will be refused because its customer has another name than expected. */
export const isMisnamed = ({ nameMatch: match }: Row): boolean => match === 'mismatch';

/** Refuses planned rows whose customer has another name than expected. */
export function rejectMisnamed(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned')).filter(isMisnamed)) row.reject(misnamed(row));
}

function misnamed({ expectedName = '', customer }: Row): InputError {
	const { customerName } = customer ?? {};
	const name = customerName
		? `the customer is "${shortened(customerName)}"`
		: 'the customer has no name';
	return new InputError({
		message: `"${shortened(expectedName)}" is expected, but ${name} at GMC`,
		advice:
			'Check the ID or tax ID of the row. If it is the right customer, correct the name in the row, or at GMC with Customer: Update.',
		code: 'CUSTOMER_NAME_MISMATCH',
		details: {
			expectedName,
			...(customerName !== undefined && { customerName }),
		},
	});
}

/** Characters of a name that are shown. */
const MAX_SHOWN = 100;

export const shortened = (name: string): string =>
	name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
