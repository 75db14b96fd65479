/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package: it prints what it has found */
import { explore } from '../../../../harness/keys/explore';
import { payer } from '../../../../harness/keys/payer';
import type { Scenario } from '../../../../harness/keys/run';
import { weakened } from '../../../../harness/keys/weakened';
import type { Fate } from '../../../../harness/keys/world';

// Two runs that overlap in every way, and a third after the hold. Larger worlds: `npm run explore`.

const charge = { identifiers: ['ana'], amount: 1, currency: 'BRL' };
const [one, two] = ['k1', 'k2'].map((ref) => ({ ref, charge }));
const ALL: Fate[] = ['done', 'lostDone', 'lostLate', 'lostNever', 'refused'];

test.each([
	['one row, a crash after any step, every fate of a request', [one], 1, ALL],
	['two equal rows, nothing lost', [one, two], 0, ['done'] as Fate[]],
	['two equal rows, answers that name an old addition', [one, two], 0, ['done', 'old'] as Fate[]],
	['one row, settled in bulk, a crash after any step', [one], 1, ALL, 1],
])(
	'%s: nobody is paid twice, nobody is forgotten',
	(_, wishes, crashes, fates, bulkFrom = Infinity) => {
		const settings = { runs: 3, wishes, crashes, fates, payer: payer(undefined, bulkFrom) };
		const { states, counterexample } = explore(settings);
		process.stdout.write(`${states} states\n`);
		expect(counterexample).toBeUndefined();
		expect(states).toBeGreaterThan(1_000);
	},
);

test('two runs that find out at the same moment what was lost share it out in one way', () => {
	const world = { wishes: [one, two], crashes: 0, fates: ['lostDone'] as Fate[] };
	const { states, counterexample } = explore({ runs: 4, lateRuns: 2, ...world, payer: payer() });
	process.stdout.write(`${states} states\n`);
	expect(counterexample).toBeUndefined();
	expect(states).toBeGreaterThan(500);
});

const found: Record<
	string,
	Partial<Scenario> & { crashes: number; fates: Fate[]; problem: RegExp }
> = {
	'the claim is not read after it was written': {
		crashes: 0,
		fates: ['done'],
		problem: /too often/,
	},
	'the lowest id wins': { crashes: 0, fates: ['done'], problem: /too often/ },
	'whoever meets another leaves its claim there and gives up': {
		...{ crashes: 0, fates: ['done'], problem: /waits, although/ },
	},
	'nothing is held back': { crashes: 0, fates: ['lostLate'], problem: /too often/ },
	'an addition may belong to several keys': {
		...{ wishes: [one, two], crashes: 0, fates: ['done', 'lostNever'], problem: /never paid/ },
	},
	'an answer is believed before it was asked who else names the addition': {
		...{ wishes: [one, two], crashes: 1, fates: ['done', 'old'], problem: /never paid/ },
	},
	'rows that others are sending are not waited for': {
		...{ wishes: [one, two], crashes: 0, fates: ['done', 'lostDone'], isOneProcess: true },
		...{ sheetOf: (claim) => (claim === 'run 1' ? [one] : [one, two]), problem: /told paid/ },
	},
	'the intent is written after the request': { crashes: 1, fates: ['done'], problem: /too often/ },
};

test.each(Object.entries(found))('without one step (%s) somebody pays for it', (name, scenario) => {
	const { problem, wishes = [one], ...rest } = scenario;
	const { counterexample } = explore({ runs: 3, wishes, ...rest, payer: weakened[name] });
	process.stdout.write(`${name}:\n  ${counterexample?.join('\n  ')}\n`);
	expect(counterexample?.at(-1)).toMatch(problem);
});

test('a key of one account says nothing about another', () => {
	const sheets = (second: string) => ({
		wishes: [one, { ...two, ref: second }],
		sheetOf: (claim: string) =>
			({ 'run 1': [one], 'run 2': [{ ...two, ref: second }] })[claim] ?? [],
		...{ runs: 3, crashes: 0, fates: ['done'] as Fate[], payer: payer() },
	});
	expect(explore(sheets('k1 of another account')).counterexample).toBeUndefined();
	expect(explore(sheets('k1')).counterexample?.at(-1)).toMatch(/never paid|waits/);
});
