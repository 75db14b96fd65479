import fc from 'fast-check';
import { pathOf } from '../../../nodes/Gmc/api/request';

const BASE = 'https://gmc.example.com/api';
/** The path a server gets to see, after the client has resolved it. */
const arrivesAs = (id: string) => new URL(BASE + pathOf`/customers/${id}`).pathname;

test('a usual id stands in the path as it is', () => {
	expect(pathOf`/customers/${'665f1c2e9b1d8a0012ab34cd'}`).toBe(
		'/customers/665f1c2e9b1d8a0012ab34cd',
	);
	expect(pathOf`/customers/all`).toBe('/customers/all');
	expect(pathOf`/a/${'x'}/b/${'y'}`).toBe('/a/x/b/y');
});

test.each([
	['../../users', '..%2F..%2Fusers'],
	['a/b', 'a%2Fb'],
	['a?b=c', 'a%3Fb%3Dc'],
	['a#b', 'a%23b'],
	['a%2Fb', 'a%252Fb'],
	['a\r\nHost: x', 'a%0D%0AHost%3A%20x'],
	['José', 'Jos%C3%A9'],
])('the id %j is encoded', (id, encoded) => {
	expect(pathOf`/customers/${id}`).toBe(`/customers/${encoded}`);
});

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
