import type { IExecuteFunctions } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import type { NewCustomer } from '../../api/customers';
import { createCustomer, listCustomers, updateCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { normalizeTaxId, sameTaxId } from '../../core/customers/taxId';
import { delays } from '../../core/pace/delays';
import { GmcRequestError } from '../../core/service/failure';
import { number } from '../../core/texts/words';
import { InputError } from '../../core/util/inputError';
import { cancellableSleep } from '../../shared/cancellableSleep';

/** After so many creations that the list was asked for in vain, it is not asked for others. */
const MAX_IN_VAIN = 3;

export interface Saved {
	customer: Customer;
	/** What GMC's answer shows: it need not have made the change that it was sent. */
	action: 'created' | 'updated' | 'unchanged';
}

/**
 * Creates or changes customers by one rule: before a create, GMC's list; an answer that was lost is looked up there; a
 * retry finds it. Every change is sent once. Two runs that create the same customer at the same moment may create it twice.
 */
export class CustomerSaver {
	private readonly client: GmcClient;

	/** Creations that are in doubt, by tax ID. */
	private readonly inDoubt = new Map<string, GmcRequestError>();

	constructor(private readonly context: IExecuteFunctions) {
		this.client = new GmcClient(context);
	}

	/**
	 * @param ifExists what becomes of a customer that GMC has with another name or e-mail
	 * @throws GmcRequestError; InputError when several customers have the tax ID, or the one that has it is refused
	 */
	async save(fields: NewCustomer, ifExists: 'leave' | 'refuse' | 'update'): Promise<Saved> {
		const existing = await this.find(fields.taxId);
		if (existing === undefined) return { customer: await this.create(fields), action: 'created' };
		const changes = changedFields(existing, fields);
		if (changes === undefined || ifExists === 'leave') {
			return { customer: existing, action: 'unchanged' };
		}
		if (ifExists === 'refuse') throw alreadyThere(existing);
		const answer = await updateCustomer(this.client.transport, existing._id, changes);
		const customer = await this.keep({ ...existing, ...changes, ...answer });
		const isChanged = changedFields(existing, customer) !== undefined;
		return { customer, action: isChanged ? 'updated' : 'unchanged' };
	}

	private async find(taxId: string): Promise<Customer | undefined> {
		const customers = (await this.client.directory()).withTaxId(taxId);
		if (customers.length < 2) return customers[0];
		const ids = customers.map(({ _id }) => _id);
		throw new InputError({
			message: `${number(ids.length)} customers have this tax ID (${ids.join(', ')})`,
			advice: 'Delete the extra ones, or use Update with the ID of the right one.',
			code: 'CUSTOMER_AMBIGUOUS',
		});
	}

	private async create(fields: NewCustomer): Promise<Customer> {
		const earlier = this.inDoubt.get(normalizeTaxId(fields.taxId));
		if (earlier !== undefined) throw earlier;
		const creating = createCustomer(this.client.transport, fields);
		const created = await creating.catch(async (error: unknown) => {
			if (!(error instanceof GmcRequestError) || error.failure.proof !== 'unknown') throw error;
			return await this.lookUp(fields, error);
		});
		return await this.keep({ ...fields, ...created });
	}

	/** GMC's list may be behind, so it is looked at several times. @throws the error where it does not show the customer */
	private async lookUp(fields: NewCustomer, error: GmcRequestError): Promise<Customer> {
		const isCancelled = () => this.context.getExecutionCancelSignal()?.aborted ?? false;
		const isNew = (one: Customer) => sameTaxId(String(one.taxId), fields.taxId);
		for (const pause of this.inDoubt.size < MAX_IN_VAIN ? delays.reconcileDelaysMs : []) {
			await cancellableSleep(pause, isCancelled);
			if (isCancelled()) break;
			const now = await listCustomers(this.client.transport).catch(() => undefined);
			if (now === undefined) break;
			const [found, ...others] = now.filter(isNew);
			if (found === undefined) continue;
			if (others.length === 0 && changedFields(found, fields) === undefined) return found;
			break;
		}
		this.inDoubt.set(normalizeTaxId(fields.taxId), error);
		throw error;
	}

	/** Later rows of the sheet find it as it is now. */
	private async keep(customer: Customer): Promise<Customer> {
		(await this.client.directory()).put(customer);
		return customer;
	}
}

/**
 * Name and e-mail as far as they are not as wanted. Blanks around them and the case of an e-mail are no difference: a
 * service that tidies what it is sent (not shown) would else be written to with every run.
 */
export function changedFields(
	existing: Customer,
	{ name, email }: Partial<Customer>,
): Partial<NewCustomer> | undefined {
	const hasName = tidied(existing.name) === tidied(name);
	const hasEmail = tidied(existing.email).toLowerCase() === tidied(email).toLowerCase();
	if (hasName && hasEmail) return undefined;
	return { ...(!hasName && { name: tidied(name) }), ...(!hasEmail && { email: tidied(email) }) };
}

const tidied = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function alreadyThere({ _id }: Customer): InputError {
	return new InputError({
		message: `GMC has a customer with this tax ID already (${_id}), with another name or e-mail`,
		advice: 'To change the customer, use Create or Update.',
		code: 'CUSTOMER_EXISTS',
	});
}
