import { Service } from '../engine/service';
import { makeMixedCase } from './keyedCase';
import { playCase } from './playCase';
import { isClean } from './result';

/**
 * A short campaign. The long one is `npm run campaign`; a failing seed can be played alone with
 * `-- --seed N --runs 1`.
 */
export function campaignTest(first: number, last: number): void {
	const service = Service.forThisFile();
	const count = last - first + 1;
	test(`${count} random sheets under random faults: nobody is paid twice, nobody is forgotten`, async () => {
		for (let seed = first; seed <= last; seed++) {
			const result = await playCase(service, makeMixedCase(seed));
			expect(isClean(result) ? undefined : result).toBeUndefined();
		}
	}, 180_000);
}
