import type { GmcClient } from '../../api/client';
import { createCustomer, updateCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { changedFields } from '../../core/customers/changedFields';
import type { Creations, NewCustomer } from '../../core/customers/creations';
import { UnknownCreation } from '../../core/customers/creations';
import type { CustomerDirectory } from '../../core/customers/directory';
import { GmcRequestError, isFatal } from '../../core/service/failure';
import type { ServiceRecord } from '../../core/service/record';
import { InputError } from '../../core/util/inputError';
import { withNodeMetadata } from '../../shared/items';
import type { Throttle } from '../../shared/throttle';
import { isProvenNotDone } from './memory';
import { number } from '../../core/texts/words';

/** What becomes of a customer that is there already: what differs is changed, or it is not written to at all. */
export const IF_EXISTS = ['update', 'leave'] as const;
export type IfExists = (typeof IF_EXISTS)[number];

/** A customer as a row has it. */
export interface SaveRequest {
	fields: NewCustomer;
	ifExists: IfExists;
}

/** After so many further lists that have shown nobody, a refusal is taken to be about the row. */
const MAX_VAIN_LISTS = 3;

/** What customers are saved with. */
interface Saving {
	client: GmcClient;
	throttle: Throttle;
	creations: Creations;
	/** To be called before a customer is created; see `CreationTurn`. */
	takeTurn: () => Promise<void>;
	/** Further lists of this run that have not shown whom they were asked for; counted here. */
	vainLists: number;
}

/**
 * Creates the customer with this tax ID or, where it is there and may be written to, changes what differs.
 *
 * @throws InputError when several customers have it, UnknownCreation when an earlier try may have created one
 *   that the list does not show, or others create customers for too long; GmcRequestError
 */
export async function saveCustomer(run: Saving, request: SaveRequest): Promise<ServiceRecord> {
	const { fields } = request;
	const existing = (await find(run, fields.taxId)) ?? (await findInTurn(run, fields.taxId));
	if (existing !== undefined) return await saveExisting(run, existing, request);
	try {
		const created = await createOnce(run, fields);
		(await run.client.directory()).put(created);
		return withNodeMetadata(created, { action: 'created' });
	} catch (error) {
		const other = await createdMeanwhile(run, fields.taxId, error);
		return await saveExisting(run, other, request);
	}
}

async function find({ client, creations }: Saving, taxId: string): Promise<Customer | undefined> {
	const directory = await client.directory();
	addCreated(directory, creations, taxId);
	return onlyOne(directory, taxId);
}

/** Whom another run of this process has created since the list was had is there by now. */
async function findInTurn(run: Saving, taxId: string): Promise<Customer | undefined> {
	await run.takeTurn();
	return await find(run, taxId);
}

async function saveExisting(
	{ client, throttle, creations }: Saving,
	existing: Customer,
	{ fields, ifExists }: SaveRequest,
): Promise<ServiceRecord> {
	const changes = ifExists === 'leave' ? undefined : changedFields(existing, fields);
	if (changes === undefined) return withNodeMetadata(existing, { action: 'unchanged' });
	const update = async () => await updateCustomer(client.transport, existing._id, changes);
	const answer = await throttle.send(update);
	const updated: Customer = { ...existing, ...changes, ...answer };
	(await client.directory()).put(updated);
	creations.refresh(updated);
	return withNodeMetadata(updated, { action: 'updated' });
}

/** @throws InputError when several customers have the tax ID */
function onlyOne(directory: CustomerDirectory<Customer>, taxId: string): Customer | undefined {
	const [existing, ...duplicates] = directory.withTaxId(taxId);
	if (duplicates.length > 0) throw sharedTaxId([existing, ...duplicates]);
	return existing;
}

/**
 * Another run may have created the customer since the list was had; a service that refuses a tax ID it knows (assumed:
 * service.md 4.5 does not say) then refuses this one. The list, asked for anew, tells.
 *
 * @param refusal of the creation
 * @throws the refusal, where it is about something else
 */
async function createdMeanwhile(run: Saving, taxId: string, refusal: unknown): Promise<Customer> {
	const isRefused = refusal instanceof GmcRequestError && refusal.failure.proof === 'refused';
	if (!isRefused || isFatal(refusal.failure) || run.vainLists >= MAX_VAIN_LISTS) throw refusal;
	const directory = await run.client.relist().catch(() => {
		throw refusal;
	});
	const other = onlyOne(directory, taxId);
	if (other !== undefined) return other;
	run.vainLists++;
	throw refusal;
}

/** What this execution has created is there, although a list that is behind does not show it yet. */
function addCreated(
	directory: CustomerDirectory<Customer>,
	creations: Creations,
	taxId: string,
): void {
	const listed = directory.withTaxId(taxId);
	for (const creation of creations.withTaxId(taxId)) {
		if (creation.customer !== undefined) {
			directory.putIfMissing(creation.customer as Customer);
			continue;
		}
		const fresh = listed.filter(({ _id }) => !creation.baseline?.includes(_id));
		if (fresh.length === 0) throw new UnknownCreation(creation, []);
		// Whoever has the tax ID alone and had it not before is the one; several are refused by the caller.
		if (listed.length === 1) [creation.customer] = fresh;
	}
}

async function createOnce(
	{ client, throttle, creations }: Saving,
	fields: NewCustomer,
): Promise<Customer> {
	const creation = creations.intend(fields, [], new Date());
	const create = async () => await createCustomer(client.transport, fields);
	const answer = await throttle.send(create).catch((error: unknown) => {
		if (isProvenNotDone(error)) creations.forget(creation);
		throw error;
	});
	const created = { ...fields, ...answer };
	creation.customer = created;
	return created;
}

function sharedTaxId(customers: Customer[]): InputError {
	const ids = customers.map(({ _id }) => _id);
	return new InputError({
		message: `${number(ids.length)} customers have this tax ID (${ids.join(', ')})`,
		advice: 'Delete the extra ones, or use Update with the ID of the right one.',
		code: 'CUSTOMER_AMBIGUOUS',
	});
}
