import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { charges } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { type View, useEditor } from '../../harness/editor/editor';
import { documentImage } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

const [ana] = DEMO_CUSTOMERS;
const elisa = DEMO_CUSTOMERS.find(({ name }) => name === 'Elisa Prado')!;

const REAL_MONEY = "This moves real money. To try it, add 'Dry Run' under 'Options'.";

/** One more may have been asked for than was paid: the login of the test before has ended with its sandbox. */
const asked = async () => await tests.editor.e2e.sandbox.admin.count({ route: ISSUE });

let topUps = 0;

/** Puts the node into an empty workflow, after the button that starts it. Each has its own key. */
async function addNode({ canvas, panel, node }: View): Promise<void> {
	await canvas.open();
	await panel.addNode('GMC', 'Top up customer');
	topUps += 1;
	await node.protectBy('Idempotency Key', `order-${1000 + topUps}`);
}

/** The same, filled in. */
async function fillIn(view: View, amount: string): Promise<void> {
	await addNode(view);
	await view.node.customerBy('By Tax ID', ana.taxId);
	await view.node.amount(amount);
}

test('the node is found by its purpose, and its actions say what they do', async ({
	canvas,
	panel,
}) => {
	await canvas.open();
	await panel.open();
	for (const word of ['pix', 'balance', 'credit', 'top-up']) {
		await panel.search(word, 'GMC');
	}
	await panel.openActions('GMC');
	const actions = await panel.items.allInnerTexts();
	for (const one of ['On top up completed', 'Check account', 'Top up customer']) {
		expect(actions).toContain(one);
	}
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
	await node.execute();

	const [{ _id, ...addition }, ...more] = await charges(tests.editor.e2e);
	expect(more).toEqual([]);
	expect(addition).toMatchObject({ customerId: elisa._id, amount: 10.5, currency: 'BRL' });
	// Who and how much, at the left of the table.
	expect(await node.table()).toMatchObject({
		outcome: 'issued',
		customerName: 'Elisa Prado',
		amount: '10.5',
		currency: 'BRL',
		additionId: _id,
		status: 'COMPLETED',
	});
	await node.output.getByText('issued', { exact: true }).scrollIntoViewIfNeeded();
	await documentImage(page, 'result', await node.withoutInput(node.key));
	await node.execute();
	expect(await node.table()).toMatchObject({ outcome: 'skipped', additionId: _id });
	await documentImage(page, 'paid-once', await node.outputDownTo('skipped'));
});

test('an ambiguous amount is refused, and nothing is sent', async (view) => {
	await fillIn(view, '1.234');
	await view.node.execute('error');
	expect(await view.node.error()).toEqual({
		message: 'The amount "1.234" can be read in two ways (thousands or decimals). Nothing was sent',
		description:
			"If it is a thousand or more, write 1234 or 1.234,00. Or choose Decimal Point or Decimal Comma under 'Options' → 'Amount Format'. Code: AMOUNT_INVALID.",
	});
	expect(await asked()).toBe(0);
	await documentImage(view.page, 'error', await view.node.withoutInput(view.node.protection));
});

test('an added Dry Run is on: nothing is sent, and the notice below Amount disappears', async (view) => {
	const { node } = view;
	await fillIn(view, '10,50');
	expect(await node.notices.allInnerTexts()).toEqual([REAL_MONEY]);
	await node.addOption('Dry Run');
	await node.notices.filter({ hasText: REAL_MONEY }).waitFor({ state: 'detached' });
	await node.execute();
	expect(await node.table()).toMatchObject({ outcome: 'planned', customerName: 'Ana Souza' });
	expect(await asked()).toBe(0);
});
