import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { ServiceError } from '../errors';
import { issuesOf } from '../handlers/exchange';
import { registerPage } from '../page/register';
import type { Service } from '../service';
import { controlRoutes } from './admin-control';
import { recordRoutes } from './admin-records';
import { ADMIN_PREFIX, AdminError, type AdminRequest } from './admin-route';
import { parseJson } from './read';

/** Registers `/_sandbox` and what is below it. */
export function registerAdmin(app: FastifyInstance, service: Service): void {
	const routes = [...controlRoutes, ...recordRoutes];
	void app.register((scope, _options, done) => {
		scope.setErrorHandler(refuse);
		for (const { method, path, run } of routes) {
			scope.route({
				method,
				url: ADMIN_PREFIX + path,
				handler: async (request, reply) => {
					service.catchUp();
					return await reply.send(run(service, adminRequest(request)) ?? { ok: true });
				},
			});
		}
		registerPage(scope, service, routes);
		done();
	});
}

function refuse(error: Error, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (error instanceof ZodError) return reply.code(400).send({ error: issuesOf(error) });
	const known = error instanceof AdminError || error instanceof ServiceError;
	return reply.code(known ? error.status : 500).send({ error: error.message });
}

function adminRequest(request: FastifyRequest): AdminRequest {
	return {
		params: request.params as Record<string, string>,
		body: (schema) => schema.parse(bodyOf(request)) as never,
		query: (schema) => schema.parse(request.query) as never,
	};
}

function bodyOf({ body }: FastifyRequest): unknown {
	if (typeof body !== 'string' || body === '') return {};
	const value = parseJson(body);
	return value === undefined ? '(text that is not JSON)' : value;
}
