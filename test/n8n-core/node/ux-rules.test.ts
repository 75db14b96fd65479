import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { GmcApi } from '../../../credentials/GmcApi.credentials';
import { addOptions } from '../../../nodes/Gmc/actions/balance/add/options';
import { Gmc } from '../../../nodes/Gmc/Gmc.node';
import { GmcTrigger } from '../../../nodes/Gmc/GmcTrigger.node';

// n8n's UX guidelines for verified nodes, as far as its linter does not check them.

const { properties } = new Gmc().description;

const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options = [] }) =>
		(options as INodePropertyOptions[]).map((option) => ({
			...option,
			resource: displayOptions!.show!.resource![0] as string,
		})),
	);

test('actions have no articles', () => {
	for (const { action } of operations) expect(action).not.toMatch(/\b(an?|the)\b/i);
});

test('an operation whose object is not its resource names it', () => {
	const ofTopUps = operations.filter(({ description }) => /top-ups?/i.test(description!));
	for (const { name } of ofTopUps) expect(name).toMatch(/Top-Ups?$/);
	expect(ofTopUps.map(({ value }) => value)).toEqual(['getMany', 'get']);
});

/** What an operation is about, where that is not its resource itself. */
const OBJECTS: Record<string, RegExp> = {
	account: /account/i,
	balance: /top.up|rows/i,
	// n8n gives the description of an upsert, word for word.
	customer: /customer|record/i,
};

test('the action and the description of an operation name what it is about', () => {
	for (const { resource, action, description } of operations)
		for (const text of [action, description]) expect(text).toMatch(OBJECTS[resource]);
});

test('nothing is called permanent, since GMC keeps what it deletes', () => {
	expect(JSON.stringify(properties)).not.toMatch(/permanent/i);
});

/** Fields, and what they hold: options, modes, values to choose from. */
const everything = (all: INodeProperties[]): INodeProperties[] =>
	all.flatMap((one) => {
		const inner = [...(one.options ?? []), ...(one.modes ?? [])] as INodeProperties[];
		return [one, ...everything(inner)];
	});
const fields = [
	...properties,
	...new GmcTrigger().description.properties,
	...new GmcApi().properties,
];
const all = everything(fields);

const collections = fields.filter(({ type }) => type === 'collection');
const optional = collections.flatMap(({ options }) => options as INodeProperties[]);

test('a list is in alphabetical order, and names nothing twice', () => {
	for (const { options = [] } of all) {
		const names = options.map((one) => ('displayName' in one ? one.displayName : one.name));
		const sorted = [...new Set(names)].sort((one, other) => one.localeCompare(other));
		expect(names).toEqual(sorted);
		const values = options.map((one) => ('value' in one ? one.value : one.name));
		expect(new Set(values).size).toBe(values.length);
	}
});

test('every field has a default, and none is required that is only shown once it is added', () => {
	for (const field of [...fields, ...optional]) expect(field).toHaveProperty('default');
	expect(optional.filter(({ required }) => required).map(({ name }) => name)).toEqual([]);
});

test('a hint has at most 120 characters', () => {
	for (const { hint = '' } of all) expect(hint.length).toBeLessThanOrEqual(120);
});

test('a tooltip or notice of one sentence has no full stop, one of several has', () => {
	const notices = all.filter(({ type }) => type === 'notice').map((one) => one.displayName);
	const texts = [...all.flatMap(({ description }) => description ?? []), ...notices];
	for (const text of texts) {
		const sentences = text.replace(/: .*/, '').split(/[.?] (?=[A-Z\d])/).length;
		expect([text, text.endsWith('.')]).toEqual([text, sentences > 1]);
	}
});

/** Who adds these wants them on. */
const SWITCHED_ON = ['dryRun', 'waitForCompletion'];

test('an option that is added has the value that counts without it', () => {
	for (const [name, { field, ifAbsent }] of Object.entries(addOptions))
		if (ifAbsent !== undefined && !SWITCHED_ON.includes(name))
			expect([name, field.default]).toEqual([name, ifAbsent]);
});

/** Options without a value of their own: without them there is no limit. */
const isLimit = ({ name }: INodeProperties) => /^max/.test(name);

const shownDefault = ({ default: value, options = [] }: INodeProperties) => {
	if (value === false) return 'off';
	const choice = (options as INodePropertyOptions[]).find((one) => one.value === value);
	return choice?.name ?? String(value);
};

test('the text of an option says what counts without it', () => {
	const said = optional.filter(({ default: value }) => value !== '' && typeof value !== 'object');
	expect(said.length).toBeGreaterThan(SWITCHED_ON.length);
	for (const field of said) {
		const isOther = isLimit(field) || SWITCHED_ON.includes(field.name);
		const words = isOther ? 'If you leave it out, ' : `Defaults to ${shownDefault(field)}`;
		expect(field.description).toContain(words);
	}
});

test('an option that another one needs is shown with it, and each names the other', () => {
	const dependent = optional.filter(({ displayOptions }) => displayOptions?.show);
	expect(dependent.map(({ name }) => name)).toEqual(['waitTimeout']);
	for (const field of dependent) {
		const [name] = Object.keys(field.displayOptions!.show!);
		const needed = optional.find((one) => one.name === name)!;
		expect(needed.description).toContain(`'${field.displayName}'`);
		expect(field.description).toContain(`'${needed.displayName}'`);
	}
});
