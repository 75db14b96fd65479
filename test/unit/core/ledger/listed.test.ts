import { ChargeIndex } from '../../../../nodes/Gmc/core/additions/chargeIndex';
import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { Listed } from '../../../../nodes/Gmc/core/ledger/listed';
import { charge, RUN, stored } from './entries-support';
import { added } from './protocol-support';

// promises.md P9

const masked = { customerIdentifier: '' };
const ofAna = (more: Partial<Entry> = {}) => stored(1, 'theirs', { additionId: 'a', ...more });
const ofBruno = (more: Partial<Entry> = {}) => ofAna({ id: 2, charge: charge('bruno'), ...more });
const own = { execution: RUN };
const unreadable = { unreadable: ['amount'] };

/** What keeps a row of 10 BRL to this customer back: the ids of the entries that own it, and `?` where it is uncertain. */
function suspect(owners: Entry[], fields: object = {}, customer = 'ana'): string {
	const additions = [added('a', 5, fields)];
	const index = new ChargeIndex(additions.flatMap(readItems));
	const listed = new Listed(index, additions, owners, ({ execution }) => execution === RUN);
	const found = listed.suspectOf(charge(customer));
	if (found === undefined) return 'none';
	expect(found.addition._id).toBe('a');
	return `of ${found.owners.map(({ id }) => id).join(' and ') || 'nobody'}${found.isUncertain ? '?' : ''}`;
}

test.each<[string, Entry[], object, string]>([
	['an equal addition that no entry has made', [], {}, 'of nobody'],
	['one of another execution', [ofAna()], {}, 'of 1'],
	['not one of this execution', [ofAna(own)], {}, 'none'],
	['nor one that another execution names as well', [ofAna(own), ofAna({ id: 3 })], {}, 'none'],
	['one that an entry of another customer names by mistake', [ofBruno()], {}, 'of nobody'],
	['one whose amount cannot be read', [], { sourceAmount: '' }, 'of nobody?'],
	['one whose customer cannot be read', [], masked, 'of nobody?'],
	['not one like that which another row has made', [ofBruno()], masked, 'none'],
	['but one that an unreadable entry may have made', [ofBruno(unreadable)], masked, 'of 2?'],
	[
		'also beside one that can be read',
		[ofBruno(), ofBruno({ id: 3, ...unreadable })],
		masked,
		'of 2 and 3?',
	],
	['not another amount', [], { sourceAmount: 11 }, 'none'],
])('a row is kept back by %s', (_, owners, fields, expected) => {
	expect(suspect(owners, fields)).toBe(expected);
});

test('the row whose addition cannot be read in full is kept back by it', () => {
	expect(suspect([ofBruno()], masked, 'bruno')).toBe('of 2?');
});
