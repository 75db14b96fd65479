const { TestEnvironment } = require('jest-environment-node');

const { safeRegex } = require('n8n-workflow');

const RealDate = Date;

// n8n gives a check of a field 250 ms by the clock. A machine that stands still for so long would fail a test.
safeRegex.test = (pattern, input, flags) => new RegExp(pattern, flags).test(input);

/** Used with `instanceof` by libraries and by the project, or replaced by tests. */
const SHARED = (
	'AggregateError Error EvalError Map Math Promise RangeError ReferenceError RegExp Set SyntaxError ' +
	'TypeError URIError WeakMap WeakSet'
).split(' ');

/**
 * Jest gives each test file classes of its own; the libraries that all files share know only those of
 * Node.js, so the files get these. `testEnvironmentOptions.env` holds variables for the libraries.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		Object.assign(process.env, config.projectConfig.testEnvironmentOptions.env);
		for (const name of SHARED) this.global[name] = globalThis[name];
		// A changed clock applies to the libraries, too.
		Object.defineProperty(this.global, 'Date', {
			configurable: true,
			get: () => globalThis.Date,
			set: (date) => (globalThis.Date = date),
		});
	}

	/** Jest measures with this Date how long a file takes; the next run begins with the longest. */
	handleTestEvent({ name }) {
		if (name === 'run_finish') globalThis.Date = RealDate;
	}

	async teardown() {
		globalThis.Date = RealDate;
		await super.teardown();
	}
};
