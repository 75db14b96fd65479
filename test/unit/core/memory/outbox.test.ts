import { Shelf } from '../../../../nodes/Gmc/core/memory/outbox';

test('each thing is given out once, whichever of its keys it is asked for by', () => {
	const [both, one] = [{ keys: ['a', 'b'] }, { keys: ['b'] }];
	const shelf = new Shelf<{ keys: string[] }>(({ keys }) => keys);
	for (const thing of [both, one]) shelf.put(thing);
	expect(shelf.take(['a'])).toBe(both);
	expect(shelf.take(['b'])).toBe(one);
	expect(shelf.take(['a', 'b'])).toBeUndefined();
});
