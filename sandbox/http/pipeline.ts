import type { FastifyReply, FastifyRequest } from 'fastify';
import { dispatch } from '../handlers/dispatch';
import type { Answer, Exchange } from '../handlers/exchange';
import { bareTaxId } from '../rules/tax-id';
import type { Service } from '../service';
import type { FaultAction, FaultMatch } from '../state/faults';
import type { JournalStatus } from '../state/journal';
import { hang, jsonPayload, payloadOf, reset, send, sendHalf, waited } from './deliver';
import { openEntry, readExchange } from './read';

const HTML = '<!doctype html><html><body><h1>Service error</h1></body></html>';

/**
 * Serves a request of the API: journal, time of work, latency, faults before the handler, handler, faults after it.
 * `stop` ends waiting when the sandbox closes.
 */
export async function serve(
	service: Service,
	route: string,
	request: FastifyRequest,
	reply: FastifyReply,
	stop: AbortSignal,
): Promise<FastifyReply> {
	const isOfSandbox = service.settings.timestamps.dateHeader === 'ofSandboxClock';
	const date = isOfSandbox ? new Date(service.clock.now()) : new Date();
	reply.header('date', date.toUTCString());
	const exchange = readExchange(request, route);
	const entry = openEntry(service, exchange, request.body);
	reply.raw.once('close', () => service.journal.close(entry, reply.raw.writableFinished));
	const fired = service.faults.draw(route, (match) => meets(service, match, exchange));
	entry.faults = fired.map(({ id }) => id);
	const action = fired.map((fault) => fault.action).find(({ type }) => type !== 'latency');
	const ms = workMs(service, route, action) + latencyMs(fired);
	if (ms > 0 && !(await waited(ms, stop))) {
		entry.status = reset(reply);
		return reply;
	}
	const early = action && answerUncommitted(action, reply);
	if (early !== undefined) {
		entry.status = early;
		return reply;
	}
	const answer = dispatch(service, { ...exchange, fault: action });
	entry.status = answerCommitted(action, answer, reply);
	return reply;
}

/** Milliseconds that the request waits for a worker, and that the work takes. */
function workMs(service: Service, route: string, action?: FaultAction): number {
	const { routes, refusals, workMs: length, workers } = service.settings.capacity;
	if (!routes.includes(route) || (refusals === 'atOnce' && action?.type === 'status')) return 0;
	const now = performance.now();
	const turn = service.capacity.turn(now, length, { workers, perSecond: null });
	service.capacity.take(turn);
	return turn.end - now;
}

const latencyMs = (fired: Array<{ action: FaultAction }>): number =>
	fired.reduce((sum, { action }) => sum + (action.type === 'latency' ? action.ms : 0), 0);

/** The answer of a fault; undefined if the handler is to run. */
function answerUncommitted(action: FaultAction, reply: FastifyReply): JournalStatus | undefined {
	switch (action.type) {
		case 'status':
			return send(reply, jsonPayload(action.status, action.body, action.headers));
		case 'resetBefore':
			return reset(reply);
		case 'hang':
			return hang(reply);
		case 'html':
			return send(reply, { status: action.status, contentType: 'text/html', text: HTML });
		case 'rateLimit': {
			const headers = { 'retry-after': String(action.retryAfter) };
			const body = { statusCode: 429, message: 'Too many requests' };
			return send(reply, jsonPayload(429, body, headers));
		}
		default:
			return undefined;
	}
}

/** Sends the handler's answer, as a fault changes it. */
function answerCommitted(
	action: FaultAction | undefined,
	answer: Answer,
	reply: FastifyReply,
): JournalStatus {
	switch (action?.type) {
		case 'commitThenReset':
			return reset(reply);
		case 'commitThenHang':
			return hang(reply);
		case 'halfAnswer':
			return sendHalf(reply, payloadOf(answer));
		case 'json':
			return send(reply, jsonPayload(action.status, action.body));
		default:
			return send(reply, payloadOf(answer));
	}
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
