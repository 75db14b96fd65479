import { CREATE_CUSTOMER } from '../../harness/sandbox/routes';
import { type View, useEditor } from '../../harness/editor/editor';
import { screenshot } from '../../harness/editor/screenshots';

// GMC keeps a customer for good, so what a sheet or a hand has spoilt must not become one.

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

async function fillIn({ canvas, panel, node }: View, taxId: string): Promise<void> {
	await canvas.open();
	await panel.addNode('GMC', 'Create a customer');
	await node.fill('Tax ID', taxId);
	await node.fill('Name', 'Nova Cliente');
	await node.fill('Email', 'nova@example.com');
}

test('a tax ID with a typing error is refused before anything is created', async (view) => {
	const { page, node } = view;
	await fillIn(view, '111.444.777-00');
	await node.execute('error');
	const { message, description } = await node.error();
	expect(message).toContain('is neither a CPF nor a CNPJ: its check digits do not agree');
	expect(description).toContain('GMC never really deletes a customer');
	await screenshot(page, 'customer-wrong-tax-id', node.root);
	expect(await tests.editor.e2e.sandbox.admin.count({ route: CREATE_CUSTOMER })).toBe(0);
});

test('a text without its zeros is refused: with them it would be another spelling', async (view) => {
	const { node } = view;
	await fillIn(view, '9876543229');
	await node.execute('error');
	expect((await node.error()).description).toContain('may have dropped leading zeros');
	expect(await tests.editor.e2e.sandbox.admin.count({ route: CREATE_CUSTOMER })).toBe(0);
});
