import { ENDPOINTS, routeOf, type Endpoint, type EndpointName } from '../contract/endpoints';
import { ServiceError } from '../errors';
import { authenticate } from '../rules/access';
import type { Service } from '../service';
import { list, lookup } from './additions';
import { issue } from './issue';
import { createCustomer, deleteCustomer, listCustomers, updateCustomer } from './customers';
import type { Answer, Exchange, Handler } from './exchange';
import { logIn } from './login';

const HANDLERS: Record<Exclude<EndpointName, 'authLogin' | 'integrationLogin'>, Handler> = {
	issue,
	list,
	lookup,
	createCustomer,
	listCustomers,
	updateCustomer,
	deleteCustomer,
};

type Run = (service: Service, exchange: Exchange) => Answer;

const behind = (endpoint: Endpoint, handler: Handler): Run => {
	return (service, exchange) =>
		handler(service, exchange, authenticate(service, exchange, endpoint.security));
};

const RUNS = new Map<string, Run>([
	[routeOf(ENDPOINTS.authLogin), logIn],
	[routeOf(ENDPOINTS.integrationLogin), logIn],
	...Object.entries(HANDLERS).map(([name, handler]): [string, Run] => {
		const endpoint = ENDPOINTS[name as EndpointName];
		return [routeOf(endpoint), behind(endpoint, handler)];
	}),
]);

/** Answers a request, also with a refusal; 501 if it is not modelled (assumed). Never throws. */
export function dispatch(service: Service, exchange: Exchange): Answer {
	try {
		service.catchUp();
		return (RUNS.get(exchange.route) ?? notModelled)(service, exchange);
	} catch (error) {
		const refusal = error instanceof ServiceError ? error : sandboxFault(error);
		return { status: refusal.status, body: refusal.body(exchange.path) };
	}
}

function notModelled(_service: Service, { method, path }: Exchange): Answer {
	throw new ServiceError(501, 'NOT_MODELLED', `The sandbox does not model ${method} ${path}`);
}

/** A bug of the sandbox. */
const sandboxFault = (error: unknown): ServiceError =>
	new ServiceError(500, 'SANDBOX_BUG', error instanceof Error ? `${error.stack}` : String(error));
