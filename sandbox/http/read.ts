import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../handlers/exchange';
import { secretKeyOwner, tokenOf } from '../rules/access';
import type { Service } from '../service';
import { masked, type JournalEntry } from '../state/journal';

/** The JSON of a body; undefined when there is none, it is broken or not declared as JSON. */
function jsonOf({ body, headers }: FastifyRequest): unknown {
	const declared = /\bjson\b/i.test(headers['content-type'] ?? '');
	try {
		return declared && typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
	} catch {
		return undefined;
	}
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

/** Adds the journal entry of a request. It only says whether a credential is `absent`, `valid` or `invalid`. */
export function openEntry(service: Service, exchange: Exchange, rawBody: unknown): JournalEntry {
	const { method, route, path, query, headers, body } = exchange;
	const token = tokenOf(exchange);
	const userId = token && service.sessions.userOf(token);
	const owner = secretKeyOwner(service, exchange)?._id;
	const keyFits = owner !== undefined && (userId === undefined || owner === userId);
	const kept = Object.entries(masked(headers) as Exchange['headers']);
	return service.journal.open({
		at: service.clock.text(),
		method,
		route,
		path,
		query: masked(query) as Record<string, unknown>,
		headers: {
			...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
			authorization: verdict(headers.authorization, userId !== undefined),
			'secret-key': verdict(headers['secret-key'], keyFits),
		},
		body: maskedBody(body, rawBody),
	});
}

const verdict = (value: unknown, valid: boolean): string =>
	value === undefined ? 'absent' : valid ? 'valid' : 'invalid';

function maskedBody(json: unknown, raw: unknown): unknown {
	if (typeof json === 'object' && json !== null) return masked(json);
	// Without field names, secrets cannot be masked: only the length is kept.
	return typeof raw === 'string' && raw !== '' ? `[${raw.length} characters]` : null;
}
