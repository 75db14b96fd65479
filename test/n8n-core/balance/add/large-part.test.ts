import { PART } from '../../../../nodes/Gmc/actions/balance/add/send';
import { KEY, OFF } from './given';
import { row } from './people';
import { passTime, Service, times } from './support';

// promises.md P30

const service = Service.forThisFile();
const WEEKS_3 = { seconds: 21 * 24 * 3_600 };

// The insert that reads in the same call what it has written deletes old rows, and lets others go on with its names.
test('no part is larger than one call of the table can write and read, so old rows are deleted', async () => {
	jest.replaceProperty(PART, 'rows', 801);
	await service.addOn([row(1), row(2), row(3)], OFF);
	passTime(WEEKS_3);
	service.ledger = service.ledger.map((entry, at) => ({ ...entry, id: at === 2 ? 4_000 : at + 1 }));
	const sheet = Array.from({ length: 801 }, (_, n) => row(10 + n, { key: `k${n}` }));
	const { outcomes } = await service.addOn(sheet, { ...KEY, concurrency: 100 });
	expect(outcomes).toEqual(times(801, 'issued'));
	expect(service.ledger.filter(({ id }) => Number(id) <= 4_000)).toEqual([]);
});
