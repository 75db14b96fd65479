const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take a minute and more. Some are a few lines, and Jest takes small files for quick ones. */
const LONG = [
	'smoke/smoke',
	'e2e/trigger',
	'e2e/trigger-failures',
	'e2e/samples/outside',
	'queue/queue',
	'n8n-core/balance/add/campaign',
	'n8n-core/trigger/campaign',
	'unit/core/ledger/exploration',
];

/** Long files first, so that none is left for the end. Then Jest's own order. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) =>
			LONG.some((name) => path.replaceAll('\\', '/').endsWith(`test/${name}.test.ts`));
		const all = super.sort(tests);
		return [...all.filter(isLong), ...all.filter((test) => !isLong(test))];
	}
};
