import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { fields } from '../../../nodes/Gmc/actions/router';
import { triggerFields } from '../../../nodes/Gmc/trigger/settings';
import { ana, LIST_CUSTOMERS, LOGIN, PolledTrigger, Service } from '../../../harness/engine';

// Every field that takes some values only refuses the others, whether they were typed or come from an
// expression. The fields are those of the nodes themselves: a new one is held to it by being there.
// promises.md P42

const service = Service.forThisFile();

const CLOSED = ['options', 'boolean', 'number', 'dateTime'];

/** What none of them takes. A default must not stand for it, and neither must any other value. */
const EMPTY = ['', '   ', null, undefined];
const BAD: Record<string, unknown[]> = {
	options: [...EMPTY, 'nonsense', 'AUTO', ' auto', 'Recent', ' recent', true, 1, {}, ['auto']],
	boolean: [...EMPTY, 'true', 'false', 0, 1, 'off', {}, []],
	number: [...EMPTY, 'ten', '1,5', -1, true, {}, [5], NaN, Infinity, '1e3', 'x'.repeat(100)],
	dateTime: [...EMPTY, 'soon', true, 5, {}, ['2026-01-01']],
};

/** Fields of which an empty one filters nothing (reference.md "Options"). */
const MAY_BE_EMPTY = ['End Date', 'Start Date'];

interface Field {
	/** The collection it is in. */
	parent?: string;
	property: INodeProperties;
}

const closedFields = (properties: INodeProperties[]): Field[] =>
	properties.flatMap((property): Field[] => {
		const inner = (property.options ?? []) as INodeProperties[];
		if (property.type === 'collection') {
			return closedFields(inner).map((one) => ({ ...one, parent: property.name }));
		}
		// A tool's own fields are not shown here: agent.test.ts.
		if (property.displayOptions?.show?.['@tool']) return [];
		return CLOSED.includes(property.type) ? [{ property }] : [];
	});

/** The fields of each operation, with what shows it. */
const operations = fields
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options = [], displayOptions }) =>
		options.map((one) => ({
			resource: displayOptions!.show!.resource![0] as string,
			operation: (one as { value: string }).value,
		})),
	);

const fieldsOf = (resource: string, operation: string) =>
	closedFields(
		fields.filter(({ displayOptions }) => {
			const { resource: shownFor, operation: shownIn } = displayOptions?.show ?? {};
			return shownFor?.includes(resource) && shownIn?.includes(operation);
		}),
	);

const SOUND: INodeParameters = {
	customer: { __rl: true, mode: 'id', value: ana._id },
	amount: '10',
	currency: 'BRL',
	additionId: 'a',
	taxId: '52998224725',
	name: 'Ana',
	email: 'ana@example.com',
	// n8n asks for both where an expression gives the protection.
	idempotencyKey: '1001',
	batchName: '2026-11',
	updateFields: { name: 'Ana' },
};

/** The value as it stands in a node: what JSON cannot hold comes from an expression only. */
const asExpression = (raw: unknown): string => {
	if (raw === undefined) return '={{ [][0] }}';
	if (typeof raw === 'number') return `={{ ${raw} }}`;
	return `={{ ${JSON.stringify(raw)} }}`;
};

function withValue({ parent, property }: Field, value: unknown): INodeParameters {
	const inner = { [property.name]: value };
	const needed = property.name === 'limit' ? { returnAll: false } : {};
	// What is shown beside another option only stays in the node if that one comes from an expression.
	const shownBeside = Object.entries(property.displayOptions?.show ?? {}).flatMap(
		([name, values]) => (name === 'waitForCompletion' ? [[name, asExpression(values![0])]] : []),
	);
	const whole = parent ? { [parent]: { ...Object.fromEntries(shownBeside), ...inner } } : inner;
	return { ...needed, ...whole } as INodeParameters;
}

const badOf = ({ property }: Field) =>
	BAD[property.type].filter(
		(raw) =>
			!(MAY_BE_EMPTY.includes(property.displayName) && EMPTY.includes(raw as never)) &&
			// A currency is read in any case, and with blanks around it.
			!(property.name === 'currency' && raw === ' auto'),
	);

const cases = operations.flatMap(({ resource, operation }) =>
	fieldsOf(resource, operation).map((field) => ({
		resource,
		operation,
		field,
		name: field.property.displayName,
	})),
);

test.each(cases)('$resource $operation: $name', async ({ resource, operation, field, name }) => {
	for (const raw of badOf(field)) {
		for (const value of [asExpression(raw), ...(isTyped(raw) ? [raw] : [])]) {
			const parameters = { resource, operation, ...SOUND, ...withValue(field, value) };
			const { error, items } = await service.run({ parameters });
			const told = `${name} of ${String(JSON.stringify(value))}: ${error?.message}`;
			expect(items).toEqual([]);
			expect(told).toMatch(refusalOf(field));
			expect(error!.message.length).toBeLessThan(250);
		}
	}
	// Balance: Reconcile changes nothing, and lists the customers first.
	const allowed = operation === 'reconcile' ? [LOGIN, LIST_CUSTOMERS] : [];
	const journal = await service.admin.journal();
	expect(journal.filter(({ route }) => !allowed.includes(route!))).toEqual([]);
});

const isTyped = (raw: unknown) => raw !== undefined && raw === raw && raw !== Infinity;

/** The label; in lower case for the currency of a row. */
function refusalOf({ property }: Field): RegExp {
	const label = property.displayName.replace(/ \((.*)\)/, '( \\($1\\))?');
	if (property.name === 'currency') return /[Tt]he currency (is empty|.* is not known)/;
	if (property.type === 'dateTime') return new RegExp(`'${label}' is not a date`);
	return new RegExp(`'${label}' is (empty|.{1,60}), but must be `, 's');
}

test.each(
	closedFields(triggerFields).map((field) => ({ field, name: field.property.displayName })),
)('the trigger: $name', async ({ field }) => {
	for (const raw of badOf(field)) {
		const bad = withValue(field, asExpression(raw));
		const parameters = { event: 'additionCompleted', options: {}, ...bad };
		const trigger = new PolledTrigger(service.credential, parameters);
		await expect(trigger.poll()).rejects.toThrow(refusalOf(field));
	}
	expect(await service.admin.journal()).toEqual([]);
});

test.each([
	['concurrency', 0],
	['concurrency', 101],
	['concurrency', 'Auto'],
	['maxAmount', 0],
	['timeout', 0],
	['timeout', 3_000_000],
	['waitTimeout', 3_000_000],
])('a number outside of its range is refused: %s of %j', async (name, value) => {
	const options = { waitForCompletion: true, [name]: value };
	const { error } = await service.add([{ customer: ana._id, amount: 1 }], options);
	expect(error?.message).toMatch(/ is (\d+|"Auto"), but must be .*Nothing was sent/);
	expect(await service.admin.journal()).toEqual([]);
});

describe('what is in no list of values', () => {
	test.each([
		['constructor', 'name', /^'Resource' is ".*", but must be one of account, balance/],
		['balance', 'constructor', /^'Operation' is ".*", but must be one of add, get, getMany/],
		['balance', 'Add', /^'Operation' is ".*", but must be one of add, get, getMany/],
	])('resource %s, operation %s', async (resource, operation, words) => {
		const { error } = await service.run({ parameters: { ...SOUND, resource, operation } });
		expect(error?.message).toMatch(words);
		expect(await service.admin.journal()).toEqual([]);
	});

	test.each([
		['balance', 'getMany', { status: { a: 1 } }, 'Status'],
		['customer', 'getAll', { search: true }, 'Search'],
	])('a filter of %s: %s that is no text: %j', async (resource, operation, filters, label) => {
		const parameters = { resource, operation, filters: filters as INodeParameters };
		const { error } = await service.run({ parameters });
		expect(error?.message).toMatch(new RegExp(`'${label}' is .*, but must be a text`));
	});
});
