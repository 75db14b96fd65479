import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	addParameters,
	ana,
	bruno,
	KEY,
	OUTSIDER_USER,
	row,
	runAgent,
	Service,
} from '../../../harness/engine';

// A credential may have expressions of the row. n8n resolves them for the first row whenever a request is sent.

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
	['balance getAll', { resource: 'balance', operation: 'getAll', filters: {} }],
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
