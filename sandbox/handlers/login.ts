import { LoginRequest } from '../contract/requests';
import { unauthorized } from '../errors';
import type { Service } from '../service';
import { parsed, type Exchange } from './exchange';

/** Login of both addresses (service.md 5). The shape of the answer is a setting (not shown: service.md 4.1). */
export function logIn(service: Service, exchange: Exchange): unknown {
	const { email, senha } = parsed(LoginRequest, exchange.body, 'INVALID_BODY');
	const user = service.directory.userByEmail(email);
	if (user === undefined || user.senha !== senha) throw unauthorized('Wrong email or senha');
	const settings = service.settings.login;
	const token = service.sessions.open(user._id, service.clock.now(), settings);
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
