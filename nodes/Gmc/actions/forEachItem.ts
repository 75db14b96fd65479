import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { GmcClient } from '../api/client';
import type { Columns } from '../core/sheet/columns';
import { groupsOf } from '../core/util/groupBy';
import { GmcRequestError, isFatal } from '../core/service/failure';
import type { ServiceRecord } from '../core/service/record';
import type { RowProblem } from '../shared/errors';
import { toRowProblem } from '../shared/errors';
import { giveWay, mapItems } from '../shared/eventLoop';
import { showHint } from '../shared/context';
import { count, number } from '../core/texts/words';
import { errorOfRow, refuseRows, toErrorItem } from '../shared/refusal';
import { toItem } from '../shared/items';
import { hintAtColumns } from '../shared/cells';
import { Throttle } from '../shared/throttle';
import type { Work } from './operation';

/** How an operation deals with each item. */
export interface ItemWork<Input> {
	/** Reads and checks the fields of one item, without a request. Undefined: it is left out. May throw InputError. */
	read: (itemIndex: number) => Input | undefined;
	/** Under Map Automatically. */
	columns?: Columns;
	/** Checks the rows that were read against each other, without a request. @returns why rows are refused, by index */
	together?: (rows: Array<Row<Input>>) => ReadonlyMap<number, unknown>;
	/** Whether anything is changed at the service, so that a run that is refused says that nothing was sent. */
	isWrite?: boolean;
	/** Returns the records of one item. May throw GmcRequestError or InputError. */
	run: (input: Input) => Promise<ServiceRecord | ServiceRecord[]>;
	/** So many groups of items at once, each group in order. Else all items in order. */
	sideBySide?: { groupOf: (input: Input) => string; atOnce: number };
	/** Called once, after all items. */
	done?: () => void;
}

/** Why items failed, by index. */
type Failures = Map<number, unknown>;

interface Row<Input> {
	itemIndex: number;
	input: Input;
}

type Reading<Input> = Pick<ItemWork<Input>, 'read' | 'columns' | 'isWrite' | 'together'>;

/** In the order of the rows. */
const problemsOf = (failures: Failures): RowProblem[] =>
	[...failures]
		.sort(([one], [other]) => one - other)
		.map(([itemIndex, error]) => toRowProblem(error, itemIndex));

/**
 * Reads every item. A bad one ends the run, and all bad ones are named; under "Continue" they are among the failures.
 *
 * @param read may throw InputError
 */
export async function readInputs<Input>(
	context: IExecuteFunctions,
	count: number,
	{ read, columns, isWrite = false, together }: Reading<Input>,
): Promise<{ rows: Array<Row<Input>>; failures: Failures; leftOut: ReadonlySet<number> }> {
	const failures: Failures = new Map();
	const all: Array<Row<Input>> = [];
	const leftOut = new Set<number>();
	await mapItems(count, (itemIndex) => {
		try {
			const input = read(itemIndex);
			if (input === undefined) leftOut.add(itemIndex);
			else all.push({ itemIndex, input });
		} catch (error) {
			failures.set(itemIndex, error);
		}
	});
	if (columns !== undefined) hintAtColumns(context, columns, [...leftOut]);
	for (const [itemIndex, error] of together?.(all) ?? []) failures.set(itemIndex, error);
	const rows = all.filter(({ itemIndex }) => !failures.has(itemIndex));
	if (failures.size > 0 && !context.continueOnFail()) {
		refuseRows(context, problemsOf(failures), { all: count, isWrite });
	}
	return { rows, failures, leftOut };
}

/**
 * An operation that deals with each item by itself, and pairs what comes out with it. All items are read before the first
 * request, so that a bad row ends the run before anything was sent; under "Continue" it becomes an error item and the
 * good rows go out. After a failure that every row would meet, no more are sent.
 *
 * @param workOf is called once for all items of a run. It may throw InputError or GmcRequestError
 */
export const eachItem = <Input>(
	fields: INodeProperties[],
	workOf: (
		context: IExecuteFunctions,
		client: GmcClient,
	) => ItemWork<Input> | Promise<ItemWork<Input>>,
): Work => ({
	fields,
	execute: async (context, items) =>
		items.length === 0
			? []
			: await forEachItem(context, items, await workOf(context, new GmcClient(context))),
});

async function forEachItem<Input>(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	work: ItemWork<Input>,
): Promise<INodeExecutionData[]> {
	const { rows, failures, leftOut } = await readInputs(context, items.length, work);
	const stopsAtFirst = !context.continueOnFail();
	const { results, fatal } = await runAll(rows, work, failures, stopsAtFirst);
	if (stopsAtFirst && failures.size > 0) {
		throw errorOfRow(context, first(problemsOf(failures)), { all: items.length });
	}
	const failed = items.length - leftOut.size - results.size;
	if (failed > 0) {
		// Under Continue the execution looks like any other.
		const told = `${number(failed)} of ${count(items.length, 'row', 'rows')} failed`;
		showHint(context, 'warning', `${told}. See "error" and "details" of their items`);
	}
	work.done?.();
	const output: INodeExecutionData[] = [];
	for (const itemIndex of items.keys()) {
		if (leftOut.has(itemIndex)) continue;
		// One item may have all top-ups of GMC.
		for (const record of results.get(itemIndex) ?? []) {
			output.push(toItem(context, record, itemIndex));
			await giveWay();
		}
		if (results.has(itemIndex)) continue;
		const error = failures.has(itemIndex) ? failures.get(itemIndex) : fatal;
		output.push(toErrorItem(context, toRowProblem(error, itemIndex)));
	}
	return output;
}

/** Rows of several groups at once may fail in another order. */
const first = (problems: RowProblem[]): RowProblem =>
	problems.reduce((one, other) => (other.itemIndex < one.itemIndex ? other : one));

/** @param failures to which those of `run` are added; rows that were not sent any more are in neither */
async function runAll<Input>(
	rows: Array<Row<Input>>,
	{ run, sideBySide = IN_ORDER }: ItemWork<Input>,
	failures: Failures,
	stopsAtFirst: boolean,
): Promise<{ results: Map<number, ServiceRecord[]>; fatal?: unknown }> {
	const results = new Map<number, ServiceRecord[]>();
	let fatal: unknown;
	const isOver = () => fatal !== undefined || (stopsAtFirst && failures.size > 0);
	const throttle = new Throttle(Infinity, sideBySide.atOnce);
	const runGroup = async (group: Array<Row<Input>>) => {
		for (const { itemIndex, input } of group) {
			if (isOver()) return;
			try {
				const records = await throttle.send(async () => await run(input));
				results.set(itemIndex, [records].flat());
			} catch (error) {
				failures.set(itemIndex, error);
				if (error instanceof GmcRequestError && isFatal(error.failure)) fatal = error;
			}
		}
	};
	const groups = groupsOf(rows, ({ input }) => sideBySide.groupOf(input));
	await throttle.run(groups, runGroup, isOver);
	return { results, fatal };
}

const IN_ORDER = { groupOf: () => '', atOnce: 1 };
