/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setMaxListeners } from 'node:events';
import Fastify, { type FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../contract/endpoints';
import { ServiceError } from '../errors';
import type { Service } from '../service';
import { registerAdmin } from './admin';
import { serve } from './pipeline';

/** The prefix of the API. The paths of service.md 4 follow it. */
export const API_PREFIX = '/api';

/** The web server of a sandbox: the API and the administration. */
export function buildApp(service: Service): FastifyInstance {
	const app = Fastify({
		// Closing must not wait for connections that a fault left hanging.
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		// A long id is not found, like any other.
		routerOptions: { maxParamLength: 4096 },
	});
	const stop = new AbortController();
	// Each waiting answer has a listener.
	setMaxListeners(0, stop.signal);
	app.addHook('preClose', async () => stop.abort());
	// Bodies stay text: the service itself says what is wrong with them.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	registerApi(app, service, stop.signal);
	registerAdmin(app, service);
	return app;
}

function registerApi(app: FastifyInstance, service: Service, stop: AbortSignal): void {
	for (const { method, path, route } of Object.values(ENDPOINTS)) {
		app.route({
			method,
			url: API_PREFIX + path.replace(/\{(\w+)\}/g, ':$1'),
			handler: (request, reply) => serve(service, route, request, reply, stop),
		});
	}
	app.setNotFoundHandler((request, reply) => {
		const { method, url } = request;
		const path = url.split('?')[0];
		if (path === API_PREFIX || path.startsWith(`${API_PREFIX}/`)) {
			const route = `${method} ${path.slice(API_PREFIX.length) || '/'}`;
			return serve(service, route, request, reply, stop);
		}
		return reply.code(404).send({ error: `Nothing at ${path}; see /_sandbox` });
	});
	// For example a body that is too large.
	app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
		const refusal = new ServiceError(error.statusCode ?? 500, 'REQUEST_FAILED', error.message);
		return reply.code(refusal.status).send(refusal.body(request.url.split('?')[0]));
	});
}
