import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { Gmc } from '../../nodes/Gmc/Gmc.node';
import { GmcTrigger } from '../../nodes/Gmc/GmcTrigger.node';
import { CODES } from '../../nodes/Gmc/core/codes';
import { ROLES, ROLES_TO_PROVE } from '../../nodes/Gmc/core/sheet/headings';
import { markdownTable } from '../../harness/system/table';
import { addOptions } from '../../nodes/Gmc/actions/balance/add/options';

/** In Markdown an underscore may begin emphasis, and a bar ends the cell. */
const escaped = (text = '') => text.replace(/[_|*]/g, '\\$&');
const code = (text: unknown) => `\`${String(text)}\``;

/** Not those that are there for n8n alone, or for a word of warning. */
const isShown = ({ type }: INodeProperties) => !['hidden', 'notice'].includes(type);

const isCollection = ({ type }: INodeProperties) => type === 'collection';
const choicesOf = ({ type, options = [] }: INodeProperties) =>
	type === 'options' ? (options as INodePropertyOptions[]) : [];

/** An option of Balance: Add that is left out may mean other than what the editor fills in. */
const defaultOf = ({ name, default: filledIn }: INodeProperties) =>
	name in addOptions ? addOptions[name].ifAbsent : filledIn;

/** Nothing where its description says it, and where it is what one expects: empty, off, no limit. */
function defaultIn(field: INodeProperties): string {
	if (field.description?.includes('Defaults to ')) return '';
	const value = defaultOf(field);
	if (value === true) return 'Default: on';
	const isSaid = value !== 0 && value !== '' && ['number', 'string'].includes(typeof value);
	return isSaid ? `Default: ${code(value)}` : '';
}

/** The values to choose from, of which one may be the default. */
function choicesIn(field: INodeProperties): string {
	const choices = choicesOf(field);
	const isExplained = choices.some(({ description }) => description !== undefined);
	const named = choices.map(({ name, value, description }) => {
		const label = name === value ? code(value) : `${code(value)} ${escaped(name)}`;
		const mark = value === defaultOf(field) ? ' (default)' : '';
		const text = description === undefined ? '' : `: ${escaped(description)}`;
		return `${label}${mark}${text}`;
	});
	return named.join(isExplained ? '<br>' : ', ');
}

function meaning(field: INodeProperties): string {
	const values = choicesOf(field).length > 0 ? choicesIn : defaultIn;
	const parts = [escaped(field.description), values(field)];
	return parts.filter((part) => part !== '').join('<br>') || '–';
}

/** A field that only a tool has says so. */
const named = (field: INodeProperties): INodeProperties =>
	field.displayOptions?.show?.['@tool']
		? { ...field, displayName: `${field.displayName} (in a tool)` }
		: field;

/** Those of a collection by the way to them, behind the others. */
function fieldsIn(fields: INodeProperties[]): INodeProperties[] {
	const shown = fields.filter(isShown).map(named);
	const options = shown.filter(isCollection).flatMap(({ displayName: collection, options = [] }) =>
		fieldsIn(options as INodeProperties[]).map((option) => {
			return { ...option, displayName: `${collection} → ${option.displayName}` };
		}),
	);
	return [...shown.filter((field) => !isCollection(field)), ...options];
}

const { properties } = new Gmc().description;
const shownAt = ({ displayOptions }: INodeProperties, name: string) =>
	(displayOptions?.show?.[name] as string[] | undefined)?.[0];
const operationFields = properties.filter(({ name }) => name === 'operation');

/** What a section of the reference tells of: an operation, the credential or the trigger. */
interface Section {
	/** Of its table, in the page. */
	name: string;
	heading: string;
	description?: string;
	fields: INodeProperties[];
}

const resources = choicesOf(properties.find(({ name }) => name === 'resource')!);
const operations: Section[] = operationFields.flatMap((field) => {
	const resource = shownAt(field, 'resource')!;
	const { name } = resources.find(({ value }) => value === resource)!;
	return choicesOf(field).map((operation) => ({
		name: `${resource} ${String(operation.value)}`,
		heading: `${name}: ${operation.name}`,
		description: operation.description,
		fields: properties.filter(
			(one) =>
				one.name !== 'operation' &&
				shownAt(one, 'resource') === resource &&
				shownAt(one, 'operation') === operation.value,
		),
	}));
});

/** The many options of Balance: Add have a table of their own, below a heading that says what they are. */
function tablesOf(section: Section): Section[] {
	const { name } = section;
	const fields = fieldsIn(section.fields);
	if (name !== 'balance add') return [{ ...section, fields }];
	const way = 'Options → ';
	const isOption = ({ displayName }: INodeProperties) => displayName.startsWith(way);
	const options = fields.filter(isOption).map((option) => {
		return { ...option, displayName: option.displayName.slice(way.length) };
	});
	return [
		{ ...section, fields: fields.filter((field) => !isOption(field)) },
		{ ...section, name: `${name} options`, fields: options },
	];
}

const SECTIONS = [
	{ name: 'credential', heading: 'Credential', fields: new GmcApi().properties },
	...operations,
	{ name: 'trigger', heading: 'Trigger', fields: new GmcTrigger().description.properties },
]
	.flatMap(tablesOf)
	.filter(({ fields }) => fields.length > 0);

const identityOf = ({ name, description, options }: INodeProperties) =>
	JSON.stringify([name, description, options]);

/** Where a field is described that several sections have: in the first of them. */
const firstOf = new Map<string, string>();
for (const { heading, fields } of SECTIONS)
	for (const field of fields)
		if (!firstOf.has(identityOf(field))) firstOf.set(identityOf(field), heading);

const anchorOf = (heading: string) => heading.toLowerCase().replace(':', '').replace(/ /g, '-');

/** Anchors of the hand-written sections that describe a field by themselves, by its name. */
const BY_HAND: Record<string, string> = {
	amountFormat: 'amounts',
	output: 'simplify',
	outputFields: 'simplify',
	simplify: 'simplify',
	taxIdFormat: 'customers-and-tax-ids',
};

/** A table of the fields that are described here, and links to the others. */
function described({ heading, fields }: Section): string {
	const placeOf = (field: INodeProperties) =>
		BY_HAND[field.name] ?? anchorOf(firstOf.get(identityOf(field))!);
	const isHere = (field: INodeProperties) => placeOf(field) === anchorOf(heading);
	const labelOf = ({ displayName }: INodeProperties) => displayName.split(' → ').at(-1)!;
	const rows = fields
		.filter(isHere)
		.map((field) => [`${field.displayName} ${code(field.name)}`, meaning(field)]);
	const links = fields
		.filter((field) => !isHere(field))
		.map((field) => `[${labelOf(field)}](#${placeOf(field)})`);
	return [
		...(rows.length > 0 ? [markdownTable(['Field', 'Meaning'], rows)] : []),
		...(links.length > 0 ? [`Described elsewhere: ${links.join(', ')}.`] : []),
	].join('\n\n');
}

const operationTable = (): string =>
	markdownTable(
		['Operation', 'Meaning'],
		operations.map(({ name, heading, description }) => [
			`${heading} ${name.split(' ').map(code).join(' ')}`,
			escaped(description),
		]),
	);

const codeTable = (): string =>
	markdownTable(
		['Code', 'Meaning'],
		Object.entries(CODES).map(([name, meaning]) => [code(name), meaning]),
	);

const headingsTable = (): string =>
	markdownTable(
		['A column is', 'If its heading is'],
		[
			...Object.values(ROLES).map(({ label, headings }) => [label, headings.map(code).join(', ')]),
			[
				'what all its values prove',
				Object.entries(ROLES_TO_PROVE)
					.map(([heading, roles]) => {
						const labels = roles.map((role) => ROLES[role].label);
						return `${code(heading)} (${labels.join(' or ')})`;
					})
					.join(', '),
			],
		],
	);

/** Every table of the reference, in Markdown, by its name; made from what the editor shows. */
export const referenceTables = (): Record<string, string> =>
	Object.fromEntries([
		['operations', operationTable()],
		['codes', codeTable()],
		['headings', headingsTable()],
		...SECTIONS.map((section) => [section.name, described(section)] as const),
	]);
