import { type Figures, count } from '../figures';
import type { SheetCase, SheetTask } from './measure';

/** Finds the case of a task by the title of its column; undefined where that was not measured. */
export type CaseOf = (sender: string) => SheetCase | undefined;

/** The tasks in their order, and how to find the cases of each. */
export function casesByTask(cases: SheetCase[]): Array<[SheetTask, CaseOf]> {
	const tasks = [...new Set(cases.map(({ task }) => task))];
	return tasks.map((task) => [
		task,
		(sender) => cases.find((one) => one.task === task && one.sender === sender),
	]);
}

/** A line for each task, a column for each sender. */
export function sheetTable(
	cases: SheetCase[],
	senders: string[],
	cell: (one: SheetCase, caseOf: CaseOf) => string,
): Figures {
	return {
		head: ['Rows', 'GMC takes', ...senders],
		rows: casesByTask(cases).map(([{ rows, service }, caseOf]) => [
			count(rows),
			service,
			...senders.map((sender) => cell(caseOf(sender)!, caseOf)),
		]),
	};
}
