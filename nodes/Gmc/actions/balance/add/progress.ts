import type { Entry } from '../../../core/ledger/entry';
import { count, number } from '../../../core/texts/words';
import { keptInProcess } from '../../../core/util/processMemory';
import { log, namedExecution } from '../../../shared/context';
import { groupsOf } from '../../../core/util/groupBy';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isCancelled } from './run';

// What n8n itself does not show: it ends an execution by Stop or by the workflow's Timeout, and keeps nothing of the node.

/** What entries say of executions (`Entry.execution`) that n8n has ended, as far as this process has seen it. */
const ended = keptInProcess(new Set<string>());
const MAX_ENDED = 1_000;

/** In n8n's log, after each part of a sheet. */
export function logProgress({ context }: AddRun, rows: Row[]): void {
	const sent = rows.filter(({ isSent }) => isSent);
	const refused = sent.filter(isIn('rejected')).length;
	log(
		context,
		'info',
		`${number(sent.length)} of ${number(rows.length)} sent, ${number(refused)} refused`,
	);
}

/** Where n8n has ended the execution, nobody is shown its output. To be called once the results are written. */
export function noteEnded(run: AddRun, rows: Row[]): void {
	const { context, execution, settings } = run;
	if (!isCancelled(run) || settings.dryRun) return;
	const countOf = (...states: Parameters<typeof isIn>) =>
		number(rows.filter(isIn(...states)).length);
	const told = `${countOf('issued')} of ${count(rows.length, 'row was', 'rows were')} paid, ${countOf('unknown', 'sending')} may have been paid`;
	log(context, 'warn', `n8n ended ${namedExecution(context.getExecutionId())}: ${told}`);
	if (ended.size >= MAX_ENDED) ended.clear();
	ended.add(execution.refOf());
}

/** What executions have paid of a sheet that n8n has ended; undefined where there are none. */
export function paidByEnded({ protection }: AddRun, rows: Row[]): string | undefined {
	const paid = rows.flatMap(({ paidBy }) => (paidBy && ended.has(paidBy.execution) ? paidBy : []));
	const { one, many, advice } = protection.words.ended;
	const told = groupsOf([...new Set(paid)], ({ execution }) => execution).map(
		(entries: Entry[]) =>
			`${count(entries.length, one, many)} by ${namedExecution(entries[0].executionId)}, which n8n ended before it was done`,
	);
	return told.length === 0 ? undefined : [...told, ...(advice ? [advice] : [])].join('. ');
}
