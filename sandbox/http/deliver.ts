/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Answer } from '../handlers/exchange';
import type { JournalStatus } from '../state/journal';

export interface Payload {
	status: number;
	contentType: string;
	text: string;
	headers?: Record<string, string>;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function payloadOf({ status, body }: Answer): Payload {
	if (typeof body !== 'string') return jsonPayload(status, body);
	return { status, contentType: 'text/plain; charset=utf-8', text: body };
}

/** Text is sent as it is, so that a fault can send broken JSON. */
export function jsonPayload(
	status: number,
	body: unknown,
	headers?: Record<string, string>,
): Payload {
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
	return { status, contentType: JSON_TYPE, text, headers };
}

export function send(reply: FastifyReply, payload: Payload): JournalStatus {
	void reply
		.code(payload.status)
		.header('content-type', payload.contentType)
		.headers(payload.headers ?? {})
		.send(payload.text);
	return payload.status;
}

/** Ends the connection with a reset instead of an answer. */
export function reset(reply: FastifyReply): JournalStatus {
	reply.hijack();
	reply.raw.socket?.resetAndDestroy();
	return 'reset';
}

/** Never answers; the connection stays open until the client gives up or the sandbox closes. */
export function hang(reply: FastifyReply): JournalStatus {
	reply.hijack();
	return 'hung';
}

/** Sends half of the body and ends the connection. */
export function sendHalf(reply: FastifyReply, payload: Payload): JournalStatus {
	reply.hijack();
	const bytes = Buffer.from(payload.text);
	reply.raw.writeHead(payload.status, {
		'content-type': payload.contentType,
		'content-length': bytes.length,
	});
	const half = bytes.subarray(0, Math.floor(bytes.length / 2));
	reply.raw.write(half, () => reply.raw.socket?.end());
	return 'reset';
}

/** Waits for some real time. @returns false if `stop` was aborted before */
export async function waited(ms: number, stop: AbortSignal): Promise<boolean> {
	return await setTimeout(ms, true, { signal: stop }).catch(() => false);
}
