import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { issuesOf } from '../handlers/exchange';
import { registerPage } from '../page/index-page';
import type { Service } from '../service';
import { type AdminRoute, ROUTES } from './admin-routes';

/** Registers `/_sandbox` and what is below it. */
export function registerAdmin(app: FastifyInstance, service: Service): void {
	const routes: AdminRoute[] = Object.values(ROUTES);
	void app.register((scope, _options, done) => {
		scope.setErrorHandler((error: Error, _request, reply) =>
			reply.code(400).send({ error: error instanceof ZodError ? issuesOf(error) : error.message }),
		);
		for (const { method, path, input, run } of routes) {
			scope.route({
				method,
				url: `/_sandbox${path}`,
				handler: async (request, reply) => {
					service.catchUp();
					const given = method === 'GET' ? request.query : bodyOf(request);
					const answer = run(service, input.parse(given)) ?? { ok: true };
					return await reply.type('application/json').send(JSON.stringify(answer));
				},
			});
		}
		registerPage(scope, service);
		done();
	});
}

const bodyOf = ({ body }: FastifyRequest): unknown =>
	typeof body === 'string' && body !== '' ? JSON.parse(body) : {};
