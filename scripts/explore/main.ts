import { explore } from '../../harness/keys/explore';
import { command, say } from '../command';
import { PAYERS, WORLDS } from './worlds';

/** About 2 GB. */
const AT_MOST = 2_000_000;

const HELP = `Usage: npm run explore -- [--states ${AT_MOST}] [--only NAME]

Tries every order of events of the ledger's protocol, in larger worlds than npm test, up to this number of states each.
--only runs the worlds whose name contains NAME.
`;

const OPTIONS = {
	states: { type: 'string', default: String(AT_MOST) },
	only: { type: 'string', default: '' },
} as const;

command(HELP, OPTIONS, async ({ states: most, only }) => {
	const atMost = Number(most);
	let failures = 0;
	for (const [name, world] of Object.entries(WORLDS)) {
		for (const [how, payer] of Object.entries(PAYERS)) {
			if (!`${name}, ${how}`.includes(only)) continue;
			const { states, isWhole, counterexample } = explore({ ...world, payer }, atMost);
			const tried = isWhole ? `${states} states, to the end` : `the first ${states} states`;
			const result = counterexample
				? `after ${states} states\n  ${counterexample.join('\n  ')}`
				: `${tried}: no row paid twice or forgotten`;
			say(`${name}, ${how}: ${result}`);
			failures += counterexample ? 1 : 0;
		}
	}
	return failures === 0 ? 0 : 1;
});
