import type { ZodTypeAny } from 'zod';
import * as responses from './responses';

export interface Endpoint {
	/** `METHOD /path/{template}`, its name in faults and in the journal. */
	route: string;
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Path template below the base URL. */
	path: string;
	/** Headers it requires (service.md 5), the token apart. */
	security: { token: boolean; secretKey: boolean; origin: boolean };
	/** Status and body when it does what it is asked for. */
	status: 200 | 201;
	answer: ZodTypeAny;
}

const NONE = { token: false, secretKey: false, origin: false };
const TOKEN = { ...NONE, token: true };
/** And the token. */
const KEY = { ...TOKEN, secretKey: true };
const ALL = { ...KEY, origin: true };

const endpoint = (
	route: string,
	security: Endpoint['security'],
	answer: ZodTypeAny,
	status: Endpoint['status'] = 200,
): Endpoint => {
	const [method, path] = route.split(' ') as [Endpoint['method'], string];
	return { route, method, path, security, status, answer };
};

/** The service: service.md 4 for requests and answers, 5 for headers. */
export const ENDPOINTS = {
	authLogin: endpoint('POST /auth/login', NONE, responses.LoginAnswer),
	integrationLogin: endpoint('POST /users/integration/login', NONE, responses.LoginAnswer),
	issue: endpoint('POST /transactions/add-balance', ALL, responses.AdditionEnvelope, 201),
	list: endpoint('GET /transactions/add-balance/all', TOKEN, responses.AdditionList),
	lookup: endpoint('GET /transactions/add-balance/{id}', TOKEN, responses.AdditionEnvelope),
	createCustomer: endpoint('POST /customers', KEY, responses.CreatedCustomer, 201),
	listCustomers: endpoint('GET /customers/all', KEY, responses.CustomerList),
	updateCustomer: endpoint('PATCH /customers/{customerId}', KEY, responses.UpdatedCustomer),
	deleteCustomer: endpoint('DELETE /customers/{customerId}', KEY, responses.DeletedCustomer),
};

export type EndpointName = keyof typeof ENDPOINTS;
