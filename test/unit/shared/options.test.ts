import { ofRun } from '../../../nodes/Gmc/actions/balance/add/settings';
import { addOptionFields, addOptions } from '../../../nodes/Gmc/actions/balance/add/options';
import type { Option } from '../../../nodes/Gmc/shared/options';
import { optionalText, positiveNumber, readOptions } from '../../../nodes/Gmc/shared/options';

const field = { displayName: 'Limit', name: 'limit', type: 'number', default: 1000 } as const;

describe('an option that is absent', () => {
	test.each([undefined, 5])('counts as %p, whatever the editor loads', (ifAbsent) => {
		const limit: Option = { field, ifAbsent, read: positiveNumber() };
		expect(readOptions({ limit }, { other: 1 })).toEqual({ limit: ifAbsent });
	});

	test.each(['', null, undefined])('is another than one that holds %p', (empty) => {
		const limit = { field, ifAbsent: 5, read: positiveNumber() };
		expect(() => readOptions({ limit }, { limit: empty })).toThrow("'Limit' is empty");
	});
});

test('options are read by their names, each by its reader', () => {
	const note = { field: { ...field, displayName: 'Note', name: 'note' }, read: optionalText };
	const limit = { field, read: positiveNumber() };
	expect(readOptions({ limit, note }, { limit: '7', note: ' x ' })).toEqual({
		limit: 7,
		note: 'x',
	});
});

test('the options of Balance: Add have their names, in the order of the editor', () => {
	expect(Object.entries(addOptions).map(([name, option]) => [name, option.field.name])).toEqual(
		Object.keys(addOptions).map((name) => [name, name]),
	);
	const labels = addOptionFields.map(({ displayName }) => displayName.toLowerCase());
	expect(labels).toEqual([...labels].sort());
});

// Whatever else is added has to be allowed by name.
test('a model may set nothing of the run that lets more money go', () => {
	const allowed = Object.keys(ofRun).filter((name) => ofRun[name].modelMaySet);
	expect(allowed.sort()).toEqual([
		'concurrency',
		'output',
		'simplify',
		'waitForCompletion',
		'waitTimeout',
	]);
});
