import { EntriesByCharge } from '../../../core/ledger/byCharge';
import type { Entry } from '../../../core/ledger/entry';
import { nameOf, stands } from '../../../core/ledger/entry';
import { isUsersName } from '../../../core/ledger/refs';
import type { AddRun } from './run';

// What the nodes of this execution have left open. It belongs to the execution, not to a node.

/** The entries that other passes have left open, and those that rows of this pass took over in an earlier try. */
export async function entriesOfOtherPasses(run: AddRun): Promise<Entry[]> {
	const { ledger, execution } = run;
	const names = execution.namesOfOthers;
	const wanted = new Set(names.map(nameOf));
	const refs = [...new Set(names.map(({ ref }) => ref))];
	const entries = refs.length > 0 ? await ledger.read({ do: 'read', by: 'ref', values: refs }) : [];
	const named = entries.filter((entry) => wanted.has(nameOf(entry)) && stands(entry));
	const open = (await openOfExecution(run)).filter(({ set }) => set !== execution.set);
	return [...new Map([...named, ...open].map((entry) => [entry.id, entry])).values()];
}

/** Whether the rows have names for good, and the entry has another one: then it is none of theirs, however equal it is. */
export const isApart = ({ protection }: AddRun, { set }: Entry): boolean =>
	protection.isForGood && isUsersName(set);

/** What other nodes of this execution have left open, or had, and no row has taken over since. @throws LedgerError */
export async function lostByOtherNodes(run: AddRun): Promise<EntriesByCharge> {
	const { execution } = run;
	const isFree = (entry: Entry) => !execution.isOfNode(entry) && !execution.isTaken(entry);
	return new EntriesByCharge((await entriesOfOtherPasses(run)).filter(isFree));
}

/** The entries that any node of this execution has left open and is not sending right now. @throws LedgerError */
export async function openOfExecution({ ledger, execution }: AddRun): Promise<Entry[]> {
	if (!execution.mayHaveOpen) return [];
	const entries = await ledger.read({ do: 'read', by: 'execution', values: execution.refs });
	return entries.filter(ledger.isLeftOpen);
}
