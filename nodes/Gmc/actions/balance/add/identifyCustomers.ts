import { identifiersOf } from '../../../core/customers/directory';
import type { Message } from '../../../core/texts/message';
import { InputError } from '../../../core/util/inputError';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/**
 * Looks up the customer of every row in one list and learns all its identifiers; a tax ID is then sent as the
 * service spells it. Whom the list does not know is a matter of `rejectUnknownCustomers`.
 *
 * @throws GmcRequestError when the list cannot be had
 */
export async function identifyCustomers({ client }: AddRun, rows: Row[]): Promise<void> {
	const sound = rows.filter(isIn('planned', 'inDoubt'));
	if (sound.length === 0) return;
	const directory = await client.directory();
	for (const row of sound) {
		const { reference } = row.state.plan;
		const found = directory.find(reference);
		if ('problem' in found) {
			row.identify(found);
			continue;
		}
		const [_id, taxId = _id] = identifiersOf(found.customer);
		const customerIdentifier = reference.by === 'taxId' ? taxId : _id;
		const { name } = found.customer;
		const customerName = typeof name === 'string' ? name : undefined;
		row.identify({ identifiers: [_id, taxId], customerIdentifier, customerName });
	}
}

/** A typing error in the last row shows before the first one is sent. */
export function rejectUnknownCustomers(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		const { customerProblem } = row.state.plan;
		if (customerProblem !== undefined) row.reject(unknownCustomer(customerProblem));
	}
}

function unknownCustomer(problem: Message): InputError {
	return new InputError(
		(texts) => `The customer was not found: ${problem(texts)}`,
		'Correct the customer or create it first. To send without this check, switch off Options → Validate First.',
	);
}
