import type { AnyZodObject, ZodTypeAny } from 'zod';
import * as requests from './requests';
import * as responses from './responses';
import { z } from './zod';

export interface Endpoint {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Path template below the base URL. */
	path: string;
	summary: string;
	/** Headers it requires (service.md 5), the token apart. */
	security: { token: boolean; secretKey: boolean; origin: boolean };
	body?: ZodTypeAny;
	query?: AnyZodObject;
	params?: AnyZodObject;
	/** What it answers, by status: meaning and body. */
	answers: Record<number, { description: string; schema: ZodTypeAny }>;
}

const { ApiError, UnauthorizedError } = responses;

const refused = (description: string) => ({ description, schema: ApiError });
const denied = (description: string) => ({ description, schema: UnauthorizedError });
const found = (description: string, schema: ZodTypeAny) => ({ description, schema });

const NONE = { token: false, secretKey: false, origin: false };
const TOKEN = { ...NONE, token: true };
const TOKEN_AND_KEY = { ...TOKEN, secretKey: true };

const login = (path: string): Endpoint => ({
	method: 'POST',
	path,
	summary: 'Log in',
	security: NONE,
	body: requests.LoginRequest,
	answers: {
		200: found('Logged in', responses.LoginAnswer),
		400: refused('Invalid data'),
		401: denied('Wrong email or senha'),
	},
});

const additionId = z.object({ id: z.string().openapi({ description: '_id of the addition' }) });
const customerId = z.object({
	customerId: z.string().openapi({ description: '_id of the customer' }),
});
const badCredential = denied('Invalid session or integration credential');
const notYours = refused('Customer does not belong to the authenticated user');

/** The service: service.md 4 for requests and answers, 5 for headers, 7 for statuses. */
export const ENDPOINTS = {
	authLogin: login('/auth/login'),
	integrationLogin: login('/users/integration/login'),
	issue: {
		method: 'POST',
		path: '/transactions/add-balance',
		summary: 'Issue a balance addition',
		security: { ...TOKEN_AND_KEY, origin: true },
		body: requests.IssueRequest,
		answers: {
			201: found('Addition created', responses.AdditionEnvelope),
			400: refused('Invalid data, inconsistent amount, or bad customerIdentifier'),
			401: denied('Token, secret-key or Origin invalid for the integration'),
			403: refused('No integration access with INTEGRATION_ONLY active'),
			503: refused('GMC flow temporarily unavailable'),
		},
	},
	list: {
		method: 'GET',
		path: '/transactions/add-balance/all',
		summary: 'List additions',
		security: TOKEN,
		query: requests.ListQuery,
		answers: {
			200: found('List returned', responses.AdditionList),
			401: denied('Invalid token'),
		},
	},
	lookup: {
		method: 'GET',
		path: '/transactions/add-balance/{id}',
		summary: 'Look up one addition',
		security: TOKEN,
		params: additionId,
		answers: {
			200: found('Addition found', responses.AdditionEnvelope),
			401: denied('Invalid token'),
			417: refused('Not found, or not linked to the authenticated user'),
		},
	},
	createCustomer: {
		method: 'POST',
		path: '/customers',
		summary: 'Create a customer',
		security: TOKEN_AND_KEY,
		body: requests.CreateCustomerRequest,
		answers: {
			201: found('Created', responses.CreatedCustomer),
			400: refused('Invalid data or required fields missing'),
			401: badCredential,
		},
	},
	listCustomers: {
		method: 'GET',
		path: '/customers/all',
		summary: 'List active customers',
		security: TOKEN_AND_KEY,
		answers: { 200: found('List returned', responses.CustomerList), 401: badCredential },
	},
	updateCustomer: {
		method: 'PATCH',
		path: '/customers/{customerId}',
		summary: 'Update a customer',
		security: TOKEN_AND_KEY,
		params: customerId,
		body: requests.UpdateCustomerRequest,
		answers: {
			200: found('Updated', responses.UpdatedCustomer),
			400: refused('Invalid body'),
			401: badCredential,
			403: notYours,
			404: refused('Customer not found'),
		},
	},
	deleteCustomer: {
		method: 'DELETE',
		path: '/customers/{customerId}',
		summary: 'Delete a customer',
		security: TOKEN_AND_KEY,
		params: customerId,
		answers: {
			200: found('Logically removed', responses.DeletedCustomer),
			401: badCredential,
			403: notYours,
			404: refused('Customer not found'),
		},
	},
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** `METHOD /path/{template}`, the name of an endpoint in faults and in the journal. */
export const routeOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
	`${method} ${path}`;
