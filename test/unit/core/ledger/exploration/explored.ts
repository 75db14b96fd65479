/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package: it reads a variable */
import { explore } from '../../../../../harness/keys/explore';
import { payer } from '../../../../../harness/keys/payer';
import type { Scenario } from '../../../../../harness/keys/scenario';
import type { World } from '../../../../../harness/keys/worlds';

/** Each world with a crash, and one more run and stall. This number of states takes about 2 GB. */
const IS_LARGER = process.env.LARGER !== undefined;
const AT_MOST = 2_000_000;

/** The states double, and more, with each. */
const rounds = Number(process.env.ROUNDS ?? 1);

/** The world for a test; where there is more, its runs find out their own lost requests, too. */
function sizeOf({ staysSmall, ...world }: World): Scenario {
	if (!IS_LARGER || staysSmall) return { payer: payer(), rounds, ...world };
	const { runs, crashes = 0, stalls = 0 } = world;
	const more = { runs: [...runs, runs.at(-1)!], crashes: Math.max(1, crashes), stalls: stalls + 1 };
	return { payer: payer({ findsOutOwn: true }), rounds, ...world, ...more };
}

/** Tests that nothing goes wrong in these worlds. Each takes long, so there are two files of them. */
export function testWorlds(worlds: Record<string, World>): void {
	test.each(Object.entries(worlds))('%s: nobody is paid twice, nobody is forgotten', (_, world) => {
		const { states, isWhole, counterexample } = explore(sizeOf(world), AT_MOST);
		expect(counterexample?.join('\n')).toBeUndefined();
		expect(isWhole || states === AT_MOST).toBe(true);
		expect(states).toBeGreaterThan(500);
	});
}
