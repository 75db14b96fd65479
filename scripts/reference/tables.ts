import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { Gmc } from '../../nodes/Gmc/Gmc.node';
import { GmcTrigger } from '../../nodes/Gmc/GmcTrigger.node';
import { LEFT_OUT } from '../../nodes/Gmc/actions/balance/add/run/settings';
import { type Language, LEFT_OUT_IN_WORDS, WORDS, inLanguage } from './words';

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
	[head, head.map(() => '---'), ...rows].map(line).join('\n');
/** In Markdown an underscore may begin emphasis, and a bar ends the cell. */
const escaped = (text: string) => text.replace(/[_|*]/g, '\\$&');
const code = (text: unknown) => `\`${String(text)}\``;

/** Fields that are there for n8n alone, for a word of warning, or for workflows of earlier versions. */
const isShown = ({ type, displayOptions }: INodeProperties) =>
	!['hidden', 'notice'].includes(type) &&
	!JSON.stringify(displayOptions ?? {}).includes('"exists":true');

const isCollection = ({ type }: INodeProperties) => type === 'collection';
const optionsIn = (field: INodeProperties) =>
	((field.options ?? []) as INodeProperties[]).filter(isShown);
const choicesOf = ({ type, options = [] }: INodeProperties) =>
	type === 'options' ? (options as INodePropertyOptions[]) : [];

function valueIn(language: Language, value: unknown): string {
	const { on, off } = WORDS[language];
	if (typeof value === 'boolean') return value ? on : off;
	const isPlain = typeof value === 'number' || (typeof value === 'string' && value !== '');
	return isPlain ? code(value) : '–';
}

/** Where Balance: Add does not say what an option means that is left out, it means what it comes as. */
function leftOut(language: Language, { name, default: comesAs }: INodeProperties): string {
	const word = LEFT_OUT_IN_WORDS[name];
	if (word !== undefined) return WORDS[language].without[word];
	const values: Record<string, unknown> = LEFT_OUT;
	return valueIn(language, name in values ? values[name] : comesAs);
}

/** The description, and below it the values to choose from. */
function meaning(language: Language, field: INodeProperties): string {
	const text = (english = '') => escaped(inLanguage(english, language));
	const choices = choicesOf(field);
	const isExplained = choices.some(({ description }) => description !== undefined);
	const named = choices.map(({ name, value, description }) => {
		const label = name === value ? code(value) : `${code(value)} ${escaped(name)}`;
		return description === undefined ? label : `${label}: ${text(description)}`;
	});
	const values = named.join(isExplained ? '<br>' : ', ');
	return [text(field.description), values].filter((part) => part !== '').join('<br>') || '–';
}

function fieldTable(language: Language, fields: INodeProperties[]): string {
	const words = WORDS[language];
	const rows = fields
		.filter((field) => isShown(field) && !isCollection(field))
		.map((field) => [
			field.displayName,
			code(field.name),
			valueIn(language, field.default),
			meaning(language, field),
		]);
	return table([words.field, words.name, words.default, words.meaning], rows);
}

function optionTable(language: Language, collections: INodeProperties[]): string {
	const words = WORDS[language];
	const rows = collections.flatMap((collection) =>
		optionsIn(collection).map((field) => [
			collection.name === 'options'
				? field.displayName
				: `${collection.displayName} → ${field.displayName}`,
			code(field.name),
			leftOut(language, field),
			valueIn(language, field.default),
			meaning(language, field),
		]),
	);
	return table([words.option, words.name, words.leftOut, words.comesAs, words.meaning], rows);
}

const { properties } = new Gmc().description;
const shownAt = ({ displayOptions }: INodeProperties, name: string) =>
	(displayOptions?.show?.[name] as string[] | undefined)?.[0];
const operationFields = properties.filter(({ name }) => name === 'operation');

function operationTable(language: Language): string {
	const { operation, inTheList, value, meaning: does } = WORDS[language];
	const resources = choicesOf(properties.find(({ name }) => name === 'resource')!);
	const rows = operationFields.flatMap((field) => {
		const resource = resources.find((one) => one.value === shownAt(field, 'resource'))!;
		return choicesOf(field).map((one) => [
			`${resource.name}: ${one.name}`,
			one.action ?? '–',
			`${code(resource.value)}, ${code(one.value)}`,
			escaped(inLanguage(one.description ?? '', language)),
		]);
	});
	return table([operation, inTheList, value, does], rows);
}

/** The tables of some fields by the names that they have in the page, those without a row left out. */
function tablesOf(name: string, fields: INodeProperties[], language: Language) {
	const collections = fields.filter(isCollection);
	return {
		...(fields.length > collections.length && { [name]: fieldTable(language, fields) }),
		...(collections.length > 0 && { [`${name} options`]: optionTable(language, collections) }),
	};
}

/** Every table of the reference, in Markdown, by its name; made from what the editor shows. */
export function referenceTables(language: Language): Record<string, string> {
	const operations = operationFields.flatMap((field) =>
		choicesOf(field).map(({ value }) => [shownAt(field, 'resource')!, String(value)] as const),
	);
	const ofOperations = operations.map(([resource, operation]) => {
		const fields = properties.filter(
			(one) =>
				one.name !== 'operation' &&
				shownAt(one, 'resource') === resource &&
				shownAt(one, 'operation') === operation,
		);
		return tablesOf(`${resource} ${operation}`, fields, language);
	});
	return Object.assign(
		{ operations: operationTable(language) },
		tablesOf('credential', new GmcApi().properties, language),
		...ofOperations,
		tablesOf('trigger', new GmcTrigger().description.properties, language),
	) as Record<string, string>;
}
