import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { GmcRun, Service } from '../../../../harness/engine';
import { addParameters, DEMO_CUSTOMERS, DEMO_USER, loseMemory } from '../../../../harness/engine';
import { headersOf } from '../../../../harness/sandbox/useSandbox';
import { Execution } from '../../../../nodes/Gmc/actions/balance/add/execution';

export const [ana, bruno, carla] = DEMO_CUSTOMERS;

/** A tax ID that no customer of the demo has. */
export const OTHER_TAX_ID = '12345678909';

/** The customer of a row is given by `_id`. */
export const BY_ID = { customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' } };

/** Ana, by `_id`. */
export const BY_ANA = { customer: { __rl: true, mode: 'id', value: ana._id } };

/** So many rows that came to the same. */
export const times = (count: number, outcome: string) => Array<string>(count).fill(outcome);

export const detailsOf = ({ items }: GmcRun, row = 0) => items[row].json.details as IDataObject;
export const gmcOf = ({ items }: GmcRun, row = 0) => items[row].json._gmc as IDataObject;
export const errorOf = ({ items }: GmcRun, row = 0) => String(items[row].json.error);

/** n8n was killed: neither is written down what became of rows, nor does it know what it had sent (n8n.md E6). */
export function crash(service: Service, run: GmcRun, firstEntry = 0): void {
	const left = { outcome: 'sending', additionId: '', settledAt: '', claim: 'crashed' };
	for (const entry of service.ledger.slice(firstEntry)) Object.assign(entry, left);
	loseMemory(run);
}

/** Calls this at the beginning of each try of the node, with its number from 1. `mockRestore` ends it. */
export function onEachTry(begins: (tries: number) => void): jest.SpyInstance {
	let tries = 0;
	const { check } = Execution.prototype;
	return jest.spyOn(Execution.prototype, 'check').mockImplementation(function (
		this: Execution,
		...given
	) {
		begins(++tries);
		return check.apply(this, given);
	});
}

/** What another program does to customers of the service, of which n8n hears nothing. */
export async function elsewhere(
	{ sandbox: { baseUrl } }: Service,
	method: 'POST' | 'PATCH' | 'DELETE',
	path: string,
	data?: object,
): Promise<void> {
	const { email, senha } = DEMO_USER;
	const { data: session } = await axios.post(`${baseUrl}/auth/login`, { email, senha });
	const headers = headersOf(DEMO_USER, session.accessToken as string);
	await axios.request({ method, url: `${baseUrl}/customers${path}`, data, headers });
}

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

/** An addition of somebody else, as GMC answers where a cache or a route is wrong. */
export function another(status: string) {
	const charge = { customerIdentifier: 'somebody', sourceAmount: 77, sourceCurrency: 'USD' };
	return { balanceTransaction: { _id: 'e'.repeat(24), status, items: [{ ...charge, status }] } };
}
