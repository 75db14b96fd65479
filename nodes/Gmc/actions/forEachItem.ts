import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { GmcRequestError, isFatal } from '../core/service/failure';
import type { ServiceRecord } from '../core/service/record';
import { reportProblem, toRowProblem } from '../shared/errors';
import { mapItems } from '../shared/eventLoop';
import { hintAtFailed } from '../shared/hints';
import { refuseRows } from '../shared/refusal';
import { toItem } from '../shared/items';

/** How an operation deals with each item. */
export interface ItemWork<Input> {
	/** Reads and checks the fields of one item, without a request. May throw InputError. */
	read: (itemIndex: number) => Input;
	/** Whether anything is changed at the service, so that a run that is refused says that nothing was sent. */
	isWrite?: boolean;
	/** Returns the records of one item. May throw GmcRequestError or InputError. */
	run: (input: Input) => Promise<ServiceRecord | ServiceRecord[]>;
}

type Attempt<T> = { value: T } | { error: unknown };

/**
 * Runs an operation for every item, in order, and pairs what comes out with it. All items are read before the
 * first request, so that a bad row ends the run before anything was sent; under "Continue" it becomes an
 * error item and the good rows go out. After a failure that every row would meet, no more are sent.
 */
export async function forEachItem<Input>(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ read, run, isWrite = false }: ItemWork<Input>,
): Promise<INodeExecutionData[]> {
	const inputs = await mapItems(items.length, (itemIndex) => attempt(() => read(itemIndex)));
	const bad = inputs.flatMap((input, itemIndex) =>
		'error' in input ? [toRowProblem(input.error, itemIndex)] : [],
	);
	if (bad.length > 0 && !context.continueOnFail()) {
		refuseRows(context, bad, { all: items.length, isWrite });
	}
	const output: INodeExecutionData[] = [];
	let fatal: GmcRequestError | undefined;
	for (const [itemIndex, input] of inputs.entries()) {
		try {
			if ('error' in input) throw input.error;
			if (fatal) throw fatal;
			const records = [await run(input.value)].flat();
			output.push(...records.map((record) => toItem(context, record, itemIndex)));
		} catch (error) {
			if (error instanceof GmcRequestError && isFatal(error.failure)) fatal = error;
			output.push(reportProblem(context, toRowProblem(error, itemIndex)));
		}
	}
	hintAtFailed(context, output, items.length);
	return output;
}

function attempt<T>(work: () => T): Attempt<T> {
	try {
		return { value: work() };
	} catch (error) {
		return { error };
	}
}
