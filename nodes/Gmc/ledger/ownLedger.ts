import type { IExecuteFunctions } from 'n8n-workflow';
import { list } from '../core/texts/words';
import { hashOf } from '../core/util/hash';
import type { WorkflowPlace } from './columns';
import { executionPrefix, toWorkflowRow, workflowRef } from './columns';
import type { Condition, DataTable, TableRow } from './dataTable';
import { isAnyOf, lastOfEach } from './dataTable';
import type { Step } from './inlineWorkflow';
import { runSteps } from './inlineWorkflow';
import { LedgerError } from './ledgerError';

// Whose ledger a table is. Its name does not say so: a workflow may move to another project, and a table may be deleted,
// renamed, or made again. So each workflow has a row in its ledger, and n8n remembers that the workflow has paid
// (key-protocol.md "Whose ledger", promises.md P3).

/** What n8n's Remove Duplicates node keeps for a workflow, also where that is moved to another project (n8n.md K14). */
const MEMORY = { type: 'n8n-nodes-base.removeDuplicates', typeVersion: 2 };

/** What is remembered. */
const PAID = 'paid';

/** n8n's error where two calls remember for the first time at the same moment. */
const COLLISION = /unique|duplicate key/i;

/** The ledger of a workflow, under one name. */
export class OwnLedger {
	/** The workflow's own row. */
	readonly row: Condition;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly place: WorkflowPlace,
	) {
		this.row = { column: 'rowRef', is: 'eq', value: workflowRef(place.workflowId) };
	}

	/** Whether the workflow has its row in the table. @throws what n8n throws */
	async hasRow(table: DataTable): Promise<boolean> {
		if (table.beside === 'found') return true;
		return (await table.run([table.get('all', [this.row])])).length > 0;
	}

	/**
	 * Asks n8n whether the workflow has paid under this name. If it has not, n8n remembers that it has, and its row is written.
	 * Only what this call has surely remembered is taken back if the row cannot be written.
	 *
	 * @throws what n8n throws
	 */
	async begin(table: DataTable): Promise<'new' | 'known'> {
		const remember = [this.memory('Remember', REMEMBER)];
		const asked = await this.ask(async () => await runSteps(this.context, remember));
		if (asked === 'known') return asked;
		try {
			await table.run([table.insert()], [toWorkflowRow(this.place, Date.now())]);
			return asked;
		} catch (error) {
			await runSteps(this.context, [this.memory('Forget', FORGET)]).catch(() => {});
			return await Promise.reject(error);
		}
	}

	/**
	 * The same without remembering it. n8n's node cannot only look, so what it has remembered is taken back in the same
	 * call. A run that asks in between waits, and asks again.
	 *
	 * @throws what n8n throws
	 */
	async recall(): Promise<'new' | 'known'> {
		const steps = [this.memory('Remember', REMEMBER), this.memory('Forget', FORGET)];
		return await this.ask(async () => await runSteps(this.context, steps));
	}

	/** @param call lets an item through if n8n did not remember it */
	private async ask(call: () => Promise<unknown[]>): Promise<'new' | 'known'> {
		try {
			return (await call()).length > 0 ? 'new' : 'known';
		} catch (error) {
			if (error instanceof Error && COLLISION.test(error.message)) return 'known';
			return await Promise.reject(error);
		}
	}

	/** Each name of a ledger has a memory of its own, which no node of the user shares. */
	private memory(name: string, parameters: Step['parameters']): Step {
		const id = `gmc-ledger-${hashOf(this.place.ledger, 27)}`;
		return { name, parameters, other: { ...MEMORY, id } };
	}

	/**
	 * Refuses the table if the workflow has paid with another one under this name since: that one was renamed, and an older
	 * copy has its name. A copy with the same rows stops nobody. It takes a call where there are other ledgers.
	 *
	 * @param table its id
	 * @param others the project's other ledgers
	 * @throws LedgerError
	 */
	async refuseOlder(table: string, others: Array<{ id: string; name: string }>): Promise<void> {
		if (others.length === 0) return;
		const { ledger, workflowId } = this.place;
		const ofWorkflow = { column: 'executionRef', is: 'ilike' as const };
		const conditions = [
			{ ...ofWorkflow, value: `${executionPrefix(workflowId)}%` },
			...isAnyOf('ledger', [ledger]),
		];
		const ids = [table, ...others.map(({ id }) => id)];
		const [own, ...theirs] = await lastOfEach(this.context, ids, 'askedAt', conditions);
		const usedAt = (row?: TableRow) => String(row?.askedAt ?? '');
		const newer = others.filter((_, at) => usedAt(theirs[at]) > usedAt(own));
		if (newer.length === 0) return;
		throw ledgerChanged(
			ledger,
			newer.map(({ name }) => name),
		);
	}
}

const SCOPE = { scope: 'node' };
const REMEMBER = {
	operation: 'removeItemsSeenInPreviousExecutions',
	logic: 'removeItemsWithAlreadySeenKeyValues',
	dedupeValue: PAID,
	options: { ...SCOPE, historySize: 100 },
};
const FORGET = {
	operation: 'clearDeduplicationHistory',
	mode: 'cleanDatabase',
	options: SCOPE,
};

/** The workflow has paid with another table. @param now names of tables that have its rows, as far as they can be seen */
export function ledgerChanged(table: string, now: string[] = []): LedgerError {
	const names = list(now.map((name) => `"${name}"`));
	const where = now.length === 0 ? 'has none of its rows' : `lacks rows that are in ${names}`;
	const present = now.length === 0 ? 'the present name of the table that has its rows' : names;
	return new LedgerError(
		`this workflow has paid with another ledger: the Data Table "${table}" of this project ${where}`,
		`If the workflow was moved to another project, move it back. Or set 'Ledger Table' to ${present}, in every GMC node of the workflow. Or import the rows of that table into "${table}".`,
		false,
		'LEDGER_CHANGED',
	);
}
