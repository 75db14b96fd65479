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

test('nothing is called permanent, since GMC keeps what it deletes', () => {
	expect(JSON.stringify(properties)).not.toMatch(/permanent/i);
});

/** Fields, and what they hold: options, modes, values to choose from. */
const everything = (all: INodeProperties[]): INodeProperties[] =>
	all.flatMap((one) => {
		const inner = [...(one.options ?? []), ...(one.modes ?? [])] as INodeProperties[];
		return [one, ...everything(inner)];
	});
const all = everything([
	...properties,
	...new GmcTrigger().description.properties,
	...new GmcApi().properties,
]);

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

test('an option that is added has the value that counts without it, or says what does', () => {
	// Who adds these wants them on.
	const SWITCHED_ON = ['dryRun', 'waitForCompletion'];
	for (const [name, { field, ifAbsent }] of Object.entries(addOptions)) {
		if (SWITCHED_ON.includes(name)) continue;
		if (ifAbsent !== undefined) expect([name, field.default]).toEqual([name, ifAbsent]);
		else if (field.default !== '') expect(field.description).toMatch(/If you leave it out, /);
	}
});
