const path = require('node:path');
const unit = require('./jest.config.js').projects.find(({ displayName }) => displayName === 'unit');

/** A folder of the unit tests, as scripts/mutate/main.ts was given it. */
const tests = process.env.GMC_MUTATE_TESTS ?? '.';

/** What holds for every run of `npm run mutate`; files and folders are given by scripts/mutate/main.ts. */
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
			testMatch: [path.posix.join('<rootDir>/test/unit', tests, '**/*.test.ts')],
			// Jest finds the tests that have to do with a file by the imports of what lies in these.
			roots: ['nodes', 'credentials', 'harness', 'test'].map((folder) => `<rootDir>/${folder}`),
			// In the copy of the repository that is mutated, so that it goes with it.
			cacheDirectory: '<rootDir>/.jest',
			// Takes minutes, as it tries every order of events: nothing to ask about each mutant.
			testPathIgnorePatterns: ['<rootDir>/test/unit/core/ledger/exploration.test.ts'],
		},
	},
	reporters: ['progress-append-only'],
};
