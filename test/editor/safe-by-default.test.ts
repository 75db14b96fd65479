import { ISSUE } from '../../harness/sandbox/routes';
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
const RECENT = 'it is protected for 15 minutes only';
const HISTORY = 'it is protected by History';
const KEY = 'Protected by the Idempotency Key';

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

test('a second Execute step is refused with two ways on, and a Duplicate Protection that is merely added skips', async (view) => {
	const { page, node } = view;
	await fillIn(view, '7');
	await node.execute();
	await node.execute('error');
	const { message, description } = await node.error();
	expect(message).toMatch(/Ana Souza was given 7 BRL at .* sent twice\. Nothing was sent/);
	expect(description).toMatch(/give it an Idempotency Key.*Duplicate Protection to Off/);
	await screenshot(page, 'second-click', node.root);
	expect(await asked()).toBe(1);

	await node.addOption('Duplicate Protection');
	await node.notice(HISTORY).waitFor();
	await node.execute();
	expect((await node.table())._gmc).toMatch(/^outcome:skipped/);
	expect(await asked()).toBe(1);
});

test('the key of an order is what the notice names then, and it pays once', async (view) => {
	const { page, node } = view;
	await fillIn(view, '8');
	await node.idempotencyKey('1001');
	await node.notice(KEY).waitFor();
	await screenshot(page, 'with-key', node.root);
	for (const outcome of ['issued', 'skipped']) {
		await node.execute();
		expect((await node.table())._gmc).toMatch(new RegExp(`^outcome:${outcome}`));
	}
	await node.output.getByText('Data tables → GMC top-ups').first().waitFor();
	expect(await asked()).toBe(1);
});
