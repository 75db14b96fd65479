import type { ListedAddition } from '../additions/addition';
import type { Charge } from '../additions/charge';
import { isOther, readItems } from '../additions/item';
import type { Entry } from '../ledger/entry';

/** What a row's name has paid. GMC may list the customer by an identifier that was corrected since. */
export const paidCharge = ({ charge: then }: Entry, now: Charge): Charge => ({
	...now,
	identifiers: [...new Set([...now.identifiers, ...then.identifiers])],
});

/** Whether GMC shows the addition of a name as surely for another customer, amount or currency than the row's. */
export const isOtherThanPaid = (entry: Entry, now: Charge, addition: ListedAddition): boolean =>
	readItems(addition).every((item) => isOther(paidCharge(entry, now), item));
