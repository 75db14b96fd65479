/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import path from 'node:path';
import { WorkflowExecute } from 'n8n-core';
import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { Gmc } from '../../../nodes/Gmc/Gmc.node';
import { GmcTrigger } from '../../../nodes/Gmc/GmcTrigger.node';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { AGAIN, ISSUE, Service } from '../../../harness/engine/service';

// Three things that n8n did differently up to 2.0 and 2.20, put back into the n8n that is here: the older versions
// themselves are run by `npm run test:compat`, which takes too long for every run.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [
	{ customer: ana.taxId, amount: 10 },
	{ customer: bruno.taxId, amount: '1.234' },
];

afterEach(() => jest.restoreAllMocks());

/** Up to 2.0, any value of `ignoreHttpStatusErrors` meant all statuses. */
function ignoreAllStatuses(): void {
	// No export of the package, so by its path; n8n-core may have a copy of its own.
	const paths = [path.dirname(require.resolve('n8n-core'))];
	const network = path.dirname(require.resolve('@n8n/backend-network', { paths }));
	const httpOptions = jest.requireActual<{ isIgnoreStatusErrorConfig(): boolean }>(
		path.join(network, 'http', 'axios', 'utils'),
	);
	jest.spyOn(httpOptions, 'isIgnoreStatusErrorConfig').mockReturnValue(false);
}

interface Engine {
	handleNodeErrorOutput(workflow: unknown, data: unknown, output: INodeExecutionData[][]): void;
}

/** Up to 2.20, `details` in its json kept an item without `error` from the error output. */
function routeByErrorOnly(): void {
	const engine = WorkflowExecute.prototype as unknown as Engine;
	const { handleNodeErrorOutput } = engine;
	jest.spyOn(engine, 'handleNodeErrorOutput').mockImplementation(function (this: Engine, ...args) {
		const [, , output] = args;
		const kept = output[0].filter(({ error, json }) => !error && 'details' in json);
		output[0] = output[0].filter((item) => !kept.includes(item));
		handleNodeErrorOutput.apply(this, args);
		output[0].push(...kept);
	});
}

/** What the fields of one level ask to be shown or hidden, each name once. */
const askedFor = (fields: INodeProperties[]): string[] =>
	fields.flatMap(({ displayOptions: { show = {}, hide = {} } = {} }) => [
		...Object.keys(show),
		...Object.keys(hide),
	]);

function levelsOf(fields: INodeProperties[]): INodeProperties[][] {
	const options = fields.flatMap(({ options: of = [] }) => of);
	const groups = options.flatMap((one) => ('values' in one ? [one.values] : []));
	const children = options.filter((one): one is INodeProperties => 'type' in one);
	return [fields, ...[children, ...groups].filter(({ length }) => length > 0).flatMap(levelsOf)];
}

test.each([new Gmc(), new GmcTrigger()])(
	'a field asks for fields beside it, or from the root: up to 2.20 n8n finds no others, and runs nothing ($description.name)',
	({ description }) => {
		for (const fields of levelsOf(description.properties)) {
			const names = new Set(fields.map(({ name }) => name));
			const strange = askedFor(fields).filter((one) => !/^[/@]/.test(one) && !names.has(one));
			expect(strange).toEqual([]);
		}
	},
);

test('a 401 that n8n hands on is followed by a login, and the addition is made once', async () => {
	ignoreAllStatuses();
	await service.add(rows.slice(0, 1));
	await service.admin.expireTokens();
	const { items, error } = await service.add(rows.slice(0, 1), AGAIN);
	expect(error).toBeUndefined();
	expect(items[0].json._gmc).toMatchObject({ outcome: 'issued' });
	expect(await service.charged(ana._id)).toBe(2);
});

test('a 401 in spite of the login stays one', async () => {
	ignoreAllStatuses();
	await service.admin.addFault({
		route: ISSUE,
		action: { type: 'status', status: 401, body: { message: 'no' } },
	});
	const { error } = await service.add(rows.slice(0, 1));
	expect(error?.httpCode).toBe('401');
	expect(await service.charged(ana._id)).toBe(0);
});

test('what the service refuses after a login is told with its words', async () => {
	ignoreAllStatuses();
	const body = { code: 'REFUSED', message: 'not today' };
	const answers = [
		{ status: 401, body: { message: 'no' } },
		{ status: 400, body },
	];
	for (const [index, answer] of answers.entries()) {
		const action = { type: 'status', ...answer } as const;
		await service.admin.addFault({ route: ISSUE, nth: index + 1, action });
	}
	const { error } = await service.add(rows.slice(0, 1));
	expect(error?.description).toContain('not today');
	expect(error?.context.details).toMatchObject({ outcome: 'rejected', statusCode: 400 });
	expect(await service.asked(ISSUE)).toBe(2);
});

test('failed rows reach the error output with their input and their details', async () => {
	routeByErrorOnly();
	const { items, errors } = await service.add(rows, {}, { onError: 'continueErrorOutput' });
	expect(items.map(({ json }) => json._gmc)).toMatchObject([{ outcome: 'issued' }]);
	expect(errors.map(({ json }) => json)).toEqual([
		{
			...rows[1],
			error: expect.stringMatching(/^Row 2: /) as string,
			details: expect.objectContaining({ outcome: 'rejected' }) as object,
		},
	]);
	expect(await service.charged(ana._id)).toBe(1);
});
