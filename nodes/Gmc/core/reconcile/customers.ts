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
			const id = charge.identifiers.find((one) => this.isId(one));
			if (id === undefined) continue;
			for (const key of identifierKeys(charge.identifiers)) {
				this.inLedger.set(key, (this.inLedger.get(key) ?? new Set()).add(id));
			}
		}
	}

	/**
	 * The `_id` of the customer that is called so.
	 *
	 * @returns undefined where it may be several, or is nobody any more: then a tax ID may have been corrected
	 */
	idOf(identifier: string = ''): string | undefined {
		if (this.isId(identifier)) return identifier;
		const now = this.directory.withTaxId(identifier).map(({ _id }) => _id);
		const then = identifierKeys([identifier]).flatMap((key) => [...(this.inLedger.get(key) ?? [])]);
		const [only, ...others] = new Set([...now, ...then]);
		return others.length > 0 ? undefined : only;
	}

	/** The `_id` of an entry's customer. @returns as `idOf` */
	idIn({ charge: { identifiers } }: Entry): string | undefined {
		return identifiers.find((one) => this.isId(one)) ?? this.idOf(identifiers[0]);
	}

	private isId(identifier: string): boolean {
		return this.directory.withId(identifier) !== undefined || isTooLongForTaxId(identifier);
	}
}
