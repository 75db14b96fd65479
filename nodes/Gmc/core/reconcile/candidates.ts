import type { ListedAddition } from '../additions/addition';
import type { AdditionItem } from '../additions/item';
import { hasFailed } from '../additions/item';
import { ChargeIndex } from '../additions/matching';
import type { Entry } from '../ledger/entry';
import { isUnreadable, nameOf, hasPaid } from '../ledger/entry';
import { isUsersName } from '../ledger/key';
import { readCurrency } from '../money/currency';
import type { Books, Known } from './books';

/** What may be a row by its content, under the `_id` of its customer. */
export interface Candidate<A extends ListedAddition> extends AdditionItem {
	/** The item of the list; none where only the ledger has it. */
	listed?: AdditionItem<A>;
	/** Who has paid it: under a user's name, or known to the ledger only. */
	entry?: Entry;
	/** Whether it proves a row that equals it: of the period for certain, and paid under no user's name. */
	isProof: boolean;
}

export interface Candidates<A extends ListedAddition> {
	/** The proofs first, then what is not sure, then what a user's name has paid. */
	listed: ChargeIndex<Candidate<A>>;
	/** Entries that may have paid in the period what nobody can point at: no equal addition proves a row. */
	open: ChargeIndex<Candidate<A>>;
}

export const isStanding = ({ addition, claim }: AdditionItem): boolean =>
	!hasFailed(addition, claim);

export const isUsers = (entry: Entry | undefined): boolean =>
	entry !== undefined && isUsersName(entry.ref);

/**
 * @param items of the period @param own names of the rows: what they have paid is theirs alone
 * @param isShown whether GMC has shown an addition
 */
export function candidatesOf<A extends ListedAddition>(
	items: Array<AdditionItem<A>>,
	{ open, paid, ofNames, owners }: Known,
	books: Books<A>,
	{ own, isShown }: { own: ReadonlySet<string>; isShown: (additionId: string) => boolean },
): Candidates<A> {
	const ofList = items.filter(isStanding).map((item): Candidate<A> => {
		const owner = owners.get(item.addition._id);
		const entry = owner && hasPaid(owner) && isUsers(owner) ? owner : undefined;
		const isProof = !entry && books.placeOf(item.addition) === 'within';
		return { ...item, listed: item, entry, isProof };
	});
	const ofEntry = (entry: Entry) => candidateOf<A>(entry, books);
	const unlisted = paid
		.filter((entry) => !own.has(nameOf(entry)) && !isShown(entry.additionId ?? ''))
		.map(ofEntry);
	const [lost, found] = [true, false].map((is) =>
		unlisted.filter(({ entry }) => (isUsers(entry) && !entry?.additionId) === is),
	);
	const rank = ({ isProof, entry }: Candidate<A>) => (isProof ? 0 : isUsers(entry) ? 2 : 1);
	const all = [...ofList, ...found].sort((one, other) => rank(one) - rank(other));
	// What a crash has left behind under a name that has paid since waits for nothing.
	const settled = new Set([...ofNames, ...paid].filter(hasPaid).map(nameOf));
	const inDoubt = open.filter((one) => !settled.has(nameOf(one)) && mayHavePaid(one, books));
	return {
		listed: new ChargeIndex(all),
		open: new ChargeIndex([...inDoubt.map(ofEntry), ...lost]),
	};
}

/**
 * Whether an entry in doubt may have paid in the period. CONTRIBUTING M4: its addition is dated before its hold ends, and
 * then the list is believed; one of a user's name waits for the next run that has it, whenever that is.
 */
function mayHavePaid(entry: Entry, { span, at }: Pick<Books<never>, 'span' | 'at'>): boolean {
	const { ref, askedAt, heldUntil = Infinity } = entry;
	if (isUnreadable(entry)) return true;
	const mayBeOfPeriod = askedAt <= (span.until ?? Infinity) && heldUntil >= span.since;
	return isUsersName(ref) || (mayBeOfPeriod && heldUntil > at);
}

/** What cannot be read of an entry may be anything. */
function candidateOf<A extends ListedAddition>(
	entry: Entry,
	{ customers }: Books<A>,
): Candidate<A> {
	const { amount, currency } = entry.charge;
	const claim = `entry ${entry.id}`;
	return {
		addition: { _id: claim },
		claim,
		identifier: customers.idIn(entry),
		amount: Number.isNaN(amount) ? undefined : amount,
		currency: readCurrency(currency),
		isFailed: false,
		entry,
		isProof: false,
	};
}
