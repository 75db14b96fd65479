import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { ISSUE, LIST_ADDITIONS } from '../../harness/sandbox/routes';
import { charges } from '../../harness/sandbox/books';
import { type View, useEditor } from '../../harness/editor/editor';
import { screenshot } from '../../harness/editor/screenshots';
import { chain, gmcNode, itemsNode, locator } from '../../harness/workflows/build';
import { inBatch } from '../../harness/workflows/sheet';

// Somebody with a sheet: what the node says of bad rows, corrected amounts, limits and lost answers.

jest.setTimeout(120_000);

const tests = useEditor();
const { test } = tests;

const [ana, bruno] = DEMO_CUSTOMERS;
const ADD = 'Add';

type SheetRow = Record<'taxId' | 'amount', string>;

const asked = async () => await tests.editor.e2e.sandbox.admin.count({ route: ISSUE });

/** Opens Balance: Add after a sheet. */
async function open({ canvas }: View, rows: SheetRow[], fields: object = {}): Promise<void> {
	const { client, credentialId } = tests.editor.e2e;
	const add = gmcNode(ADD, {
		resource: 'balance',
		operation: 'add',
		currency: 'BRL',
		...fields,
		customer: locator('taxId', '={{ $json.taxId }}'),
		amount: '={{ $json.amount }}',
	});
	const sheet = itemsNode('Sheet', [...rows]);
	const { id } = await client.importWorkflow(chain('A sheet', sheet, add), { credentialId });
	await canvas.openSaved(id);
	await canvas.openNode(ADD);
}

test('all bad rows are named by their numbers, each with what fits its fault', async (view) => {
	const { page, node } = view;
	await open(view, [
		{ taxId: ana.taxId, amount: '10,50' },
		{ taxId: ana.taxId, amount: '0' },
		{ taxId: bruno.taxId, amount: '1.234' },
		{ taxId: '11144477700', amount: '5' },
	]);
	await node.execute('error');
	const { message, description } = await node.error();
	expect(message).toBe('3 of 4 rows are refused. Nothing was sent');
	expect(description).toMatch(
		/Row 2: .*more than zero\. Row 3: .*two ways.*\. Row 4: .*not found.*\.$/s,
	);
	await screenshot(page, 'bad-rows', node.root);
	expect(await asked()).toBe(0);
});

test('a corrected amount of a batch is refused by a dry run already, which says what to do instead', async (view) => {
	const { page, node } = view;
	const batch = inBatch('corrected');
	await open(view, [{ taxId: ana.taxId, amount: '100' }], batch);
	await node.execute();
	const corrected = [{ taxId: ana.taxId, amount: '120' }];
	await open(view, corrected, { ...batch, options: { dryRun: true } });
	await node.execute('error');
	const { message, description } = await node.error();
	expect(message).toMatch(/the batch "corrected" has paid 100 BRL to Ana Souza/);
	expect(description).toMatch(/Put that row back as it was, and add one of 20 BRL/);
	await screenshot(page, 'corrected-amount', node.root);
	// By the books: what was asked for may be one more, since the login of the test before has ended with its sandbox.
	const { admin } = tests.editor.e2e.sandbox;
	const { count } = await admin.charges({ customerIdentifier: ana.taxId, amount: 100 });
	expect(count).toBe(1);
	expect((await admin.charges({ customerIdentifier: ana.taxId, amount: 120 })).count).toBe(0);
});

test('a limit for the day counts what GMC lists of today, from whatever hand', async (view) => {
	const { page, node } = view;
	const { admin } = tests.editor.e2e.sandbox;
	await admin.createAddition({ customerIdentifier: bruno._id, amount: 90 });
	await open(view, [{ taxId: ana.taxId, amount: '20' }]);
	await node.addOption('Maximum per Day');
	await node.fill('Maximum per Day', '100');
	await node.execute('error');
	const { message, description } = await node.error();
	expect(message).toMatch(/above the Maximum per Day of 100 together.*Nothing was sent/);
	expect(description).toContain('wait until tomorrow, or raise Maximum per Day');
	await screenshot(page, 'maximum-per-day', node.root);
	expect(await asked()).toBe(0);
});

test('after a lost answer the error says what each button does, and a second click pays nothing', async (view) => {
	const { page, node } = view;
	const { admin } = tests.editor.e2e.sandbox;
	await admin.addFault({ route: ISSUE, action: { type: 'commitThenReset' } });
	const unavailable = { type: 'status', status: 503, body: {} } as const;
	await admin.addFault({ route: LIST_ADDITIONS, action: unavailable, times: 100 });
	await open(view, [{ taxId: ana.taxId, amount: '15' }]);
	await node.execute('error');
	const { message, description } = await node.error();
	expect(message).toContain('whether the addition was issued is not known');
	expect(description).toMatch(/Executions → Retry .*Execute step/s);
	await screenshot(page, 'lost-answer', node.root);

	await admin.clearFaults();
	await node.execute('error');
	expect((await node.error()).message).toMatch(/Ana Souza was given 15 BRL.*Nothing was sent/);
	await screenshot(page, 'lost-answer-again', node.root);
	expect(await charges(tests.editor.e2e)).toHaveLength(1);
});

test('a Wait for Completion that is merely added waits', async (view) => {
	const { node } = view;
	await open(view, [{ taxId: ana.taxId, amount: '3' }]);
	await node.addOption('Wait for Completion');
	await node.execute();
	await node.showAs('json');
	await node.output.getByText('settled').waitFor();
});

test('a wrong Origin is found out at the first addition, and the error says so', async (view) => {
	const { page, node } = view;
	const { client, credentialId, sandbox } = tests.editor.e2e;
	const right = await sandbox.admin.credential();
	const use = async (data: object) =>
		await client.updateCredential(credentialId, 'gmcApi', 'GMC', data);
	await use({ ...right, origin: 'https://example.org' });
	try {
		await open(view, [{ taxId: ana.taxId, amount: '4' }]);
		await node.execute('error');
		const { message, description } = await node.error();
		expect(message).toContain('GMC does not accept this integration (401)');
		expect(description).toMatch(/Origin.*test of the credential passes with a wrong one/s);
		await screenshot(page, 'wrong-origin', node.root);
		expect(await charges(tests.editor.e2e)).toEqual([]);
	} finally {
		await use(right);
	}
});
