import { partFor } from '../../../../nodes/Gmc/core/additions/item';
import {
	EVENTS,
	isEvent,
	occurrenceOf,
	oldestFirst,
	reaches,
	Seen,
} from '../../../../nodes/Gmc/core/polling/event';

test('events come last where they cannot be dated, as the list has them, and leave the others in order', () => {
	const [z, y] = ['z', 'y'].map((_id) => ({ _id, createdAt: 'soon' }));
	const [c, b, a] = ['c', 'b', 'a'].map((_id, at) => ({ _id, createdAt: `176364000${2 - at}` }));
	const sorted = oldestFirst([c, z, b, y, a], 'UTC');
	expect(sorted.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'z', 'y']);
});

test.each([
	['', 'PENDING'],
	['step1', 'step2'],
	['awaiting the confirmation of the bank', 'awaiting the confirmation of the bank, again'],
])('%j and %j are two statuses', (...statuses) => {
	const remembered = statuses.map((status) => occurrenceOf('additionStatusChanged', { status }));
	expect(new Set(remembered).size).toBe(2);
});

describe("of an addition of two customers, the watched one's part", () => {
	const items = (hers: object, his: object) => [
		{ customerIdentifier: 'her', ...hers },
		{ customerIdentifier: 'him', ...his },
	];

	test.each([
		['COMPLETED', 'COMPLETED', 'FAILED', 'additionCompleted'],
		['FAILED', 'COMPLETED', 'FAILED', 'additionCompleted'],
		['COMPLETED', 'FAILED', 'COMPLETED', 'additionFailed'],
		['PENDING', 'PENDING', 'FAILED', undefined],
	])('%s, with her item %s and his %s, is her event %s', (status, hers, his, event) => {
		const both = items({ status: hers }, { status: his });
		const part = partFor({ _id: 'a', status, items: both, summary: { failedItems: 1 } }, ['her']);
		const ends = EVENTS.filter((one) => /Completed|Failed/.test(one) && isEvent(one, part));
		expect(ends).toEqual(event === undefined ? [] : [event]);
	});

	test('reaches a minimum in one currency', () => {
		const paid = (sourceCurrency: string) => ({ sourceAmount: 60, sourceCurrency });
		const both = (currency: string) => ({ _id: 'a', items: items(paid('BRL'), paid(currency)) });
		expect([reaches(both('USD'), 100), reaches(both('BRL'), 100)]).toEqual([false, true]);
	});
});

test('what was seen takes at most 12 bytes for each of 1,000 additions of 8 days, with up to five statuses', () => {
	const seen = new Seen();
	for (let i = 0; i < 1000; i++) {
		const id = `67f0c0ffee${i.toString(16)}`;
		for (let status = 0; status <= i % 5; status++) {
			seen.note(id, `STATUS_${status}`, `2026-11-1${i % 8}`);
		}
	}
	const beforeEveryDay = '';
	const bytes = Buffer.byteLength(JSON.stringify(seen.toJSON(beforeEveryDay)));
	expect(bytes / 1000).toBeLessThanOrEqual(12);
});
