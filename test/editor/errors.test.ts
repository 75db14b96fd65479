import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { ISSUE } from '../../harness/sandbox/routes';
import { type View, useEditor } from '../../harness/editor/editor';
import { documentImage } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

const asked = async () => await tests.editor.e2e.sandbox.admin.count({ route: ISSUE });

const [ana] = DEMO_CUSTOMERS;

/** Adds an amount to a customer's balance, which ends in an error. */
async function addInVain({ canvas, panel, node }: View, amount: string): Promise<void> {
	await canvas.open();
	await panel.addNode('GMC', 'Top up a customer');
	await node.customerBy('By Tax ID', ana.taxId);
	await node.amount(amount);
	await node.execute('error');
}

test('an amount with two readings is refused in plain words, and nothing is sent', async (view) => {
	await addInVain(view, '1.234');
	expect(await view.node.error()).toEqual({
		message:
			'Row 1: the amount "1.234" can be read in two ways (thousands or decimals). Nothing was sent',
		description:
			'Write it like 10.50 or 1.234,50, or choose Decimal Point or Decimal Comma under Options → Amount Format.',
	});
	expect(await asked()).toBe(0);
	await documentImage(view.page, 'error', await view.node.withoutInput(view.node.protection));
});
