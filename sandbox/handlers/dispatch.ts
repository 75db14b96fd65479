import { type EndpointName, ENDPOINTS } from '../contract/endpoints';
import { LoginRequest } from '../contract/requests';
import { parsed, ServiceError, unauthorized } from '../errors';
import { authenticate } from '../rules/access';
import { DEMO_USER } from '../seeds';
import type { Service } from '../service';
import { list, lookup } from './additions';
import { createCustomer, deleteCustomer, listCustomers, updateCustomer } from './customers';
import type { Answer, Exchange, Handler } from './exchange';
import { issue } from './issue';

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

/** Answers a request, also with a refusal; 501 if it is not modelled (assumed). Never throws. */
export function dispatch(service: Service, exchange: Exchange): Answer {
	const { method, path, route } = exchange;
	try {
		service.catchUp();
		const name = NAMES.find((one) => ENDPOINTS[one].route === route);
		if (name === undefined) {
			throw new ServiceError(501, 'NOT_MODELLED', `The sandbox does not model ${method} ${path}`);
		}
		const { security, status } = ENDPOINTS[name];
		// A login has no user yet, and asks for none.
		const user = security.token ? authenticate(service, exchange, security) : DEMO_USER;
		return { status, body: HANDLERS[name](service, exchange, user) };
	} catch (error) {
		const refusal = error instanceof ServiceError ? error : sandboxFault(error);
		return { status: refusal.sentAs, body: refusal.body(path) };
	}
}

const sandboxFault = (error: unknown): ServiceError =>
	new ServiceError(500, 'SANDBOX_BUG', error instanceof Error ? `${error.stack}` : String(error));

/** Login of both addresses (service.md 5). The shape of the answer is a setting (not shown: service.md 4.1). */
function logIn(service: Service, exchange: Exchange): unknown {
	const { email, senha } = parsed(LoginRequest, exchange.body, 'INVALID_BODY');
	const user = service.directory.userByEmail(email);
	if (user === undefined || user.senha !== senha) throw unauthorized('Wrong email or password');
	const settings = service.settings.login;
	const token = service.sessions.open(user._id, settings);
	const text = settings.bearerPrefix ? `Bearer ${token}` : token;
	const { tokenPath } = settings;
	if (tokenPath === '') return text;
	return nested(tokenPath.split('.'), text, settings.withRefreshToken);
}

function nested(path: string[], token: string, withRefreshToken: boolean): object {
	const [key, ...rest] = path;
	if (rest.length > 0) return { [key]: nested(rest, token, withRefreshToken) };
	// First: a client that takes the first text that looks like a token takes the wrong one.
	const refresh = withRefreshToken ? { refreshToken: 'sandbox.refresh.opens-nothing' } : {};
	return { ...refresh, [key]: token };
}
