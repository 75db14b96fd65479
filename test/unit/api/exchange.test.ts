import fc from 'fast-check';
import { pathOf } from '../../../nodes/Gmc/api/exchange';

const BASE = 'https://gmc.example.com/api';
/** The path a server gets to see, after the client has resolved it. */
const arrivesAs = (id: string) => new URL(BASE + pathOf`/customers/${id}`.path).pathname;

test.each(['.', '..'])('the id %j is refused, for no encoding keeps it in its place', (id) => {
	expect(() => pathOf`/customers/${id}`).toThrow(/not an ID/);
});

test('no other id leaves its place in the path', () => {
	const hostile = fc.array(fc.constantFrom('.', '/', '\\', '?', '#', '%', '2', 'e', 'F', 'a', ' '));
	const ids = fc
		.oneof(
			fc.string({ unit: 'binary' }),
			hostile.map((signs) => signs.join('')),
		)
		.filter((id) => id.length > 0 && !/^\.{1,2}$/.test(id));
	fc.assert(
		fc.property(ids, (id) => {
			const [, api, resource, segment, ...rest] = arrivesAs(id).split('/');
			expect([api, resource, rest]).toEqual(['api', 'customers', []]);
			expect(decodeURIComponent(segment)).toBe(id);
		}),
		{ numRuns: 1000 },
	);
});
