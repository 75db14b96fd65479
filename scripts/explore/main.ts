/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { explore } from '../../harness/keys/explore';
import type { Scenario } from '../../harness/keys/run';
import { payer } from '../../harness/keys/payer';
import type { Fate } from '../../harness/keys/world';
import { leaveWith } from '../../harness/system/main';

// Larger worlds than those of `npm test`: two runs that overlap in every way, and a third after the hold; or two after it.

const charge = { identifiers: ['ana'], amount: 1, currency: 'BRL' };
const [one, two, three] = ['k1', 'k2', 'k3'].map((ref) => ({ ref, charge }));
const ALL: Fate[] = ['done', 'lostDone', 'lostLate', 'lostNever', 'refused'];

const WORLDS: Array<
	[
		name: string,
		world: Pick<Scenario, 'wishes' | 'crashes' | 'fates' | 'lateRuns' | 'sheetOf' | 'isOneProcess'>,
	]
> = [
	['one row, two crashes, every fate', { wishes: [one], crashes: 2, fates: ALL }],
	['three equal rows', { wishes: [one, two, three], crashes: 0, fates: ['done'] }],
	[
		'two equal rows, a crash, answers that name an old addition',
		{ wishes: [one, two], crashes: 1, fates: ['done', 'old'] },
	],
	[
		'two equal rows, a crash, late',
		{ wishes: [one, two], crashes: 1, fates: ['done', 'lostLate'] },
	],
	[
		'two equal rows, a crash, lost',
		{ wishes: [one, two], crashes: 1, fates: ['lostDone', 'lostNever'] },
	],
	[
		'two equal rows, lost, two runs after the hold',
		{ wishes: [one, two], crashes: 0, fates: ['lostDone', 'lostNever'], lateRuns: 2 },
	],
	[
		'two equal rows, lost, runs of one process: what they tell is true',
		{
			...{ wishes: [one, two], crashes: 0, fates: ['done', 'lostDone'], isOneProcess: true },
			sheetOf: (claim) => (claim === 'run 1' ? [one] : [one, two]),
		},
	],
];

async function main(): Promise<number> {
	let failures = 0;
	for (const [name, world] of WORLDS) {
		for (const bulkFrom of [Infinity, 1]) {
			const how = bulkFrom === 1 ? 'settled in bulk' : 'settled one by one';
			const payers = payer(undefined, bulkFrom);
			const { states, counterexample } = explore({
				...{ runs: world.lateRuns ? 2 + world.lateRuns : 3, payer: payers },
				...world,
			});
			const result = counterexample ? `\n  ${counterexample.join('\n  ')}` : 'nobody paid twice';
			process.stdout.write(`${name}, ${how}: ${states} states, ${result}\n`);
			failures += counterexample ? 1 : 0;
		}
	}
	return failures === 0 ? 0 : 1;
}

leaveWith(main());
