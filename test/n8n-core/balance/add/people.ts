import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../harness/engine';
import { addParameters, ana } from '../../../../harness/engine';
import { callApi } from '../../../../harness/sandbox/useSandbox';

// Who is paid, and what becomes of customers.

export { ana, bruno, carla, DEMO_CUSTOMERS, row } from '../../../../harness/engine';

/** A tax ID that no customer of the demo has. */
export const OTHER_TAX_ID = '12345678909';

/** The customer of a row is given by `_id`. */
export const BY_ID = { customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' } };

/** Setup of a run whose rows give the customer by `_id`. */
export const GIVEN_BY_ID = { parameters: BY_ID as INodeParameters };

/** Ana, by `_id`. */
export const BY_ANA = { customer: { __rl: true, mode: 'id', value: ana._id } };

/** What another program does to customers of the service, of which n8n hears nothing. */
export const elsewhere = async (
	{ sandbox }: Service,
	method: 'POST' | 'PATCH' | 'DELETE',
	path: string,
	data?: object,
) => void (await callApi(sandbox, method, `/customers${path}`, data));

/** A customer operation of this n8n. */
export async function customer(service: Service, operation: string, more: object): Promise<void> {
	const { error } = await service.run({
		parameters: { resource: 'customer', operation, options: {}, ...more } as INodeParameters,
	});
	if (error) throw error;
}

/** The node as a tool that takes customer and amount from the model. */
export const toolParameters = (options: IDataObject = {}): INodeParameters => ({
	...addParameters({ maxAmount: 1_000, ...options }),
	customer: { __rl: true, mode: 'id', value: "={{ $fromAI('customer') }}" },
	amount: "={{ $fromAI('amount', '', 'number') }}",
	currency: 'BRL',
});
