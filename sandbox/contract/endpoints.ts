import type { ZodTypeAny } from 'zod';
import * as responses from './responses';

export interface Endpoint {
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
const TOKEN_AND_KEY = { ...TOKEN, secretKey: true };

const login = (path: string): Endpoint => ({
	method: 'POST',
	path,
	security: NONE,
	status: 200,
	answer: responses.LoginAnswer,
});

/** The service: service.md 4 for requests and answers, 5 for headers. */
export const ENDPOINTS = {
	authLogin: login('/auth/login'),
	integrationLogin: login('/users/integration/login'),
	issue: {
		method: 'POST',
		path: '/transactions/add-balance',
		security: { ...TOKEN_AND_KEY, origin: true },
		status: 201,
		answer: responses.AdditionEnvelope,
	},
	list: {
		method: 'GET',
		path: '/transactions/add-balance/all',
		security: TOKEN,
		status: 200,
		answer: responses.AdditionList,
	},
	lookup: {
		method: 'GET',
		path: '/transactions/add-balance/{id}',
		security: TOKEN,
		status: 200,
		answer: responses.AdditionEnvelope,
	},
	createCustomer: {
		method: 'POST',
		path: '/customers',
		security: TOKEN_AND_KEY,
		status: 201,
		answer: responses.CreatedCustomer,
	},
	listCustomers: {
		method: 'GET',
		path: '/customers/all',
		security: TOKEN_AND_KEY,
		status: 200,
		answer: responses.CustomerList,
	},
	updateCustomer: {
		method: 'PATCH',
		path: '/customers/{customerId}',
		security: TOKEN_AND_KEY,
		status: 200,
		answer: responses.UpdatedCustomer,
	},
	deleteCustomer: {
		method: 'DELETE',
		path: '/customers/{customerId}',
		security: TOKEN_AND_KEY,
		status: 200,
		answer: responses.DeletedCustomer,
	},
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** `METHOD /path/{template}`, the name of an endpoint in faults and in the journal. */
export const routeOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
	`${method} ${path}`;
