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
const ADD = 'Add balance to a customer';
const DRY_RUN = 'Dry Run is on: rows are checked, nothing is sent.';
const RECENT = 'It is protected for 15 minutes only';
const KEY = 'Protected by the Idempotency Key';
const BATCH = 'Protected as a batch';
const OFF = 'Nothing protects it';

/** By the journal; what was asked for may be one more than was paid: the login of the test before has ended with its sandbox. */
const asked = async () => await tests.editor.e2e.sandbox.admin.count({ route: ISSUE });

/** Puts Balance: Add into an empty workflow, filled in. */
async function fillIn({ canvas, panel, node }: View, amount: string): Promise<void> {
	await canvas.open();
	await panel.addNode('GMC', ADD);
	await node.customerBy('By Tax ID', ana.taxId);
	await node.amount(amount);
}

test('a Dry Run that is merely added sends nothing, and the notice below Amount says so', async (view) => {
	const { page, node } = view;
	await fillIn(view, '10,50');
	expect(await node.notices()).toEqual([expect.stringContaining(RECENT) as string]);
	await node.addOption('Dry Run');
	await node.notice(DRY_RUN).waitFor();
	await screenshot(page, 'dry-run-added', node.root);
	await node.execute();
	expect((await node.table())._gmc).toMatch(/^outcome:planned.*Ana Souza/s);
	expect(await asked()).toBe(0);
});

test('a second Execute step is refused with the ways on, and the notice follows the one that is taken', async (view) => {
	const { page, node } = view;
	await fillIn(view, '7');
	await node.execute();
	await node.execute('error');
	const { message, description } = await node.error();
	expect(message).toMatch(/Ana Souza was given 7 BRL at .* sent twice\. Nothing was sent/);
	expect(description).toMatch(/Duplicate Protection to Idempotency Key.* or to Batch.* to Off/);
	await screenshot(page, 'second-click', node.root);
	expect(await charges(tests.editor.e2e)).toHaveLength(1);

	for (const [protection, notice] of [
		['Idempotency Key', KEY],
		['Batch', BATCH],
		['Off', OFF],
	] as const) {
		await node.protectBy(protection);
		await node.notice(notice).waitFor();
		expect(await node.notices()).toHaveLength(1);
	}
	await screenshot(page, 'protection-off', node.root);
	await node.execute();
	expect((await node.table())._gmc).toMatch(/^outcome:issued/);
	expect(await charges(tests.editor.e2e)).toHaveLength(2);
});

test('a Wait for Completion that is merely added waits', async (view) => {
	const { node } = view;
	await fillIn(view, '3');
	await node.addOption('Wait for Completion');
	await node.execute();
	await node.showAs('json');
	await node.output.getByText('settled').waitFor();
});

test('what a person needs first is offered first', async ({ canvas, panel, node }) => {
	await canvas.open();
	await panel.addNode('GMC', ADD);
	const offered = await node.addable('Add option');
	expect(offered.slice(0, 7)).toEqual([
		'Dry Run',
		'Expected Name',
		'Maximum Amount',
		'Maximum per Day',
		'Maximum Total',
		'Wait for Completion',
		'Amount Format',
	]);
});
