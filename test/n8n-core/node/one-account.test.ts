import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IDataObject,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Gmc } from '../../../nodes/Gmc/Gmc.node';
import {
	addParameters,
	ana,
	bruno,
	engineAgentWorkflow,
	KEY,
	OUTSIDER_USER,
	row,
	runAgent,
	Service,
} from '../../../harness/engine';

// A credential may have expressions of the row. n8n resolves them for the first row whenever a request is sent.
// promises.md P41

const service = Service.forThisFile();
const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** The column `account` has the email. */
async function byRow(): Promise<void> {
	await service.useCredential();
	service.credential.ofRow = ({ account }) => ({ email: account as string });
}
const of = (account: unknown, more: IDataObject = {}) =>
	({ ...row(10), account, ...more }) as IDataObject;
const emails = () => [String(service.credential.data.email), OUTSIDER_USER.email];

beforeEach(byRow);

const OPERATIONS: Array<[string, INodeParameters]> = [
	['balance add', addParameters(KEY)],
	['balance add, dry run', addParameters({ ...KEY, dryRun: true })],
	['balance reconcile', { ...addParameters(KEY), operation: 'reconcile', options: {} }],
	['balance get', { resource: 'balance', operation: 'get', additionId: 'a'.repeat(24) }],
	['balance getMany', { resource: 'balance', operation: 'getMany', filters: {} }],
	['account check', { resource: 'account', operation: 'check' }],
	['customer get', { resource: 'customer', operation: 'get', customer: ana._id }],
	['customer getAll', { resource: 'customer', operation: 'getAll', filters: {} }],
	['customer delete', { resource: 'customer', operation: 'delete', customer: bruno._id }],
	[
		'customer update',
		{ resource: 'customer', operation: 'update', customer: ana._id, updateFields: { name: 'A B' } },
	],
	...['create', 'upsert'].map((operation): [string, INodeParameters] => [
		`customer ${operation}`,
		{ resource: 'customer', operation, taxId: '39053344705', name: 'C D', email: 'c@d.example' },
	]),
];

test('every operation is tried', () => {
	const fields = new Gmc().description.properties.filter(({ name }) => name === 'operation');
	const all = fields.flatMap(({ displayOptions, options = [] }) =>
		options.map((one) => [displayOptions!.show!.resource![0], (one as { value: string }).value]),
	);
	const tried = new Set(OPERATIONS.map(([, one]) => `${one.resource} ${one.operation}`));
	expect([...tried].sort()).toEqual(all.map((one) => one.join(' ')).sort());
});

describe.each(OPERATIONS)('%s', (_, parameters) => {
	test.each([
		['of two accounts', () => [of(emails()[0]), of(emails()[1])], /row 1, and of .* in row 2/],
		['of which one has none', () => [of(emails()[0]), of('')], /row 1, and of .* in row 2/],
		[
			'of which the third cannot be read',
			() => [of(emails()[0]), of(emails()[0]), of(undefined)],
			/cannot be read in row 3/,
		],
	])('sends nothing for rows %s', async (__, rowsOf, said) => {
		service.credential.ofRow = ({ account }) => {
			if (account === undefined) throw new Error('no account');
			return { email: account as string };
		};
		const before = (await service.admin.journal()).length;
		const { error } = await service.run({ parameters, rows: rowsOf() });
		expect(error?.message).toMatch(said);
		const { items } = await service.run({ parameters, rows: rowsOf(), ...CONTINUE });
		for (const { json } of items) expect(JSON.stringify(json)).toMatch(/ACCOUNTS_DIFFER/);
		expect(items).toHaveLength(rowsOf().length);
		expect((await service.admin.journal()).length).toBe(before);
	});
});

test('rows of one account by an expression go out', async () => {
	const [email] = emails();
	const { outcomes } = await service.addOn([of(email), of(email, { amount: 11, key: 'b' })], KEY);
	expect(outcomes).toEqual(['issued', 'issued']);
});

test('a tool is refused where the items of its agent have several accounts', async () => {
	const setup = {
		parameters: addParameters({ duplicateProtection: 'recent', maxAmount: 100 }),
		rows: emails().map((email) => of(email)),
	};
	const answers: string[] = [];
	await runAgent(service.credential, setup, async (call) => {
		answers.push(String((await call({ amount: 10 })).error));
	});
	expect(answers[0]).toMatch(/in row 1, and of .* in row 2/);
});

test('Balance: Add gives each row an outcome, as for every error of the whole run', async () => {
	const rows = emails().map((email) => of(email));
	const { outcomes } = await service.addOn(rows, KEY, CONTINUE);
	expect(outcomes).toEqual(['notAttempted', 'notAttempted']);
});

test('it costs one more look at the credential where nothing can differ', async () => {
	const reads = async (count: number) => {
		await service.restart();
		const rows = Array.from({ length: count }, (_, at) => row(at + 1));
		await service.addOn([row(99)], KEY);
		service.credential.reads = 0;
		await service.addOn(rows, { ...KEY, dryRun: true });
		return service.credential.reads;
	};
	const one = await reads(1);
	expect((await reads(2)) - one).toBe(2);
	expect((await reads(50)) - one).toBe(2);
});

/** Resolves the email as n8n does. Each account has its own login. */
async function byExpression(expression: string): Promise<void> {
	await service.useCredential();
	const { credential } = service;
	const own = credential.data;
	const { email, senha, clientKey, clientSecret, allowedOrigins } = OUTSIDER_USER;
	const other = { ...own, email, senha, clientKey, clientSecret, origin: allowedOrigins[0] };
	credential.getDecrypted = async (...given: unknown[]) => {
		credential.reads++;
		const { workflow, ...values } = given[6] as ICredentialsExpressionResolveValues;
		const resolved = workflow.expression.getParameterValue(
			{ email: expression },
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			given[3] as WorkflowExecuteMode,
			{ $vars: { email: own.email } },
			given[4] as undefined,
		) as IDataObject;
		const base = resolved.email === email ? other : own;
		const { data } = credential;
		const stored = data.email === resolved.email ? data : { ...base, accessToken: '' };
		return { ...base, ...stored, email: resolved.email } as ICredentialDataDecryptedObject;
	};
}

describe('an expression that n8n resolves', () => {
	const rows = (accounts: string[]) => accounts.map((one, at) => of(one, { key: `k${at}` }));

	test.each([
		'={{ ["FIRST", "OTHER"][$itemIndex % 2] }}',
		'={{ $json.account || "FIRST" }}',
		'={{ $json?.account || "FIRST" }}',
		'={{ $input.item?.json?.account || "FIRST" }}',
		'={{ $input.all()[$itemIndex]?.json.account || "FIRST" }}',
		"={{ $('Rows').item?.json?.account || 'FIRST' }}",
		"={{ $('Rows').itemMatching($itemIndex)?.json?.account || 'FIRST' }}",
	])('is asked for every row: %s', async (expression) => {
		const [first, other] = emails();
		await byExpression(expression.replace('FIRST', first).replace('OTHER', other));
		const { outcomes, codes } = await service.addOn(rows(['', other]), KEY);
		expect([outcomes, codes[0], await service.paid()]).toEqual([
			['notAttempted', 'notAttempted'],
			'ACCOUNTS_DIFFER',
			0,
		]);
	});

	test.each(['={{ $vars.email }}', '={{ $json.account }}'])(
		'of one account pays: %s',
		async (it) => {
			await byExpression(it);
			const [first] = emails();
			const { outcomes } = await service.addOn(rows([first, first]), KEY);
			expect(outcomes).toEqual(['issued', 'issued']);
		},
	);
});

describe('a tool that n8n’s engine runs', () => {
	/** As n8n's agent from version 3 on. @returns the errors of the tool */
	async function runTool(rows: IDataObject[], values: IDataObject = {}) {
		const parameters = {
			...addParameters({ maxAmount: 1_000 }),
			customer: { __rl: true, mode: 'id', value: ana._id },
			amount: "={{ $fromAI('amount', '', 'number') }}",
			currency: 'BRL',
		};
		const workflow = engineAgentWorkflow({ parameters, rows }, (at) => ({
			amount: 10 * (at + 1),
			...values,
		}));
		const { run } = await service.runWorkflow(workflow);
		return run.data.resultData.runData.GMC.map(({ error }) => String(error?.message ?? ''));
	}

	test.each([
		"={{ $('Rows').item.json.account }}",
		"={{ $('Rows').item?.json?.account || 'FIRST' }}",
	])('is refused where another item may have another account: %s', async (expression) => {
		const [first, other] = emails();
		await byExpression(expression.replace('FIRST', first));
		const said = await runTool([{ account: first }, { account: other }]);
		expect(said).toEqual([expect.anything(), expect.stringMatching(/account of another item/)]);
		expect(await service.paid()).toBe(0);
	});

	test('is refused where the model may choose the account, and pays where it cannot', async () => {
		const [first, other] = emails();
		await byExpression(`={{ $json.account || '${first}' }}`);
		expect(await runTool([{}], { account: other })).toEqual([
			expect.stringMatching(/that the model has chosen/),
		]);
		expect(await service.paid()).toBe(0);
		await byExpression('={{ $vars.email }}');
		expect(await runTool([{}])).toEqual(['']);
		expect(await service.paid()).toBe(1);
	});
});
