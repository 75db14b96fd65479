import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { Addition } from '../../core/service/record';
import type { AdditionItem } from '../../core/additions/item';
import { isForCustomer, readItems, shownItems } from '../../core/additions/item';
import { sumsByStatus } from '../../core/additions/sums';
import type { CustomerReference } from '../../core/customers/customerReference';
import type { CustomerDirectory } from '../../core/customers/directory';
import { foundCustomer } from '../../core/customers/directory';
import { readBy } from '../../core/ledger/effects';
import { count, inSentences } from '../../core/texts/words';
import { refusal } from '../../core/util/inputError';
import { toRunProblem } from '../../shared/errors';
import { showHint } from '../../shared/context';
import { mapItems } from '../../shared/eventLoop';
import { runOptions } from './add/runOptions';
import { readLedger } from './readLedger';

/**
 * Filters a list by customer. Additions may name the customer by `_id`, by tax ID (service.md 2.4), or by an earlier tax
 * ID. A deleted customer is known by its additions only.
 *
 * @returns the customer's identifiers and additions; and how many others name no customer, so that they may be this
 *   customer's, too
 * @throws InputError if neither the customers nor the list know the customer, because an empty output would look like "not
 *   paid"; also for a tax ID of several customers
 * @throws GmcRequestError if the customers cannot be listed
 */
export async function additionsOf(
	{ context, client }: { context: IExecuteFunctions; client: GmcClient },
	customer: CustomerReference,
	listed: Addition[],
) {
	const directory = await client.directory();
	const lookup = directory.find(customer);
	const known = 'customer' in lookup ? foundCustomer(lookup.customer) : undefined;
	const earlier = known
		? await earlierTaxIds({ context, client }, known.customerId, directory, listed)
		: [];
	// Each entry of the ledger may name the same ones.
	const identifiers = [...new Set([customer.value, ...(known?.identifiers ?? []), ...earlier])];
	const additions = listed.filter((addition) => isForCustomer(addition, identifiers));
	if ('problem' in lookup && (lookup.code === 'CUSTOMER_AMBIGUOUS' || additions.length === 0)) {
		throw refusal(
			lookup.code,
			`The customer was not found: ${lookup.problem}`,
			'Correct the customer, or choose one from the list. To find top-ups of a deleted customer, use the ID or tax ID that they have.',
		);
	}
	const nameless = listed.filter((one) => isForCustomer(one, identifiers) === undefined).length;
	return { identifiers, additions, nameless };
}

/**
 * Earlier tax IDs of a customer, by the customer's entries in the ledger, also those whose answer was lost. The ledger is
 * only read if the list names a customer that does not exist any more.
 */
async function earlierTaxIds(
	{ context, client }: { context: IExecuteFunctions; client: GmcClient },
	customerId: string,
	directory: CustomerDirectory,
	listed: Addition[],
): Promise<string[]> {
	const isUnknown = (name: string) => !directory.knows(name);
	const namesUnknown = (one: Addition) =>
		readItems(one).some(({ identifier }) => identifier !== undefined && isUnknown(identifier));
	if (!listed.some(namesUnknown)) return [];
	const wanted = () => readBy({ do: 'readCustomer', customerId });
	const reading = readLedger(context, client, runOptions.ledgerTable.ifAbsent, wanted);
	const ledger = await reading.catch((error: unknown) => {
		const { message, description } = toRunProblem(error);
		const why = inSentences(message, description);
		const hint = `The ledger could not be read, so top-ups with an earlier tax ID may be missing. ${why}`;
		showHint(context, 'warning', hint);
	});
	return (ledger?.entries ?? []).flatMap(({ charge }) => charge.identifiers.filter(isUnknown));
}

/** Says for how many rows the list shows nothing, because an empty output does not. */
export function hintAtEmpty(context: IExecuteFunctions, rows: number): void {
	if (rows === 0) return;
	const isOnly = context.getInputData().length === 1;
	const which = isOnly ? '' : `For ${count(rows, 'row', 'rows')}, `;
	const message = `${which}GMC lists no top-ups of the customer with these filters`;
	showHint(context, 'info', message);
}

/** Says how many top-ups the filter by customer leaves out without knowing whose they are. @param counts of each item */
export function hintAtNameless(context: IExecuteFunctions, counts: number[]): void {
	const most = greatest(counts);
	if (most === 0) return;
	const message = `GMC names no customer in ${count(most, 'top-up', 'top-ups')} of this list, and the filter 'Customer' does not show such top-ups. Remove it to see all`;
	showHint(context, 'warning', message);
}

/** Says how many more top-ups there are, because one that is missing looks like "not paid". @param counts of each item */
export function hintAtLeftOut(context: IExecuteFunctions, counts: number[]): void {
	const most = greatest(counts);
	if (most === 0) return;
	const message = `'Limit' leaves out ${count(most, 'more top-up', 'more top-ups')}. 'Return All' shows them`;
	showHint(context, 'info', message);
}

/** Says what a list adds up to. Lists of several rows may show a top-up more than once, so nothing is said of them. */
export async function hintAtSums(
	context: IExecuteFunctions,
	additions: Addition[],
	{ identifiers, isShown }: { identifiers?: string[]; isShown: (item: AdditionItem) => boolean },
): Promise<void> {
	if (context.getInputData().length > 1) return;
	const items = await mapItems(additions.length, (index) =>
		shownItems(additions[index], identifiers).filter(isShown),
	);
	const sums = sumsByStatus(items.flat());
	if (sums !== '') showHint(context, 'info', `GMC lists: ${sums}`);
}

const greatest = (counts: number[]): number =>
	counts.reduce((most, count) => Math.max(most, count), 0);
