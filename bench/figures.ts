import type { SenderCost, SheetFound } from './sheets/measure';
import type { Sender } from './sheets/workflows';

/** A table: titles, and cells that are figures or short texts. */
interface Figures {
	head: string[];
	rows: string[][];
}

/** An aim, and what was found. */
export interface Aim {
	aim: string;
	found: string;
	isMet: boolean;
}

/** What a part of the benchmark has found. */
export interface Finding {
	figures: Figures;
	aims: Aim[];
	/** For the file, in full. */
	sheets: SheetFound[];
}

/** An aim that a figure is not to go beyond. */
export const atMost = (
	what: string,
	found: number,
	most: number,
	show: (value: number) => string = String,
): Aim => ({ aim: `${what}: at most ${show(most)}`, found: show(found), isMet: found <= most });

/** A whole number with its thousands apart. */
export const count = (value: number) => value.toLocaleString('en-US');

/** Milliseconds, or seconds where there are many of them. */
export const millis = (value: number) =>
	value < 1000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;

/** How many times as much. */
export const times = (ratio: number) => `× ${ratio.toFixed(2)}`;

/** A line for each sheet, a column for each sender. */
export function sheetTable(
	sheets: SheetFound[],
	senders: Sender[],
	cell: (cost: SenderCost, sheet: SheetFound) => string,
): Figures {
	const names = senders.map(({ name }) => name);
	return {
		head: ['Rows', 'GMC takes', ...names],
		rows: sheets.map((sheet) => [
			count(sheet.task.rows),
			sheet.task.service,
			...names.map((name) => cell(sheet.costs[name], sheet)),
		]),
	};
}
