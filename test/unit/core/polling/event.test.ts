import { partFor } from '../../../../nodes/Gmc/core/additions/item';
import {
	EVENTS,
	isEvent,
	occurrenceOf,
	oldestFirst,
	reaches,
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

describe('an addition of two customers', () => {
	const [hers, his] = ['her', 'him'].map((customerIdentifier) => ({ customerIdentifier }));
	const eventOf = (status: string, hersIs: string, hisIs: string) => {
		const items = [
			{ ...hers, status: hersIs },
			{ ...his, status: hisIs },
		];
		const part = partFor({ _id: 'a', status, items, summary: { failedItems: 1 } }, ['her']);
		return EVENTS.filter((event) => isEvent(event, part));
	};
	const always = ['additionCreated', 'additionStatusChanged'];

	test.each([
		['COMPLETED', 'COMPLETED', 'FAILED', 'additionCompleted'],
		['FAILED', 'COMPLETED', 'FAILED', 'additionCompleted'],
		['COMPLETED', 'FAILED', 'COMPLETED', 'additionFailed'],
		['PENDING', 'PENDING', 'FAILED', undefined],
	])('%s, with her item %s and his %s, is her event %s', (status, hersIs, hisIs, event) => {
		const expected = [event, ...always].filter(Boolean).sort();
		expect(eventOf(status, hersIs, hisIs).sort()).toEqual(expected);
	});

	test('reaches a minimum in one currency', () => {
		const paid = (...currencies: string[]) => ({
			_id: 'a',
			items: currencies.map((sourceCurrency) => ({ ...hers, sourceAmount: 60, sourceCurrency })),
		});
		expect(reaches(paid('BRL', 'USD'), 100)).toBe(false);
		expect(reaches(paid('BRL', 'USD', 'BRL'), 100)).toBe(true);
	});
});
