import type { Endpoint } from '../contract/endpoints';
import { ServiceError, unauthorized } from '../errors';
import type { Exchange } from '../handlers/exchange';
import type { User } from '../model';
import type { Service } from '../service';

const BEARER = /^Bearer (\S+)$/i;

/** The token in Authorization (service.md 5). */
export const tokenOf = (exchange: Exchange): string | undefined =>
	BEARER.exec(exchange.headers.authorization ?? '')?.[1];

/** The user a secret-key belongs to: Base64 of `clientKey:clientSecret` in UTF-8 (service.md 5). */
export function secretKeyOwner(service: Service, exchange: Exchange): User | undefined {
	const value = exchange.headers['secret-key'];
	if (value === undefined || value === '') return undefined;
	return service.directory.userByKey(Buffer.from(value, 'base64').toString('utf8'));
}

/**
 * Finds the user and checks the headers that an endpoint requires. Order of the checks (assumed):
 * token, secret-key, Origin. Throws 401 (service.md 7).
 */
export function authenticate(service: Service, exchange: Exchange, security: Endpoint['security']) {
	const user = userOfToken(service, exchange);
	const { requireSecretKeyOnLookups, requireOriginEverywhere } = service.settings.auth;
	if (security.secretKey || requireSecretKeyOnLookups) checkSecretKey(service, exchange, user);
	if (security.origin || requireOriginEverywhere) checkOrigin(exchange, user);
	return user;
}

function userOfToken(service: Service, exchange: Exchange): User {
	const token = tokenOf(exchange);
	if (token === undefined) throw unauthorized('Access token missing');
	const userId = service.sessions.use(token);
	const user = userId === undefined ? undefined : service.directory.users.get(userId);
	if (user === undefined) throw endedToken(service);
	return user;
}

/** How a service tells of a token that has ended: not shown (service.md 5). */
function endedToken({ settings }: Service): ServiceError {
	const told = settings.login.endedTokenAs;
	const message = 'Access token invalid or expired';
	if (told === '401') return unauthorized(message);
	if (told === 'bodyOf200') return new ServiceError(401, 'UNAUTHORIZED', message, 200);
	return new ServiceError(Number(told), 'TOKEN_ENDED', message);
}

/** service.md 4.2, rule 1: the key belongs to the same user as the token. */
function checkSecretKey(service: Service, exchange: Exchange, user: User): void {
	if (exchange.headers['secret-key'] === undefined) throw unauthorized('secret-key missing');
	const owner = secretKeyOwner(service, exchange);
	if (owner === undefined) throw unauthorized('secret-key invalid');
	if (owner._id !== user._id) throw unauthorized('secret-key belongs to another user');
}

/** service.md 4.2, rule 2. Assumed: scheme, host and port must agree; a final slash does not matter. */
function checkOrigin(exchange: Exchange, user: User): void {
	const origin = exchange.headers.origin;
	if (origin === undefined || origin === '') throw unauthorized('Origin missing');
	const bare = origin.toLowerCase().replace(/\/$/, '');
	if (!user.allowedOrigins.includes(bare)) {
		throw unauthorized('Origin is not released in the integration');
	}
}

/** service.md 5: issuing takes an INTEGRATION access with INTEGRATION_ONLY active, else 403. */
export function checkMayIssue({ settings }: Service): void {
	if (settings.auth.integrationOnly) return;
	throw new ServiceError(
		403,
		'INTEGRATION_REQUIRED',
		'Issuing requires an integration access with INTEGRATION_ONLY active',
	);
}
