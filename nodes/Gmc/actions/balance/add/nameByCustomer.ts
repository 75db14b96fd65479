import { identifierKeys, shareIdentifier } from '../../../core/additions/charge';
import type { Entry } from '../../../core/ledger/entry';
import { isChargedBy } from '../../../core/ledger/entry';
import { customerRef } from '../../../core/ledger/key';
import type { SetName } from '../../../core/ledger/name';
import { nameRows } from '../../../core/ledger/name';
import { groupBy, groupsOf } from '../../../core/util/groupBy';
import { isMisnamed } from './identify';
import { batchRowChanged, batchRowMoved, unreadableEntry } from './problems';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

type Named = SetName & { ref: string; set: string };

/**
 * Names rows by customer. A row whose customer is not known can only take an entry with equal identifiers.
 *
 * @returns the names, and the entries of these customers that no row matches
 */
export function nameRowsOf(
	rows: Row[],
	{ set, entries, isBatch }: { set: string; entries: Entry[]; isBatch: boolean },
): { names: Map<RowIn<'planned'>, Named>; left: Entry[] } {
	const refOf = (row: RowIn<'planned'>): string => {
		if (row.customer !== undefined) return customerRef(set, row.customer.customerId);
		return entries.find((entry) => isChargedBy(entry, chargeOf(row)))?.ref ?? '';
	};
	const planned = rows.filter(isIn('planned')).filter((row) => refOf(row) !== '');
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	// What became of these rows is known by their names.
	const heldUnder = groupBy(
		rows.filter((row) => !isIn('planned')(row)),
		({ ledgerName }) => ledgerName?.ref ?? '',
	);
	const names = new Map<RowIn<'planned'>, Named>();
	const left: Entry[] = [];
	for (const own of groupsOf(planned, refOf)) {
		const ref = refOf(own[0]);
		const misnamed = own.filter(isMisnamed);
		const inOrder = [...own.filter((row) => !isMisnamed(row)), ...misnamed];
		// An entry of a batch may be that of a corrected row.
		const refused = isBatch ? misnamed.length : 0;
		const held = heldUnder(ref).map(({ ledgerName }) => ledgerName?.n);
		const given = nameRows(inOrder.map(chargeOf), entriesOf(ref), isBatch, { refused, held });
		left.push(...given.left);
		for (const [position, row] of inOrder.entries()) {
			const name = given.names[position];
			// A row with a wrong name is refused for that.
			if (!isMisnamed(row) || 'n' in name) names.set(row, { ref, set, ...name });
		}
	}
	return { names, left };
}

/** @param hasBadRows see `batchRowChanged` */
export function giveNames(
	run: AddRun,
	names: Map<RowIn<'planned'>, Named>,
	hasBadRows = false,
): void {
	for (const [row, name] of names) {
		if ('n' in name) row.ledgerName = name;
		else if ('unreadable' in name) row.notAttempt(unreadableEntry(run, row, name.unreadable));
		else row.reject(batchRowChanged(run, row, { ...name, hasBadRows }));
	}
}

/**
 * The set has sent a top-up to a former owner of the row's tax ID, and none to the customer that has it now, by what the
 * row gives. A person must say whether both are the same customer.
 */
export function refuseMoved(rows: Row[], set: string, entries: Entry[]): void {
	const standing = entries.filter(({ outcome }) => outcome !== 'rejected');
	const sentTo = groupBy(standing, ({ ref }) => ref);
	const named = standing.flatMap((entry) =>
		identifierKeys(entry.charge.identifiers).map((key) => ({ key, entry })),
	);
	const withKey = groupBy(named, ({ key }) => key);
	for (const row of rows.filter(isIn('planned'))) {
		if (row.customer === undefined) continue;
		const { customerId, taxId, taxIdOwners } = row.customer;
		const given = [row.state.plan.reference.value];
		// Under another identifier, it may be another row that was sent: two customers may have swapped their tax IDs.
		const isSame = ({ charge }: Entry) => shareIdentifier(charge.identifiers, given);
		if (sentTo(customerRef(set, customerId)).some(isSame)) continue;
		const owners = new Set([...taxIdOwners].map((owner) => customerRef(set, owner)));
		const former = identifierKeys([taxId])
			.flatMap((key) => withKey(key).map(({ entry }) => entry))
			.filter(({ ref }) => !owners.has(ref));
		if (former.length === 0) continue;
		const isPaid = former.some(({ outcome }) => outcome === 'issued');
		if (isPaid) row.reject(batchRowMoved(row, isPaid));
		else row.notAttempt(batchRowMoved(row, isPaid));
	}
}
