import type { IExecuteFunctions } from 'n8n-workflow';
import {
	expressionReader,
	fieldReader,
	optionsReader,
} from '../../../nodes/Gmc/shared/fieldReader';
import { runProbe } from '../facts/probe';

/** What a row may have in a field, the unusual included. */
const VALUES = [
	'10,50',
	' =1+1',
	'=1+1',
	'',
	0,
	-1.5,
	true,
	false,
	null,
	['a'],
	{ of: 'b' },
	'2026-01-31T00:00:00Z',
	'{{ 1 }}',
];
const rows = [...VALUES.map((value) => ({ value, sub: { 'a b': value } })), {}, { sub: 'text' }];

const EXPRESSIONS = [
	'={{ $json.value }}',
	'={{$json["value"]}}',
	"={{ $json.sub['a b'] }}",
	'={{ $json.sub.length }}',
	'={{ $json.value.length }}',
	'={{ $json.constructor }}',
	'={{ $json.hasOwnProperty }}',
	'={{ $json.nothing.at.all }}',
	'={{ $json.value }} ',
	'= {{ $json.value }}',
	'=ID {{ $json.value }}',
	'={{ $json.value + 1 }}',
	'={{ $json.value }}{{ $json.value }}',
	'={{ $json.value || "none" }}',
	'={{ "text" }}',
	'text',
];

type Outcome = { value: unknown } | { error: string };

const outcomeOf = (read: () => unknown): Outcome => {
	try {
		return { value: read() };
	} catch (error) {
		return { error: (error as Error).message };
	}
};

/** Calls `read` in a node of n8n with these rows, for each of them. */
async function inEachRow<T>(
	field: unknown,
	open: (context: IExecuteFunctions) => (itemIndex: number) => T,
): Promise<T[]> {
	const read: T[] = [];
	await runProbe({
		rows,
		properties: [
			{ displayName: 'Field', name: 'field', type: 'string', default: '' },
			{ displayName: 'Options', name: 'options', type: 'json', default: {} },
		],
		parameters: { field, options: { first: field, other: 'fixed' } } as never,
		async execute() {
			const at = open(this);
			read.push(...rows.map((_, itemIndex) => at(itemIndex)));
			return [[]];
		},
	});
	expect(read).toHaveLength(rows.length);
	return read;
}

describe.each(EXPRESSIONS)('a field with %s', (field) => {
	test('is read as n8n resolves it', async () => {
		const pairs = await inEachRow(field, (context) => {
			const read = fieldReader(context, 'field');
			return (at) => [
				outcomeOf(() => read(at)),
				outcomeOf(() => context.getNodeParameter('field', at, '')),
			];
		});
		for (const [ours, theirs] of pairs) expect(ours).toEqual(theirs);
	});

	test('is read so among the options, and in a locator', async () => {
		const locator = { __rl: true, mode: 'id', value: field };
		const all = await inEachRow(locator, (context) => {
			const read = fieldReader(context, 'field');
			return (at) => [
				outcomeOf(() => read(at)),
				outcomeOf(() => context.getNodeParameter('field', at, '')),
			];
		});
		const options = await inEachRow(field, (context) => {
			const read = optionsReader(context);
			return (at) => [
				outcomeOf(() => read(at)),
				outcomeOf(() => context.getNodeParameter('options', at, {})),
			];
		});
		for (const [ours, theirs] of [...all, ...options]) expect(ours).toEqual(theirs);
	});
});

test('n8n is not asked for a value of the row, nor twice for what is the same in each', async () => {
	const asked = async (field: string) => {
		let count = 0;
		await inEachRow(field, (context) => {
			const counting = Object.create(context) as IExecuteFunctions;
			counting.getNodeParameter = (() => ++count) as never;
			counting.evaluateExpression = () => ++count;
			const read = fieldReader(counting, 'field');
			const evaluate = expressionReader(counting, '{{ $json.sub["a b"] }}');
			return (at) => (at < 4 ? [read(at), evaluate(at)] : []);
		});
		return count;
	};
	expect(await asked('={{ $json.value }}')).toBe(0);
	expect(await asked('fixed')).toBe(1);
	expect(await asked('={{ $json.value + 1 }}')).toBe(4);
});
