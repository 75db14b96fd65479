import type { Value } from '../../../../core/money/limits';
import type { RunLedger } from '../run/runLedger';

/** What runs of this process are about to send under a limit of the day, by the name of each row. */
const reserved = new Map<RunLedger, Map<string, Value>>();

/** Counts for other runs until `endReservation`. */
export function reserve(ledger: RunLedger, values: Map<string, Value>): void {
	reserved.set(ledger, values);
}

/** The run is over: what it has sent stands in the ledger. */
export function endReservation(ledger: RunLedger): void {
	reserved.delete(ledger);
}

/** What other runs of an account will send. @param known names that are counted already */
export function othersReserved(account: string, known: ReadonlySet<string>): Value[] {
	return [...reserved]
		.filter(([ledger]) => ledger.account === account)
		.flatMap(([, values]) => [...values].filter(([name]) => !known.has(name)))
		.map(([, value]) => value);
}
