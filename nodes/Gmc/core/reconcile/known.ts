import type { Protocol } from '../ledger/effects';
import { read, readBatch, readInDoubt, readOwners, readSince } from '../ledger/effects';
import type { Entry } from '../ledger/entry';
import { isInDoubt } from '../ledger/entry';
import { hasPaid } from '../ledger/look';
import type { Span } from './period';

/** What the ledger says about a sheet and a list. */
export interface Known {
	/** Entries of the sheet's keys. */
	ofKeys: Entry[];
	/** Entries of the sheet's batches. */
	ofBatches: Entry[];
	/** Everything of the account whose fate is open. */
	open: Entry[];
	/** Everything of the account that was asked for in the period and has paid, under any protection. */
	paid: Entry[];
	/** Who names the additions of the list, by their ids. */
	owners: ReadonlyMap<string, Entry>;
}

export const NOTHING_KNOWN: Known = {
	ofKeys: [],
	ofBatches: [],
	open: [],
	paid: [],
	owners: new Map(),
};

/** What the ledger is asked about. */
export interface Questions {
	keyRefs: string[];
	batchRefs: string[];
	additionIds: string[];
	span: Span;
}

/**
 * Asks the ledger, and only asks. After the list was read: what it does not show yet is then known to be paid. What is
 * open before what has paid: an entry that is settled meanwhile is then found twice, and not never.
 */
export function* readKnown({ keyRefs, batchRefs, additionIds, span }: Questions): Protocol<Known> {
	const open = (yield* readInDoubt()).filter(isInDoubt);
	const ofKeys = keyRefs.length > 0 ? yield* read(keyRefs) : [];
	const ofBatches: Entry[] = [];
	for (const batchRef of batchRefs) ofBatches.push(...(yield* readBatch(batchRef)));
	const paid = (yield* readSince(span.since, span.until)).filter(hasPaid);
	const owners = additionIds.length > 0 ? yield* readOwners(additionIds) : [];
	return { ofKeys, ofBatches, open, paid, owners: byAddition(owners) };
}

/** One that has paid owns its addition; others have named it, such as one whose addition has failed. */
function byAddition(entries: Entry[]): Map<string, Entry> {
	const sorted = [...entries].sort((one, other) => Number(hasPaid(one)) - Number(hasPaid(other)));
	return new Map(sorted.map((entry) => [entry.additionId ?? '', entry]));
}
