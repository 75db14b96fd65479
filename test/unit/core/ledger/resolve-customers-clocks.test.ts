import type { Wish } from '../../../../nodes/Gmc/core/ledger/entry';
import { resolveInDoubt } from '../../../../nodes/Gmc/core/ledger/resolve';
import { charge } from './entries-support';
import { added, listing, MINUTE, NOW, RULES, said, wish, World } from './protocol-support';

// Whose addition is whose, where a customer is called otherwise by now, or clocks differ.

let world: World;
beforeEach(() => (world = new World()));

const resolve = (wishes: Wish[]) => said(world.run(resolveInDoubt(wishes, RULES)));

describe('who the customer is by now', () => {
	const named = (...identifiers: string[]) => ({ ...charge(), identifiers });
	const listed = (customerIdentifier: string) => listing(added('a', 5, { customerIdentifier }));
	const ID = '64f0c0ffee64f0c0ffee64f0';

	test.each([
		['the same', named(ID, '52998224725'), named(ID, '52998224725'), '52998224725', 'paid a'],
		['known by its tax ID, too', named(ID), named(ID, '52998224725'), '52998224725', 'paid a'],
		[
			'another one with that tax ID',
			named('52998224725'),
			named('other', '52998224725'),
			'other',
			'inDoubt a',
		],
		[
			'one whose tax ID has changed',
			named(ID, '52998224725'),
			named(ID, '11144477735'),
			'52998224725',
			'inDoubt a',
		],
		[
			'one whose tax ID has changed, named by ID',
			named(ID, '52998224725'),
			named(ID, '11144477735'),
			ID,
			'paid a',
		],
	])('%s', (_, then, now, identifier, expected) => {
		world.other('k', 5, { outcome: 'unknown', charge: then });
		world.listed = listed(identifier);
		expect(resolve([wish('k', { charge: now })])).toEqual({ k: expected });
	});
});

describe('clocks', () => {
	const late = () => ({ ...listing(added('a', 5)), clockOffset: 30 * MINUTE });

	test('that differ: an addition is dated by the service', () => {
		world.other('k', 35, { outcome: 'unknown', heldUntil: NOW + MINUTE });
		world.listed = late();
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
	});

	test('whose difference nobody knows say nothing certain of equal additions', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = { ...listing(added('a', 5)), clockOffset: undefined };
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
	});

	test('that date an addition later than now are not believed', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(added('a', 5), added('future', -11, { customerIdentifier: 'bruno' }));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
	});

	test('some minutes ahead are believed', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(added('a', 5), added('soon', -9, { customerIdentifier: 'bruno' }));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
	});

	test('without a zone put nothing in doubt by being ahead', () => {
		world.other('k', 5, { outcome: 'unknown' });
		const additions = [added('a', 5), added('future', -60, { customerIdentifier: 'bruno' })];
		world.listed = { ...listing(...additions), isZoned: ({ _id }) => _id === 'a' };
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
	});
});
