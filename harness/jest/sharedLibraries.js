const { isBuiltin, createRequire } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

/** They are ES modules only, which Node.js before 22.12 cannot require: Jest translates them. */
const TRANSLATED = ['get-port', 'milliparsec'];

const isLibrary = (name) =>
	!name.startsWith('.') &&
	!path.isAbsolute(name) &&
	!isBuiltin(name) &&
	!name.startsWith('@jest/') &&
	!TRANSLATED.includes(name);

/**
 * Libraries are loaded once for all test files of a worker: n8n-core alone takes seconds, and without this
 * every file would load it anew. The project's own modules stay anew for each file.
 */
module.exports = class SharedLibraries extends Runtime {
	requireModuleOrMock(from, name) {
		return isLibrary(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
