import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { CustomerFields, NewCustomer } from '../../api/customers';
import { createCustomer, deleteCustomer, updateCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { changedFields } from '../../core/customers/changedFields';
import type { CustomerDirectory } from '../../core/customers/directory';
import { normalizeTaxId } from '../../core/customers/taxId';
import { delays } from '../../core/pace/delays';
import { GmcRequestError, isFatal } from '../../core/service/failure';
import { InputError } from '../../core/util/inputError';
import { cancellableSleep } from '../../shared/cancellableSleep';

/** After so many rows that the list was asked for in vain, it is not asked for others. */
const MAX_IN_VAIN = 3;

/** Who has the tax ID after a creation. */
export interface Created {
	customer: Customer;
	/** Why it is perhaps not this creation's customer: GMC has refused it, or the list shows other fields. */
	doubt?: GmcRequestError;
}

type Seen = (now: CustomerDirectory<Customer>) => Customer | undefined;

/**
 * Changes customers, each with one request. Where its answer was lost, GMC's list is looked at; what the list does not
 * show is in doubt, and not sent again.
 */
export class CustomerWriter {
	/** Rows that the list was asked for in vain, after a refusal and after a lost answer. */
	private readonly inVain = { refused: 0, unknown: 0 };

	/** Tax IDs of rows in doubt. */
	private readonly doubtful = new Set<string>();

	/** @param send sends a request; of a run that sends several at once, through its throttle */
	constructor(
		private readonly context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>,
		private readonly client: GmcClient,
		private readonly send: <T>(request: () => Promise<T>) => Promise<T> = async (request) =>
			await request(),
	) {}

	/**
	 * Works at a row unless an earlier one with the same tax ID is in doubt: nobody knows whether that customer exists.
	 *
	 * @throws InputError in that case, and what `work` throws
	 */
	async unlessInDoubt<T>(taxId: string, work: () => Promise<T>): Promise<T> {
		const key = normalizeTaxId(taxId);
		if (this.doubtful.has(key)) throw notAfterDoubt();
		return await work().catch((error: unknown) => {
			if (isLost(error)) this.doubtful.add(key);
			throw error;
		});
	}

	/**
	 * Creates a customer. To be called where the list shows nobody with the tax ID, so that whoever it shows later is new.
	 *
	 * @throws GmcRequestError where nobody can be shown
	 */
	async create(fields: NewCustomer): Promise<Created> {
		const request = async () => await createCustomer(this.client.transport, fields);
		try {
			const customer = { ...fields, ...(await this.send(request)) };
			await this.client.remember(customer);
			return { customer };
		} catch (error) {
			if (!(error instanceof GmcRequestError)) throw error;
			const customer = await this.look(error, (now) => alone(now.withTaxId(fields.taxId)));
			if (customer === undefined) throw error;
			await this.client.remember(customer);
			const isOurs = isLost(error) && changedFields(customer, fields) === undefined;
			return isOurs ? { customer } : { customer, doubt: error };
		}
	}

	/** @returns what GMC answers, or the customer as listed where the answer was lost. @throws GmcRequestError */
	async change(customerId: string, changes: CustomerFields): Promise<Customer> {
		const shown: Seen = (now) => {
			const customer = now.withId(customerId);
			return customer && changedFields(customer, changes) === undefined ? customer : undefined;
		};
		const request = async () => await updateCustomer(this.client.transport, customerId, changes);
		const changed = await this.send(request).catch(async (error) => await this.find(error, shown));
		await this.client.remember({ ...changes, ...changed });
		return changed;
	}

	/** Whom the list has shown before and does not show any more is deleted. @throws GmcRequestError */
	async delete(customerId: string): Promise<void> {
		const before = (await this.client.directory()).withId(customerId);
		const gone: Seen = (now) => (now.withId(customerId) === undefined ? before : undefined);
		const request = async () => await deleteCustomer(this.client.transport, customerId);
		await this.send(request).catch(async (error) => void (await this.find(error, gone)));
	}

	/** What a lost answer would have shown. @throws the failure, where it was not lost or the list does not show it */
	private async find(failure: unknown, seen: Seen): Promise<Customer> {
		const found = isLost(failure) ? await this.look(failure, seen) : undefined;
		if (found === undefined) throw failure;
		return found;
	}

	/**
	 * Looks at GMC's list after a failure: once after a refusal, since another run may have been quicker; several times
	 * for a lost answer, since the list may be behind.
	 */
	private async look({ failure }: GmcRequestError, seen: Seen): Promise<Customer | undefined> {
		const { proof } = failure;
		if (proof === 'notSent' || isFatal(failure)) return undefined;
		if (this.inVain[proof] >= MAX_IN_VAIN) return undefined;
		const isCancelled = () => this.context.getExecutionCancelSignal()?.aborted ?? false;
		for (const pause of proof === 'refused' ? [0] : delays.reconcileDelaysMs) {
			await cancellableSleep(pause, isCancelled);
			const now = isCancelled() ? undefined : await this.client.listedNow().catch(() => undefined);
			if (now === undefined) break;
			const found = seen(now);
			if (found !== undefined) return found;
		}
		this.inVain[proof]++;
		return undefined;
	}
}

/** Whether it is not known what became of a request that changes something. */
const isLost = (error: unknown): error is GmcRequestError =>
	error instanceof GmcRequestError &&
	error.failure.proof === 'unknown' &&
	error.operation !== 'listCustomers';

const alone = ([one, ...others]: Customer[]): Customer | undefined =>
	others.length === 0 ? one : undefined;

const notAfterDoubt = (): InputError =>
	new InputError({
		message:
			'not attempted, because the outcome of an earlier row with the same tax ID is not known',
		advice: 'Look at the customer with Customer → Get, then run this row again.',
		code: 'NOT_ATTEMPTED',
	});
