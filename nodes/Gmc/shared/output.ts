import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { refusal } from '../core/util/inputError';
import { outputField, simplifyField } from './commonFields';
import { isTool } from './context';
import type { Option } from './options';
import { choice, flag, readField, shown } from './options';

/** What a record says at least: which one it is, and what became of it. */
export const ALWAYS = [
	'id',
	'additionId',
	'outcome',
	'found',
	'reason',
	'code',
	'error',
	'details',
];

/** Of a simplified record, as n8n asks. */
export const MOST_FIELDS = 10;

/** Simplify. */
export const simplify = { field: simplifyField, ifAbsent: true, read: flag } satisfies Option;

/** Output, which a tool has instead of Simplify. */
export const output = {
	field: outputField,
	ifAbsent: 'simplified',
	read: choice(['simplified', 'raw', 'selectedFields']),
} satisfies Option;

/** Whether flat records come out. @throws InputError */
export const simplifyParameter = (context: IExecuteFunctions, itemIndex: number): boolean =>
	isTool(context)
		? readField(context, output, itemIndex) !== 'raw'
		: readField(context, simplify, itemIndex);

/** The same where the settings could not be read. */
export function isSimplified(context: IExecuteFunctions, itemIndex: number): boolean {
	try {
		return simplifyParameter(context, itemIndex);
	} catch {
		return true;
	}
}

/**
 * What a tool hands to its model: of Selected Fields, only those. Call it before anything is sent, and the result with what
 * came out.
 *
 * @throws InputError
 */
export function outputForModel(
	context: IExecuteFunctions,
): (items: INodeExecutionData[]) => INodeExecutionData[] {
	if (!isTool(context) || context.getNodeParameter('output', 0, '') !== 'selectedFields')
		return (items) => items;
	const fields = context.getNodeParameter('outputFields', 0, []);
	if (!Array.isArray(fields)) throw notAList(fields);
	const isWanted = ([name]: [string, unknown]) => ALWAYS.includes(name) || fields.includes(name);
	const wantedOf = (json: IDataObject): IDataObject =>
		Object.fromEntries(Object.entries(json).filter(isWanted));
	return (items) => items.map((item) => ({ ...item, json: wantedOf(item.json) }));
}

const notAList = (fields: unknown) =>
	refusal(
		'OPTION_INVALID',
		`'Fields' is ${shown(fields)}, but must be a list of names`,
		'Choose them from the list.',
	);
