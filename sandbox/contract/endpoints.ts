export interface Endpoint {
	/** `METHOD /path/{template}`, its name in faults and in the journal. */
	route: string;
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Path template below the base URL. */
	path: string;
	/** Headers it requires (service.md 5), the token apart. */
	security: { token: boolean; secretKey: boolean; origin: boolean };
	/** When it does what it is asked for. */
	status: 200 | 201;
}

const NONE = { token: false, secretKey: false, origin: false };
const TOKEN = { ...NONE, token: true };
/** And the token. */
const KEY = { ...TOKEN, secretKey: true };
const ALL = { ...KEY, origin: true };

const endpoint = (
	route: string,
	security: Endpoint['security'],
	status: Endpoint['status'] = 200,
): Endpoint => {
	const [method, path] = route.split(' ') as [Endpoint['method'], string];
	return { route, method, path, security, status };
};

/** The service: service.md 4 for requests and answers, 5 for headers. */
export const ENDPOINTS = {
	authLogin: endpoint('POST /auth/login', NONE),
	integrationLogin: endpoint('POST /users/integration/login', NONE),
	issue: endpoint('POST /transactions/add-balance', ALL, 201),
	list: endpoint('GET /transactions/add-balance/all', TOKEN),
	lookup: endpoint('GET /transactions/add-balance/{id}', TOKEN),
	createCustomer: endpoint('POST /customers', KEY, 201),
	listCustomers: endpoint('GET /customers/all', KEY),
	updateCustomer: endpoint('PATCH /customers/{customerId}', KEY),
	deleteCustomer: endpoint('DELETE /customers/{customerId}', KEY),
};

export type EndpointName = keyof typeof ENDPOINTS;
