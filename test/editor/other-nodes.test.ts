import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { useEditor } from '../../harness/editor/editor';
import { documentImage } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

const elisa = DEMO_CUSTOMERS.find(({ name }) => name === 'Elisa Prado')!;

test('lists the top-ups of a customer chosen from the list, and a hint says if there are none', async (view) => {
	const { canvas, panel, node } = view;
	const { admin } = tests.editor.e2e.sandbox;
	await admin.createAddition();
	await canvas.open();
	await panel.addNode('GMC', 'Get many top-ups');
	const filters = ['Customer', 'End Date', 'Start Date', 'Status'];
	expect(await node.addable('Add filter')).toEqual(filters);
	await node.add('Customer');
	await node.openCustomers();
	await node.searchCustomer('elisa', 'Elisa');
	await node.chooseCustomer('Elisa Prado');
	await node.execute();
	await node.output.getByText('GMC lists no top-ups of the customer with these filters').waitFor();
	const { _id } = await admin.createAddition({ customerIdentifier: elisa._id });
	await node.execute();
	expect(await node.table()).toMatchObject({ id: _id });
});

test('a test event is the newest completed addition', async ({ page, canvas, panel, node }) => {
	const { admin } = tests.editor.e2e.sandbox;
	const createdAt = new Date(Date.now() - 60_000).toISOString();
	await admin.createAddition({ amount: 10, status: 'COMPLETED', createdAt });
	const newest = await admin.createAddition({ amount: 42.5, status: 'COMPLETED' });
	await admin.createAddition({ amount: 99, status: 'PENDING' });

	await canvas.open();
	await panel.addNode('GMC', 'On top up completed');
	await node.execute();
	const shown = await node.table();
	expect(shown).toMatchObject({ id: newest._id, amount: '42.5', status: 'COMPLETED' });
	await node.showAs('json');
	await documentImage(page, 'trigger', await node.withoutInput());
	await node.close();
});

/** What a user has to type: every field without a default. */
async function typed(): Promise<Record<string, string>> {
	const { baseUrl, email, senha, clientKey, clientSecret, origin } =
		await tests.editor.e2e.sandbox.admin.credential();
	return { baseUrl, email, senha, clientKey, clientSecret, origin };
}

test('a credential is typed in, saved and tested', async ({ page, credential, messages }) => {
	await credential.create('GMC API');
	expect(await credential.labels()).toEqual([
		'Base URL *',
		'Email *',
		'Password *',
		'Client Key *',
		'Client Secret *',
		'Origin *',
		'Login Endpoint',
		'Login Base URL',
		'Token Field',
		'Allowed HTTP Request Domains',
	]);
	await credential.fill(await typed());
	expect(await credential.save()).toBe('Connection tested successfully');
	await messages.close();
	await documentImage(page, 'credential', credential.root);
	for (const secret of ['senha', 'clientSecret']) {
		expect(await credential.field(secret).getAttribute('type')).toBe('password');
	}
	await credential.field('tokenField').scrollIntoViewIfNeeded();
});
