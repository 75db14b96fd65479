import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { NewCustomer } from '../../api/customers';
import { createCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { changedFields } from '../../core/customers/changedFields';
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

/**
 * Creates customers, each with one request. Where its answer was lost, GMC's list is looked at; what the list does not
 * show is in doubt, and not sent again.
 */
export class CustomerCreator {
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
	 * Creates a customer. To be called where the list shows nobody with the tax ID, so that whoever it shows later is new.
	 *
	 * @throws GmcRequestError where nobody can be shown; InputError where an earlier row with the tax ID is in doubt, so that
	 *   nobody knows whether the customer exists
	 */
	async create(fields: NewCustomer): Promise<Created> {
		const key = normalizeTaxId(fields.taxId);
		if (this.doubtful.has(key)) throw notAfterDoubt();
		let doubt: GmcRequestError | undefined;
		const request = async () => await createCustomer(this.client.transport, fields);
		const answer = await this.send(request).catch(async (error: unknown) => {
			if (!(error instanceof GmcRequestError)) throw error;
			const found = await this.look((doubt = error), fields.taxId);
			if (found !== undefined) return found;
			if (isLost(error)) this.doubtful.add(key);
			throw error;
		});
		const customer = { ...fields, ...answer };
		await this.client.remember(customer);
		const isOurs = doubt && isLost(doubt) && changedFields(customer, fields) === undefined;
		return { customer, doubt: isOurs ? undefined : doubt };
	}

	/**
	 * Looks at GMC's list after a failure: once after a refusal, since another run may have been quicker; several times
	 * for a lost answer, since the list may be behind.
	 */
	private async look({ failure }: GmcRequestError, taxId: string): Promise<Customer | undefined> {
		const { proof } = failure;
		if (proof === 'notSent' || isFatal(failure)) return undefined;
		if (this.inVain[proof] >= MAX_IN_VAIN) return undefined;
		const isCancelled = () => this.context.getExecutionCancelSignal()?.aborted ?? false;
		for (const pause of proof === 'refused' ? [0] : delays.reconcileDelaysMs) {
			await cancellableSleep(pause, isCancelled);
			const now = isCancelled() ? undefined : await this.client.listedNow().catch(() => undefined);
			if (now === undefined) break;
			const [found, ...others] = now.withTaxId(taxId);
			if (found !== undefined && others.length === 0) return found;
		}
		this.inVain[proof]++;
		return undefined;
	}
}

/** Whether it is not known what became of the request. */
const isLost = ({ failure }: GmcRequestError): boolean => failure.proof === 'unknown';

const notAfterDoubt = (): InputError =>
	new InputError({
		message:
			'not attempted, because the outcome of an earlier row with the same tax ID is not known',
		advice: 'Look at the customer with Customer → Get, then run this row again.',
		code: 'NOT_ATTEMPTED',
	});
