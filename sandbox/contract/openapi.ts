import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { ENDPOINTS, type Endpoint } from './endpoints';
import { z } from './zod';

const INFO = {
	title: 'GMC balance additions and customers',
	version: '1.0.0',
	description:
		'Made from the schemas the sandbox checks requests with. What the service leaves open ' +
		'(shapes of the list and of the login answer among it) is described as under the default settings.',
};

type RouteConfig = Parameters<OpenAPIRegistry['registerPath']>[0];

/** The OpenAPI 3.1 document of the service as it answers below `baseUrl`. */
export function openApiDocument(baseUrl: string) {
	const registry = new OpenAPIRegistry();
	const token = registry.registerComponent('securitySchemes', 'accessToken', {
		type: 'http',
		scheme: 'bearer',
	});
	const secretKey = registry.registerComponent('securitySchemes', 'secretKey', {
		type: 'apiKey',
		in: 'header',
		name: 'secret-key',
		description: 'Base64 of clientKey:clientSecret',
	});
	const schemes = { token: token.name, secretKey: secretKey.name };
	for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
		registry.registerPath(routeConfig(name, endpoint, schemes));
	}
	const document = { openapi: '3.1.0', info: INFO, servers: [{ url: baseUrl }] };
	return new OpenApiGeneratorV31(registry.definitions).generateDocument(document);
}

function routeConfig(
	operationId: string,
	endpoint: Endpoint,
	schemes: { token: string; secretKey: string },
): RouteConfig {
	const { path, summary, params, query, body, answers } = endpoint;
	const { token, secretKey, origin } = endpoint.security;
	const responses = Object.entries(answers).map(([status, { description, schema }]) => [
		status,
		{ description, content: { 'application/json': { schema } } },
	]);
	return {
		operationId,
		path,
		summary,
		method: endpoint.method.toLowerCase() as RouteConfig['method'],
		security: token ? [{ [schemes.token]: [], ...(secretKey && { [schemes.secretKey]: [] }) }] : [],
		request: {
			params,
			query,
			headers: origin ? z.object({ Origin: z.string() }) : undefined,
			body: body && { required: true, content: { 'application/json': { schema: body } } },
		},
		responses: Object.fromEntries(responses) as RouteConfig['responses'],
	};
}
