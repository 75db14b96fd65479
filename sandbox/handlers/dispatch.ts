import { ENDPOINTS, routeOf, type EndpointName } from '../contract/endpoints';
import { ServiceError } from '../errors';
import { authenticate } from '../rules/access';
import { DEMO_USER } from '../seeds';
import type { Service } from '../service';
import { list, lookup } from './additions';
import { issue } from './issue';
import { createCustomer, deleteCustomer, listCustomers, updateCustomer } from './customers';
import type { Answer, Exchange, Handler } from './exchange';
import { logIn } from './login';

const HANDLERS: Record<EndpointName, Handler> = {
	authLogin: logIn,
	integrationLogin: logIn,
	issue,
	list,
	lookup,
	createCustomer,
	listCustomers,
	updateCustomer,
	deleteCustomer,
};

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const BY_ROUTE = new Map(NAMES.map((name) => [routeOf(ENDPOINTS[name]), name]));

/** Answers a request, also with a refusal; 501 if it is not modelled (assumed). Never throws. */
export function dispatch(service: Service, exchange: Exchange): Answer {
	const { method, path, route } = exchange;
	try {
		service.catchUp();
		const name = BY_ROUTE.get(route);
		if (name === undefined) {
			throw new ServiceError(501, 'NOT_MODELLED', `The sandbox does not model ${method} ${path}`);
		}
		const { security, status } = ENDPOINTS[name];
		// A login has no user yet, and asks for none.
		const user = security.token ? authenticate(service, exchange, security) : DEMO_USER;
		return { status, body: HANDLERS[name](service, exchange, user) };
	} catch (error) {
		const refusal = error instanceof ServiceError ? error : sandboxFault(error);
		return { status: refusal.status, body: refusal.body(path) };
	}
}

/** A bug of the sandbox. */
const sandboxFault = (error: unknown): ServiceError =>
	new ServiceError(500, 'SANDBOX_BUG', error instanceof Error ? `${error.stack}` : String(error));
