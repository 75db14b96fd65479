import { ISSUE } from '../../harness/sandbox/routes';
import { charges } from '../../harness/sandbox/books';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { type View, useEditor } from '../../harness/editor/editor';
import { screenshot } from '../../harness/editor/screenshots';

// Somebody who has read nothing: what an option does that is merely added, and what a second click does.

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

const [ana] = DEMO_CUSTOMERS;
const ADD = 'Top up a customer';
const REAL_MONEY = 'This moves real money. To try it first, add Dry Run.';

/** By the journal; what was asked for may be one more than was paid: the login of the test before has ended with its sandbox. */
const asked = async () => await tests.editor.e2e.sandbox.admin.count({ route: ISSUE });

/** Puts Balance: Add into an empty workflow, filled in. */
async function fillIn({ canvas, panel, node }: View, amount: string): Promise<void> {
	await canvas.open();
	await panel.addNode('GMC', ADD);
	await node.customerBy('By Tax ID', ana.taxId);
	await node.amount(amount);
}

test('a Dry Run that is merely added sends nothing, and the notice below Amount goes', async (view) => {
	const { page, node } = view;
	await fillIn(view, '10,50');
	expect(await node.notices()).toEqual([REAL_MONEY]);
	await node.addOption('Dry Run');
	await node.notice(REAL_MONEY).waitFor({ state: 'detached' });
	await screenshot(page, 'dry-run-added', node.root);
	await node.execute();
	expect(await node.table()).toMatchObject({ outcome: 'planned', customerName: 'Ana Souza' });
	expect(await asked()).toBe(0);
});

test('a second Execute step is refused with the ways on', async (view) => {
	const { page, node } = view;
	await fillIn(view, '7');
	await node.execute();
	await node.execute('error');
	const { message, description } = await node.error();
	expect(message).toMatch(/Ana Souza was given 7 BRL at .* sent twice\. Nothing was sent/);
	expect(description).toMatch(/Duplicate Protection to Idempotency Key.* or to Batch.* to Off/);
	await screenshot(page, 'second-click', node.root);
	expect(await charges(tests.editor.e2e)).toHaveLength(1);

	await node.protectBy('Off');
	await screenshot(page, 'protection-off', node.root);
	await node.execute();
	expect(await node.table()).toMatchObject({ outcome: 'issued' });
	expect(await charges(tests.editor.e2e)).toHaveLength(2);
});

test('a Wait for Completion that is merely added waits', async (view) => {
	const { node } = view;
	await fillIn(view, '3');
	await node.addOption('Wait for Completion');
	await node.execute();
	await node.showAs('json');
	await node.output.getByText('COMPLETED').waitFor();
});
