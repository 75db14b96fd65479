import { makeCase } from '../../../../harness/campaign/case';
import { isClean, play } from '../../../../harness/campaign/play';
import { Service } from '../../../../harness/engine/service';

const service = Service.forThisFile();
const CASES = 80;

/** The long one is `npm run campaign`; a failing seed can be played alone with `-- --seed N --runs 1`. */
test(`${CASES} random sheets under random faults: nobody is paid twice, nobody is forgotten`, async () => {
	for (let seed = 1; seed <= CASES; seed++) {
		const result = await play(service, makeCase(seed));
		expect(isClean(result) ? undefined : result).toBeUndefined();
	}
}, 180_000);
