const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/** Libraries that take long to load, and those that they share with the nodes. */
const SHARED = /^(n8n-core|n8n-workflow|@n8n\/[^/]+|luxon|axios|fastify)(\/|$)/;

/**
 * n8n's libraries are loaded once for all test files of a worker: n8n-core alone takes seconds, and without this
 * every file would load it again. The project's modules and all other libraries are loaded for each file.
 */
module.exports = class SharedLibraries extends Runtime {
	requireModuleOrMock(from, name) {
		return SHARED.test(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
