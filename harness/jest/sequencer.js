const Sequencer = require('@jest/test-sequencer').default;

/** Where no earlier run tells how long a file takes, Jest begins with the largest ones. These are short, and take longest. */
const LONGEST = /[\\/]exploration[\\/]/;

module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isLongest = ({ path }) => LONGEST.test(path);
		return [...sorted.filter(isLongest), ...sorted.filter((test) => !isLongest(test))];
	}
};
