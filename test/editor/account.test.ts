import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { ISSUE } from '../../harness/sandbox/routes';
import { useEditor } from '../../harness/editor/editor';
import { screenshot } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

const [ana] = DEMO_CUSTOMERS;

test('the account is checked with one click, and says in words what to heed', async (view) => {
	const { page, canvas, panel, node } = view;
	const { admin } = tests.editor.e2e.sandbox;
	await admin.createCustomer({ taxId: ana.taxId });
	await admin.createAddition();
	await canvas.open();
	await panel.addNode('GMC', 'Check the account');
	await node.execute();
	await node.showAs('json');
	await node.output.getByText('finalDateInclusive').waitFor();
	// Above the output, and in it.
	const warning = node.output.getByText('1 tax ID stands at more than one customer');
	await warning.nth(1).waitFor();
	await screenshot(page, 'account-check', node.root);
	expect(await admin.count({ route: ISSUE })).toBe(0);
});
