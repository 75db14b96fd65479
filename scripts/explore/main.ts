/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';
import { explore } from '../../harness/keys/explore';
import { leaveWith } from '../../harness/system/main';
import { PAYERS, WORLDS } from './worlds';

/** About 2 GB. */
const AT_MOST = 2_000_000;

const HELP = `Usage: npm run explore -- [--states ${AT_MOST}] [--only NAME]

Tries every order of events of the ledger's protocol in larger worlds than npm test has, each as far as so many
states go. With --only, those whose name has it.
`;

function main(): number {
	const { values } = parseArgs({
		options: {
			states: { type: 'string' },
			only: { type: 'string', default: '' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const atMost = Number(values.states ?? AT_MOST);
	let failures = 0;
	for (const [name, world] of Object.entries(WORLDS)) {
		for (const [how, payer] of Object.entries(PAYERS)) {
			if (!`${name}, ${how}`.includes(values.only)) continue;
			const { states, isWhole, counterexample } = explore({ ...world, payer }, atMost);
			const tried = isWhole ? `${states} states, to the end` : `the first ${states} states`;
			const result = counterexample
				? `after ${states} states\n  ${counterexample.join('\n  ')}`
				: `${tried}: nobody paid twice or forgotten`;
			process.stdout.write(`${name}, ${how}: ${result}\n`);
			failures += counterexample ? 1 : 0;
		}
	}
	return failures === 0 ? 0 : 1;
}

leaveWith(Promise.resolve(main()));
