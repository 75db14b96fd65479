import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../handlers/exchange';
import { secretKeyOwner, tokenOf } from '../rules/access';
import type { Service } from '../service';
import { masked, type JournalEntry } from '../state/journal';

/** The value of a JSON text, or undefined. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** The JSON of a body; undefined when there is none, it is broken or not declared as JSON. */
function jsonOf({ body, headers }: FastifyRequest): unknown {
	const declared = /\bjson\b/i.test(headers['content-type'] ?? '');
	return declared && typeof body === 'string' ? parseJson(body) : undefined;
}

/** A request of the API as handlers see it. */
export function readExchange(request: FastifyRequest, route: string): Exchange {
	return {
		method: request.method,
		route,
		path: request.url.split('?')[0],
		params: request.params as Record<string, string>,
		query: request.query as Record<string, unknown>,
		headers: request.headers,
		body: jsonOf(request),
	};
}

/** Adds the journal entry of a request, with secrets masked. */
export function openEntry(service: Service, exchange: Exchange, rawBody: unknown): JournalEntry {
	const token = tokenOf(service, exchange);
	const userId = token && service.sessions.userOf(token, service.clock.now());
	const { method, route, path, query } = exchange;
	return service.journal.open({
		at: service.clock.text(),
		method,
		route,
		path,
		query: masked(query) as Record<string, unknown>,
		headers: maskedHeaders(service, exchange, userId),
		body: maskedBody(exchange.body, rawBody),
	});
}

/** The journal only says whether a credential is `absent`, `valid` or `invalid`. */
function maskedHeaders(service: Service, exchange: Exchange, userId: string | undefined) {
	const kept = Object.entries(masked(exchange.headers) as Exchange['headers']).map(
		([name, value]): [string, string] => [name, String(value)],
	);
	const owner = secretKeyOwner(service, exchange)?._id;
	const keyFits = owner !== undefined && (userId === undefined || owner === userId);
	return {
		...Object.fromEntries(kept),
		authorization: verdict(exchange.headers.authorization, userId !== undefined),
		'secret-key': verdict(exchange.headers['secret-key'], keyFits),
	};
}

const verdict = (value: unknown, valid: boolean): string => {
	if (value === undefined) return 'absent';
	return valid ? 'valid' : 'invalid';
};

function maskedBody(json: unknown, raw: unknown): unknown {
	if (typeof json === 'object' && json !== null) return masked(json);
	// Without field names, secrets cannot be masked: only the length is kept.
	return typeof raw === 'string' && raw !== '' ? `[${raw.length} characters]` : null;
}
