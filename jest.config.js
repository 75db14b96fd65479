const project = (name, options = {}) => ({
	displayName: name,
	roots: ['<rootDir>/test'],
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json', diagnostics: false }] },
	testEnvironment: 'node',
	...options,
});

/** Types are checked once, by `npm run types`; `diagnostics: false` spares every suite doing it again. */
module.exports = {
	projects: [
		project('unit'),
		project('sandbox'),
		project('n8n-core', { setupFiles: ['<rootDir>/test/support/quiet.js'] }),
		project('repository'),
		project('package'),
		project('e2e'),
		project('queue'),
		project('compat'),
	],
};
