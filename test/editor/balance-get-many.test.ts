import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { useEditor } from '../../harness/editor/editor';
import { screenshot } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

const elisa = DEMO_CUSTOMERS.find(({ name }) => name === 'Elisa Prado')!;

test('additions are listed of a customer chosen from the list, and a hint says where there are none', async (view) => {
	const { page, canvas, panel, node } = view;
	const { admin } = tests.editor.e2e.sandbox;
	await admin.createAddition();
	await canvas.open();
	await panel.addNode('GMC', 'Get many top ups');
	expect(await node.addable('Add filter')).toEqual([
		'Customer',
		'End Date',
		'Start Date',
		'Status',
	]);
	await node.add('Customer');
	await node.openCustomers();
	await node.searchCustomer('elisa', 'Elisa');
	await screenshot(page, 'get-many-customer', node.root);
	await node.chooseCustomer('Elisa Prado');
	await node.execute();
	await node.output.getByText('GMC lists 0 additions of Elisa Prado').waitFor();
	await screenshot(page, 'get-many-none', node.root);
	const { _id } = await admin.createAddition({ customerIdentifier: elisa._id });
	await node.execute();
	expect(await node.table()).toMatchObject({ id: _id });
});

test('the customer of the trigger is chosen from the same list', async ({
	page,
	canvas,
	panel,
	node,
}) => {
	const { admin } = tests.editor.e2e.sandbox;
	const { _id } = await admin.createAddition({ customerIdentifier: elisa.taxId });
	await admin.createAddition();
	await canvas.open();
	await panel.addNode('GMC', 'On addition completed');
	expect(await node.addable('Add option')).not.toContain('Customer ID or Tax ID');
	await node.add('Customer');
	await node.openCustomers();
	await node.chooseCustomer('Elisa Prado');
	await screenshot(page, 'trigger-customer', node.root);
	await node.execute();
	expect(await node.table()).toMatchObject({ id: _id });
});
