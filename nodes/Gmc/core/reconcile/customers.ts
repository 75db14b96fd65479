import { identifierKeys } from '../additions/charge';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { isTooLongForTaxId } from '../customers/taxId';
import type { Entry } from '../ledger/entry';

/** Tells customers by what they are called now, and by what the ledger has beside their `_id`: a tax ID may be corrected. */
export class CustomerNames {
	private readonly inLedger = new Map<string, Set<string>>();

	constructor(
		private readonly directory: CustomerDirectory<Identified>,
		entries: Entry[],
	) {
		for (const { charge } of entries) {
			const id = this.idAmong(charge.identifiers);
			if (id === undefined) continue;
			for (const key of identifierKeys(charge.identifiers)) {
				this.inLedger.set(key, (this.inLedger.get(key) ?? new Set()).add(id));
			}
		}
	}

	/**
	 * The `_id` of the customer that is called so.
	 *
	 * @param owner the entry that has paid what names it: it says who was called so then
	 * @returns undefined where it may be several, or is nobody any more: then a tax ID may have been corrected
	 */
	idOf(identifier: string | undefined, owner?: Entry): string | undefined {
		if (identifier === undefined) return undefined;
		const keys = identifierKeys([identifier]);
		const then = owner?.charge.identifiers ?? [];
		const wasOwners = identifierKeys(then).some((key) => keys.includes(key));
		const id = wasOwners ? this.idAmong(then) : undefined;
		if (id !== undefined) return id;
		const known = keys.flatMap((key) => [...(this.inLedger.get(key) ?? [])]);
		const [only, ...others] = new Set([...this.idsNow(identifier), ...known]);
		if (others.length > 0) return undefined;
		return only ?? (isTooLongForTaxId(identifier) ? identifier : undefined);
	}

	/** The `_id` of an entry's customer. @returns as `idOf` */
	idIn({ charge: { identifiers } }: Entry): string | undefined {
		return this.idAmong(identifiers) ?? this.idOf(identifiers[0]);
	}

	private idAmong(identifiers: string[]): string | undefined {
		return identifiers.find((one) => this.idsNow(one).includes(one) || isTooLongForTaxId(one));
	}

	private idsNow(identifier: string): string[] {
		const found = this.directory.find({ by: 'id', value: identifier });
		const isId = 'customer' in found && found.customer._id === identifier;
		return isId ? [identifier] : this.directory.withTaxId(identifier).map(({ _id }) => _id);
	}
}
