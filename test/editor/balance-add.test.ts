import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { charges } from '../../harness/sandbox/books';
import { type View, useEditor } from '../../harness/editor/editor';
import { documentImage, screenshot } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

const elisa = DEMO_CUSTOMERS.find(({ name }) => name === 'Elisa Prado')!;

/** Puts the node into an empty workflow, after the button that starts it. */
async function addNode({ canvas, panel }: View): Promise<void> {
	await canvas.open();
	await panel.addNode('GMC', 'Top up a customer');
}

test('the node is found by what it is for, and its actions say what they do', async ({
	page,
	canvas,
	panel,
}) => {
	await canvas.open();
	await panel.open();
	for (const word of ['pix', 'balance', 'credit', 'top-up']) {
		await panel.search(word, 'GMC');
	}
	await screenshot(page, 'node-found');
	await panel.openActions('GMC');
	expect(await panel.actions()).toEqual([
		'On top-up completed',
		'On top-up created',
		'On top-up failed',
		'On top-up status changed',
		'ACCOUNT ACTIONS',
		'Check the account',
		'BALANCE ACTIONS',
		'Top up a customer',
		'Get a top up',
		'Get many top ups',
		'Reconcile rows with GMC',
		'CUSTOMER ACTIONS',
		'Create a customer',
		'Create or update a customer',
		'Delete a customer',
		'Get a customer',
		'Get many customers',
		'Update a customer',
	]);
	await screenshot(page, 'node-actions', panel.root);
});

test('adds balance to a customer chosen from the list', async (view) => {
	const { page, node } = view;
	await addNode(view);
	await node.openCustomers();
	expect(await node.customers.count()).toBe(DEMO_CUSTOMERS.length);
	expect(await node.searchCustomer('conceicao', 'Gabriela')).toEqual([
		'Gabriela Conceição · 71460238001',
	]);
	await documentImage(page, 'customer-list', await node.parametersDownTo(node.customers.last()));
	expect(await node.searchCustomer('529982', 'Elisa')).toEqual(['Elisa Prado · 529.982.247-25']);
	await node.chooseCustomer('Elisa Prado');
	await node.amount('10,50');
	await screenshot(page, 'balance-add', node.root);
	await node.execute();

	const [{ _id, ...addition }, ...more] = await charges(tests.editor.e2e);
	expect(more).toEqual([]);
	expect(addition).toMatchObject({ customerId: elisa._id, amount: 10.5, currency: 'BRL' });
	const shown = await node.table();
	expect(shown).toMatchObject({ additionId: _id, status: 'COMPLETED' });
	const told = { outcome: 'issued', customerName: 'Elisa Prado', amount: '10.5', currency: 'BRL' };
	expect(shown).toMatchObject(told);
	await node.output.getByText('issued', { exact: true }).scrollIntoViewIfNeeded();
	await documentImage(page, 'result', await node.withoutInput(node.protection));
});

test('adds balance to a customer named by ID', async (view) => {
	const { page, node } = view;
	await addNode(view);
	await node.customerBy('By ID', elisa._id);
	await screenshot(page, 'customer-by-id', node.root);
	await node.amount('R$ 1.234,50');
	await node.execute();

	await node.close();
	await screenshot(page, 'canvas-success');

	expect(await charges(tests.editor.e2e)).toMatchObject([
		{ customerId: elisa._id, amount: 1234.5 },
	]);
});

test(
	'on a dark screen, the icons for dark screens are shown',
	async (view) => {
		const { page, canvas, panel, node } = view;
		await addNode(view);
		await screenshot(page, 'dark-node', node.root);
		await node.close();
		const icon = canvas.node('Top up a customer').locator('img');
		expect(await icon.getAttribute('src')).toMatch(/\/gmc\.dark\.svg$/);
		await screenshot(page, 'dark-canvas');
		await canvas.openPanel();
		await panel.search('top-up', 'GMC');
		await screenshot(page, 'dark-node-found');
	},
	{ colorScheme: 'dark' },
);
