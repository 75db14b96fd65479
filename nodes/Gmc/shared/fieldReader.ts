import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isRecord } from '../core/service/record';
import { isTool } from './context';

// n8n takes a millisecond or more to resolve an expression, and some time for any other field. A sheet has several for each row.

/** What a field holds in each row. */
type FieldReader = (itemIndex: number) => unknown;

/** Whether a saved parameter is an expression, which n8n resolves for each row. */
export const isExpression = (raw: unknown): raw is string =>
	typeof raw === 'string' && raw.startsWith('=');

/** An expression that is a value of the row and nothing else, such as `{{ $json.order["Order ID"] }}`. */
const OWN_VALUE =
	/^=\{\{\s*\$json((?:\.[\p{L}_][\p{L}\p{N}_]*|\["[^"\\]*"\]|\['[^'\\]*'\])+)\s*\}\}$/u;
const STEP = /\.([\p{L}_][\p{L}\p{N}_]*)|\["([^"\\]*)"\]|\['([^'\\]*)'\]/gu;

/** The names of the fields that lead to the value. Undefined for any other expression. */
function stepsOf(expression: string): string[] | undefined {
	const [, path] = OWN_VALUE.exec(expression) ?? [];
	if (path === undefined) return undefined;
	return [...path.matchAll(STEP)].map(([, ...names]) => names.find((one) => one !== undefined)!);
}

/** Only what n8n would give unchanged: a text, a number, true or false. Undefined for anything else, also where it is missing. */
function plainValue(json: unknown, steps: string[]): unknown {
	const value = steps.reduce(
		(at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined),
		json,
	);
	const isPlain = ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
	return isPlain ? value : undefined;
}

/**
 * Reads what is saved in a field: once if it is no expression, and out of the row if it names a value of the row (n8n.md E10).
 *
 * @param resolve asks n8n
 */
function readerOf(context: IExecuteFunctions, raw: unknown, resolve: FieldReader): FieldReader {
	if (!isExpression(raw)) {
		let field: { value: unknown } | undefined;
		return (itemIndex) => (field ??= { value: resolve(itemIndex) }).value;
	}
	// The items of a tool are those of its agent.
	const steps = isTool(context) ? undefined : stepsOf(raw);
	if (steps === undefined) return resolve;
	const items = context.getInputData();
	return (itemIndex) => plainValue(items[itemIndex]?.json, steps) ?? resolve(itemIndex);
}

/** Reads a field of each row. A locator is read as `{ mode, value }`. */
export function fieldReader(context: IExecuteFunctions, name: string): FieldReader {
	const raw = context.getNode().parameters[name];
	const resolve: FieldReader = (itemIndex) => context.getNodeParameter(name, itemIndex, '');
	if (!isRecord(raw)) return readerOf(context, raw, resolve);
	const { value, ...rest } = raw as IDataObject;
	if (Object.values(rest).some(isExpression)) return resolve;
	const valueAt = readerOf(context, value, (itemIndex) =>
		context.getNodeParameter(`${name}.value`, itemIndex, ''),
	);
	return (itemIndex) => ({ ...rest, value: valueAt(itemIndex) });
}

/** Reads an expression of each row that is not a whole field. */
export const expressionReader = (context: IExecuteFunctions, expression: string): FieldReader =>
	readerOf(context, `=${expression}`, (itemIndex) =>
		context.evaluateExpression(expression, itemIndex),
	);

/** Names of the options that are expressions, so that they may differ from row to row. */
export function expressionsIn(context: IExecuteFunctions): string[] {
	const { options } = context.getNode().parameters;
	if (!isRecord(options)) return [];
	return Object.entries(options).flatMap(([name, raw]) => (isExpression(raw) ? [name] : []));
}

/** Reads the Options of each row. */
export function optionsReader(context: IExecuteFunctions): (itemIndex: number) => IDataObject {
	const names = expressionsIn(context);
	if (names.length === 0) {
		let options: IDataObject | undefined;
		return (at) => (options ??= context.getNodeParameter('options', at, {}) as IDataObject);
	}
	const { options: raw } = context.getNode().parameters;
	const readers = Object.keys(raw as IDataObject).map((name): [string, FieldReader] => [
		name,
		readerOf(context, (raw as IDataObject)[name], (at) =>
			context.getNodeParameter(`options.${name}`, at),
		),
	]);
	return (at) => Object.fromEntries(readers.map(([name, read]) => [name, read(at)])) as IDataObject;
}
