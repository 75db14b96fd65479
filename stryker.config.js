const unit = require('./jest.config.js').projects.find(({ displayName }) => displayName === 'unit');

/**
 * `npx stryker run --mutate 'nodes/Gmc/core/money/*.ts'` changes these files in many small ways, and says what no unit
 * test has noticed.
 */
module.exports = {
	testRunner: 'jest',
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// On a busy machine a slow test is not yet one that never ends.
	timeoutMS: 30_000,
	incremental: true,
	// Jest takes the types out without checking them.
	disableTypeChecks: false,
	ignorePatterns: ['.cache', 'dist'],
	jest: {
		config: {
			...unit,
			projects: [],
			// Stryker puts its own environment around one that it finds by name only.
			testEnvironment: 'node',
			runtime: undefined,
			testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
			// Jest finds the tests that have to do with a file by the imports of what lies in these.
			roots: ['nodes', 'credentials', 'harness', 'test'].map((folder) => `<rootDir>/${folder}`),
			// In the copy of the repository that is mutated, so that it goes with it.
			cacheDirectory: '<rootDir>/.jest',
			// Takes minutes, as it tries every order of events: nothing to ask about each mutant.
			testPathIgnorePatterns: ['<rootDir>/test/unit/core/ledger/exploration/'],
		},
	},
	reporters: ['progress-append-only'],
};
