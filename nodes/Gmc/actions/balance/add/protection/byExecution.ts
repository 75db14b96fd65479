import { EntriesByCharge } from '../../../../core/ledger/byCharge';
import type { Entry } from '../../../../core/ledger/entry';
import { nameOf } from '../../../../core/ledger/entry';
import { isUsersName } from '../../../../core/ledger/refs';
import { RECENT_MINUTES } from '../../../../core/additions/recent';
import { namedExecution } from '../../../../shared/context';
import { mapItems } from '../../../../shared/eventLoop';
import { entriesOfOtherPasses } from '../leftOpen';
import { lostAnswer } from '../ownProblems';
import { batchRowChanged } from '../problems';
import type { Row } from '../row';
import { chargeOf, isIn } from '../row';
import type { AddRun, Naming, Protection } from '../run';
import { isCalled, stopsAtFirst } from '../run';
import { giveNames, movedIn, nameByCustomer } from './byCustomer';

// What Recent and Off have in common: the execution names the rows, so a retry knows them, and nobody else.

/** @param again what another execution does with rows that are paid */
export const byExecution = (again: string) =>
	({
		// A retry may go from one to the other.
		naming: 'execution',
		isForGood: false,
		sheet: 'topUps',
		hasNamed: ({ set }) => !isUsersName(set),
		name: nameByExecution,
		needsList: true,
		words: {
			open: (_run, _row, entry) => lostAnswer(entry),
			reused: (run, row, entry) => batchRowChanged(run, row, { entries: [entry] }),
			cure: cureIn,
			again: (run) => adviceFor(run, again),
			aboveTotal: "Split the sheet, or raise 'Maximum Total'.",
			// Without names, several rows may equal one top-up, and it need not be theirs (n8n.md E19, E20).
			ended: {
				one: 'equal top-up was made',
				many: 'equal top-ups were made',
				advice:
					"Do not retry that execution: n8n would not run this node. To pay the rest, run the sheet through Balance: Reconcile, with 'Start Date' before that execution, and send only the rows that are notListed",
			},
		},
	}) satisfies Partial<Protection>;

/**
 * Rows of an execution take the entries of their own set first, then equal entries that other passes have left open, of
 * whichever node: each try of a tool's Retry On Fail is a run of its own (n8n.md T4), a lost row may loop back, and another
 * node may be the fallback.
 */
async function nameByExecution(run: AddRun, rows: Row[]): Promise<Naming> {
	const { ledger, execution } = run;
	const { set, mayHaveBegun } = execution;
	const own = mayHaveBegun ? await ledger.read({ do: 'read', by: 'set', values: [set] }) : [];
	const refused = movedIn(rows, set, own);
	const { names } = await nameByCustomer(rows, { set, entries: own, isBatch: false, refused });
	const verdicts = new Map([...refused, ...giveNames(names)]);
	const ofOtherPasses = await entriesOfOtherPasses(run);
	const others = new EntriesByCharge(ofOtherPasses);
	const ownNames = new Set(own.map(nameOf));
	const taken = new Set<string>();
	const planned = rows.filter(isIn('planned')).filter((one) => !verdicts.has(one));
	await mapItems(planned.length, (at) => {
		const row = planned[at];
		if (row.ledgerName && ownNames.has(nameOf(row.ledgerName))) return;
		const isFree = (entry: Entry) => !taken.has(nameOf(entry)) && !execution.isTaken(entry);
		const equal = [...others.of(chargeOf(row))].find(isFree);
		if (equal === undefined) return;
		taken.add(nameOf(equal));
		row.ledgerName = { ref: equal.ref, n: equal.n, set: equal.set };
		execution.take(row.ledgerName);
	});
	return { entries: [...own, ...ofOtherPasses], verdicts };
}

function cureIn(run: AddRun, after: string): string {
	// n8n offers no Retry of what has succeeded under Continue.
	const hasRetry = stopsAtFirst(run) && !isCalled(run) && !run.isTool;
	return hasRetry
		? `Use Executions → Retry of ${namedExecution(run.execution.memory.executionId)} at any time, and of no other one: before ${after} it only asks GMC. If GMC lists the top-up, the row is not sent again. If GMC still does not list it then, it is sent. Before you send the row in any other way, look for it with Balance: Get Many Top-Ups.`
		: `Before you send this row again, look for it with Balance: Get Many Top-Ups after ${after}.`;
}

function adviceFor(run: AddRun, again: string): string {
	if (run.isTool)
		return `Executions → Retry starts the agent from the beginning, and every top-up that it asks for again is paid again, under Recent after ${RECENT_MINUTES} minutes. First look at what Balance: Get Many Top-Ups shows.`;
	const removePaid =
		"Before that, remove the rows that Balance: Get Many Top-Ups shows. Adding an 'Idempotency Key' or a 'Batch Name' now does not protect rows that were sent without one.";
	if (isCalled(run))
		return `This is a sub-workflow. Executions → Retry of the workflow that calls it runs it from the beginning, and does not know which rows were paid. ${removePaid}`;
	return `Executions → Retry of ${namedExecution(run.execution.memory.executionId)} is safe, unless you have sent these rows in another execution since: rows that were paid are not paid again, as long as customer, amount and currency stay the same. Execute step or a new execution ${again}. ${removePaid}`;
}
