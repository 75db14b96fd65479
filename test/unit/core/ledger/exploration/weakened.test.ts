/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package: it prints what it has found */
import { explore } from '../../../../../harness/keys/explore';
import { weakened } from '../../../../../harness/keys/weakened';
import { ONE_ROW, SEVERAL_ROWS } from '../../../../../harness/keys/worlds';

const weaker = Object.entries({ ...ONE_ROW, ...SEVERAL_ROWS }).flatMap(
	([name, { without = {}, ...world }]) =>
		Object.entries(without).map(([step, problem]) => ({ name, world, step, problem })),
);

test.each(weaker)('$name, but where $step', ({ world, step, problem }) => {
	const { counterexample } = explore({ ...world, rounds: 2, payer: weakened[step] });
	process.stdout.write(`${step}:\n  ${counterexample?.join('\n  ')}\n`);
	expect(counterexample?.at(-1)).toMatch(problem);
});

test('each step that can be taken out is', () => {
	expect(weaker.map(({ step }) => step).sort()).toEqual(Object.keys(weakened).sort());
});
