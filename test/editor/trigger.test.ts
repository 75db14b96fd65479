import { useEditor } from '../../harness/editor/editor';
import { documentImage, screenshot } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

test('a test event is the newest completed addition', async ({ page, canvas, panel, node }) => {
	const { admin } = tests.editor.e2e.sandbox;
	await admin.createAddition({ amount: 10, status: 'COMPLETED' });
	const newest = await admin.createAddition({ amount: 42.5, status: 'COMPLETED' });
	await admin.createAddition({ amount: 99, status: 'PENDING' });

	await canvas.open();
	await panel.addNode('GMC', 'On addition completed');
	await screenshot(page, 'trigger-new', node.root);
	await node.execute();
	const shown = await node.table();
	expect(shown).toMatchObject({ _id: newest._id, status: 'COMPLETED' });
	expect(shown.items).toContain('sourceAmount:42.5');
	await node.showAs('json');
	await documentImage(page, 'trigger', await node.withoutInput());
	await node.close();
	await screenshot(page, 'trigger-canvas');
});
