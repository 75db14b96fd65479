/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dispatch } from '../handlers/dispatch';
import type { Answer, Exchange } from '../handlers/exchange';
import { secretKeyOwner, tokenOf } from '../rules/access';
import { bareTaxId } from '../rules/identifiers';
import type { Service } from '../service';
import type { FaultAction, FaultMatch } from '../state/faults';
import { type JournalEntry, type JournalStatus, masked } from '../state/journal';
import { iso } from './views';

const HTML = '<!doctype html><html><body><h1>Service error</h1></body></html>';
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serves a request of the API: journal, latency, faults before the handler, handler, faults after it.
 * `stop` ends waiting when the sandbox closes.
 */
export async function serve(
	service: Service,
	route: string,
	request: FastifyRequest,
	reply: FastifyReply,
	stop: AbortSignal,
): Promise<FastifyReply> {
	reply.header('date', dateHeader(service));
	const exchange = readExchange(request, route);
	const entry = openEntry(service, exchange, request.body);
	reply.raw.once('close', () => service.journal.close(entry));
	const fired = service.faults.draw(route, (match) => meets(service, match, exchange));
	entry.faults = fired.map(({ id }) => id);
	const action = fired.map((fault) => fault.action).find(({ type }) => type !== 'latency');
	const ms = latencyMs(fired);
	const isOpen = ms <= 0 || (await setTimeout(ms, true, { signal: stop }).catch(() => false));
	if (!isOpen) entry.status = reset(reply);
	else {
		const early = action && answerUncommitted(action, reply);
		const answer = () => dispatch(service, { ...exchange, fault: action });
		entry.status = early ?? answerCommitted(action, answer(), reply);
	}
	return reply;
}

/** What an answer tells of the time. */
function dateHeader({ settings, clock }: Service): string {
	const { dateHeader: whose, dateHeaderAheadDays } = settings.timestamps;
	const now = whose === 'ofSandboxClock' ? clock.now() : new Date().getTime();
	return new Date(now + dateHeaderAheadDays * DAY_MS).toUTCString();
}

const DAY_MS = 24 * 60 * 60 * 1000;

const latencyMs = (fired: Array<{ action: FaultAction }>): number =>
	fired.reduce((sum, { action }) => sum + (action.type === 'latency' ? action.ms : 0), 0);

/** The answer of a fault; undefined if the handler is to run. */
function answerUncommitted(action: FaultAction, reply: FastifyReply): JournalStatus | undefined {
	const { type } = action;
	if (type === 'status') return send(reply.headers(action.headers ?? {}), action);
	if (type === 'resetBefore') return reset(reply);
	if (type === 'hang') return hang(reply);
	if (type === 'html') return send(reply, { status: action.status, body: HTML }, 'text/html');
	return undefined;
}

/** Sends the handler's answer, as a fault changes it. */
function answerCommitted(
	action: FaultAction | undefined,
	answer: Answer,
	reply: FastifyReply,
): JournalStatus {
	if (action?.type === 'commitThenReset' || action?.type === 'commitLate') return reset(reply);
	if (action?.type === 'commitThenHang') return hang(reply);
	if (action?.type === 'halfAnswer') return sendHalf(reply, answer);
	if (action?.type === 'json') return send(reply, action);
	const isText = typeof answer.body === 'string';
	return send(reply, answer, isText ? 'text/plain; charset=utf-8' : JSON_TYPE);
}

/** Text is sent as it is, so that a fault can send broken JSON. */
const textOf = (body: unknown): string =>
	typeof body === 'string' ? body : JSON.stringify(body ?? {});

type Sent = Pick<Answer, 'status'> & { body?: unknown };

function send(reply: FastifyReply, { status, body }: Sent, type = JSON_TYPE): JournalStatus {
	void reply.code(status).header('content-type', type).send(textOf(body));
	return status;
}

/** Ends the connection with a reset instead of an answer. */
function reset(reply: FastifyReply): JournalStatus {
	reply.hijack();
	reply.raw.socket?.resetAndDestroy();
	return 'reset';
}

/** Never answers; the connection stays open until the client gives up or the sandbox closes. */
function hang(reply: FastifyReply): JournalStatus {
	reply.hijack();
	return 'hung';
}

/** Sends half of the body and ends the connection. */
function sendHalf(reply: FastifyReply, { status, body }: Answer): JournalStatus {
	reply.hijack();
	const bytes = Buffer.from(textOf(body));
	reply.raw.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': bytes.length });
	const half = bytes.subarray(0, Math.floor(bytes.length / 2));
	reply.raw.write(half, () => reply.raw.socket?.end());
	return 'reset';
}

/** Whether a body has the customer and the amount of a fault. */
function meets(service: Service, match: FaultMatch, { body }: Exchange): boolean {
	const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
	if (match.amount !== undefined && match.amount !== sent.amount) return false;
	if (match.customerIdentifier === undefined) return true;
	const { customerIdentifier } = sent;
	if (typeof customerIdentifier !== 'string') return false;
	return taxIdOf(service, customerIdentifier) === taxIdOf(service, match.customerIdentifier);
}

const taxIdOf = (service: Service, identifier: string): string =>
	bareTaxId(service.directory.customers.get(identifier)?.taxId ?? identifier);

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
function readExchange(request: FastifyRequest, route: string): Exchange {
	return {
		method: request.method,
		route,
		path: request.url.split('?')[0],
		params: request.params as Record<string, string>,
		query: request.query as Record<string, unknown>,
		headers: request.headers as Exchange['headers'],
		body: jsonOf(request),
	};
}

/** Adds the journal entry of a request. It only says whether a credential is `absent`, `valid` or `invalid`. */
function openEntry(service: Service, exchange: Exchange, rawBody: unknown): JournalEntry {
	const { method, route, path, query, headers, body } = exchange;
	const token = tokenOf(exchange);
	const userId = token && service.sessions.userOf(token);
	const owner = secretKeyOwner(service, exchange)?._id;
	const keyFits = owner !== undefined && (userId === undefined || owner === userId);
	return service.journal.open({
		at: iso(service.clock.now()),
		method,
		route,
		path,
		query: masked(query) as Record<string, unknown>,
		headers: {
			origin: String(headers.origin ?? ''),
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
