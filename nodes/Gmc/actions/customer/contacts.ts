import type { NewCustomer } from '../../api/customers';
import { sameEmail, sameName } from '../../core/customers/person';
import { maskTaxId, normalizeTaxId } from '../../core/customers/taxId';
import { list, number, ranges, shortened } from '../../core/texts/words';
import { groupsOf } from '../../core/util/groupBy';
import type { InputError } from '../../core/util/inputError';
import { refusal } from '../../core/util/inputError';

interface Contact {
	itemIndex: number;
	input: { fields: NewCustomer };
}

/** So many different contacts are quoted. */
const MAX_QUOTED = 3;
/** So many rows are named. Each of them has the text, so a sheet of one tax ID must not make it long. */
const MAX_ROWS = 10;

/**
 * Refuses contacts of one run that have one tax ID, and another name or email: nobody knows which is right, and each run
 * would change the customer twice. Equal ones are one.
 *
 * @returns by the index of the item
 */
export function differingContacts(contacts: Contact[]): Map<number, InputError> {
	const groups = groupsOf(contacts, ({ input }) => normalizeTaxId(input.fields.taxId));
	const differing = groups.map((group) => ({ group, different: differentOnes(group) }));
	return new Map(
		differing
			.filter(({ different }) => different.length > 1)
			.flatMap(({ group, different }) => {
				const error = refused(group, different);
				return group.map(({ itemIndex }): [number, InputError] => [itemIndex, error]);
			}),
	);
}

/** One of each content, no more than are quoted: else the work would grow with the square of the rows. */
const differentOnes = (group: Contact[]): Contact[] =>
	group.reduce<Contact[]>(
		(found, one) =>
			found.length === MAX_QUOTED || found.some((other) => isSame(one, other))
				? found
				: [...found, one],
		[],
	);

const isSame = ({ input: one }: Contact, { input: other }: Contact): boolean =>
	sameName(one.fields.name, other.fields.name) && sameEmail(one.fields.email, other.fields.email);

function refused(group: Contact[], different: Contact[]): InputError {
	const rows = ranges(group.slice(0, MAX_ROWS).map(({ itemIndex }) => itemIndex + 1));
	const more = group.length > MAX_ROWS ? ` and ${number(group.length - MAX_ROWS)} more` : '';
	const quoted = different.map(
		({ input: { fields } }) => `"${shortened(fields.name, 60)}" ${shortened(fields.email, 60)}`,
	);
	const taxId = maskTaxId(group[0].input.fields.taxId);
	return refusal(
		'CONTACTS_DIFFER',
		`The tax ID ${taxId} stands in rows ${rows}${more} with different contacts: ${list(quoted)}`,
		'Keep one of them, or correct its tax ID, where the contacts come from.',
	);
}
