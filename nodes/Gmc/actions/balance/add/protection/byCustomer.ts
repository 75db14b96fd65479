import { identifierKeys, shareIdentifier } from '../../../../core/additions/charge';
import { EntriesByCharge } from '../../../../core/ledger/byCharge';
import type { Entry } from '../../../../core/ledger/entry';
import { stands } from '../../../../core/ledger/entry';
import { customerRef } from '../../../../core/ledger/refs';
import type { SetName, Unnamed } from '../../../../core/ledger/name';
import { nameRows } from '../../../../core/ledger/name';
import { groupBy, groupsOf } from '../../../../core/util/groupBy';
import { mapItems } from '../../../../shared/eventLoop';
import { isMisnamed } from '../identify';
import type { Row, RowIn } from '../row';
import { chargeOf, isIn } from '../row';
import type { RowCustomer } from '../rowState';
import type { RowVerdict } from '../verdict';

// A set names its rows by their customers, whether it is a batch or an execution.

interface SetOfRows {
	set: string;
	/** All of the set. */
	entries: Entry[];
	isBatch: boolean;
	/** Rows that are refused already. */
	refused: ReadonlyMap<Row, RowVerdict>;
}

/** Or why there is none. */
type Named = (SetName & { ref: string; set: string }) | Unnamed;
export type Names = Map<RowIn<'planned'>, Named>;

/**
 * Names rows by customer. A row whose customer is not known can only take an entry with equal identifiers.
 *
 * @returns the names, and the entries of these customers that no row matches
 */
export async function nameByCustomer(
	rows: Row[],
	{ set, entries, isBatch, refused }: SetOfRows,
): Promise<{ names: Names; left: Entry[] }> {
	const byCharge = new EntriesByCharge(entries);
	const isToName = (row: Row): row is RowIn<'planned'> => isIn('planned')(row) && !refused.has(row);
	const refIn = (row: RowIn<'planned'>): string => {
		if (row.customer) return customerRef(set, row.customer.customerId);
		const [equal] = byCharge.of(chargeOf(row));
		return equal?.ref ?? '';
	};
	const toName = rows.filter(isToName);
	const refs = new Map(await mapItems(toName.length, (at) => [toName[at], refIn(toName[at])]));
	const refOf = (row: RowIn<'planned'>) => refs.get(row)!;
	const planned = [...refs.keys()].filter((row) => refOf(row) !== '');
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	// What became of these rows is known by their names.
	const heldUnder = groupBy(
		rows.filter((row) => !isToName(row)),
		({ ledgerName }) => ledgerName?.ref ?? '',
	);
	const groups = groupsOf(planned, refOf);
	const named = await mapItems(groups.length, (at) => {
		const ref = refOf(groups[at][0]);
		const held = heldUnder(ref).map(({ ledgerName }) => ledgerName?.n);
		return nameRowsOf(groups[at], { ref, set, isBatch, held, entries: entriesOf(ref) });
	});
	const names: Names = new Map(named.flatMap((one) => one.names));
	return { names, left: named.flatMap((one) => one.left) };
}

interface OfCustomer extends Pick<SetOfRows, 'set' | 'entries' | 'isBatch'> {
	ref: string;
	/** Numbers of rows that are named already. */
	held: Array<Entry['n']>;
}

function nameRowsOf(
	rows: Array<RowIn<'planned'>>,
	{ ref, set, entries, isBatch, held }: OfCustomer,
): { names: Array<[RowIn<'planned'>, Named]>; left: Entry[] } {
	const misnamed = rows.filter(isMisnamed);
	const inOrder = [...rows.filter((row) => !isMisnamed(row)), ...misnamed];
	// An entry of a batch may be that of a corrected row.
	const refused = isBatch ? misnamed.length : 0;
	const given = nameRows(inOrder.map(chargeOf), entries, isBatch, { refused, held });
	const names = inOrder.flatMap((row, position): Array<[RowIn<'planned'>, Named]> => {
		const name = given.names[position];
		if ('n' in name) return [[row, { ref, set, ...name }]];
		// A row with a wrong name is refused for that.
		return isMisnamed(row) ? [] : [[row, name]];
	});
	return { names, left: given.left };
}

/** @param hasBadRows see `batchRowChanged` @returns what keeps the others from having a name */
export function giveNames(names: Names, hasBadRows = false): Map<Row, RowVerdict> {
	const verdicts = new Map<Row, RowVerdict>();
	for (const [row, name] of names) {
		if ('n' in name) row.ledgerName = name;
		else verdicts.set(row, name.is === 'changed' ? { ...name, hasBadRows } : name);
	}
	return verdicts;
}

/**
 * Planned rows whose tax ID had another owner, to whom the set has sent a top-up, where it has sent none to the customer that
 * has it now, by what the row gives. A person must say whether both are the same customer.
 */
export function movedIn(rows: Row[], set: string, entries: Entry[]): Map<Row, RowVerdict> {
	const formerOf = formerOwners(set, entries);
	const known = new Map<string, Entry[]>();
	const moved = new Map<Row, RowVerdict>();
	for (const row of rows.filter(isIn('planned'))) {
		if (row.customer === undefined) continue;
		const given = row.state.plan.reference.value;
		const name = JSON.stringify([row.customer.customerId, given]);
		const former = known.get(name) ?? formerOf(row.customer, given);
		known.set(name, former);
		const isPaid = former.some(({ outcome }) => outcome === 'issued');
		if (former.length > 0) moved.set(row, { is: 'moved', isPaid });
	}
	return moved;
}

/** @returns a function that gives the entries of other customers who had the tax ID of this one */
function formerOwners(set: string, entries: Entry[]) {
	// Another account has its own customers.
	const standing = entries.filter((entry) => stands(entry) && !entry.isForeign);
	const sentTo = groupBy(standing, ({ ref }) => ref);
	const named = standing.flatMap((entry) =>
		identifierKeys(entry.charge.identifiers).map((key) => ({ key, entry })),
	);
	const withKey = groupBy(named, ({ key }) => key);
	return ({ customerId, taxId, taxIdOwners }: RowCustomer, given: string): Entry[] => {
		const all = identifierKeys([taxId]).flatMap((key) => withKey(key).map(({ entry }) => entry));
		// Under another identifier, it may be another row that was sent: two customers may have swapped their tax IDs.
		const isSame = ({ charge }: Entry) => shareIdentifier(charge.identifiers, [given]);
		if (all.length === 0 || sentTo(customerRef(set, customerId)).some(isSame)) return [];
		const owners = new Set([...taxIdOwners].map((owner) => customerRef(set, owner)));
		return all.filter(({ ref }) => !owners.has(ref));
	};
}
