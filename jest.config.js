/** They are ES modules only, which Jest cannot require on Node.js before 24.9. */
const ES_MODULES = 'node_modules/(get-port|markdown-table|milliparsec)/';

/** By the imports of what lies in these, Jest finds the tests that have to do with what has changed. */
const FOLDERS = ['bench', 'credentials', 'harness', 'nodes', 'sandbox', 'scripts', 'test'];

const project = (name, options = {}) => ({
	displayName: name,
	roots: FOLDERS.map((folder) => `<rootDir>/${folder}`),
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json', diagnostics: false }],
		[`${ES_MODULES}.+\\.js$`]: [
			'ts-jest',
			{ tsconfig: { allowJs: true, module: 'commonjs', target: 'es2022' }, diagnostics: false },
		],
	},
	transformIgnorePatterns: [`node_modules/(?!${ES_MODULES.slice('node_modules/'.length)})`],
	testEnvironment: 'node',
	...options,
});

/** n8n's libraries once for all files of a worker. */
const inOneN8n = {
	testEnvironment: '<rootDir>/harness/jest/environment.js',
	runtime: '<rootDir>/harness/jest/sharedLibraries.js',
	// n8n logs every failed run; in these tests most runs fail on purpose.
	testEnvironmentOptions: { env: { N8N_LOG_LEVEL: 'silent' } },
};

const withN8n = { globalSetup: '<rootDir>/harness/n8n/jest-setup.ts' };

/** One n8n for all files that neither stop it nor need their own settings. */
const withSharedN8n = {
	globalSetup: '<rootDir>/harness/n8n/shared-setup.ts',
	globalTeardown: '<rootDir>/harness/n8n/shared-teardown.ts',
};

/** Types are checked once, by `npm run types`; `diagnostics: false` spares every suite doing it again. */
module.exports = {
	// Tests marked as concurrent wait for n8n's timers most of the time.
	maxConcurrency: 10,
	// Milliseconds. A test must not fail because another one uses the processor.
	testTimeout: 20_000,
	testSequencer: '<rootDir>/harness/jest/sequencer.js',
	projects: [
		project('unit', inOneN8n),
		project('sandbox'),
		project('n8n-core', inOneN8n),
		project('repository'),
		project('package'),
		project('smoke', withN8n),
		project('e2e', withSharedN8n),
		project('editor', withSharedN8n),
		project('queue', withN8n),
		project('compat'),
	],
};
