import { charges } from '../../harness/sandbox/books';
import { useEditor } from '../../harness/editor/editor';

jest.setTimeout(120_000);

const tests = useEditor();
const { test } = tests;

// The steps of first-top-up.md "4. Top up R$ 1", in a workflow that nobody has saved.
test('the first R$ 1 is paid once, and a second click says so', async ({ canvas, panel, node }) => {
	await canvas.open();
	await panel.addNode('GMC', 'Check the account');
	await node.execute();
	await node.close();

	await canvas.open();
	await panel.addNode('GMC', 'Top up a customer');
	await node.openCustomers();
	await node.chooseCustomer('Elisa Prado');
	await node.amount('1');
	await node.protectBy('Idempotency Key', 'first-test');
	await node.addOption('Maximum Amount');
	await node.fill('Maximum Amount', '1');

	await node.execute();
	expect(await node.table()).toMatchObject({ outcome: 'issued' });
	await node.execute();
	expect(await node.table()).toMatchObject({ outcome: 'skipped' });
	expect(await charges(tests.editor.e2e)).toEqual([
		expect.objectContaining({ amount: 1, currency: 'BRL' }),
	]);
});
