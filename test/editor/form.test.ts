import { useEditor } from '../../harness/editor/editor';
import { documentImage } from '../../harness/editor/screenshots';
import { type TopUp, TopUpForm } from '../../harness/stand-ins/topUpForm';
import type { WorkflowJson } from '../../harness/n8n/types';
import { withParameters } from '../../harness/samples/choices';
import { charged } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';

// The sample "Top up by a form": somebody at a desk, who has no account of n8n.

jest.setTimeout(120_000);

const tests = useEditor();
const [ana] = DEMO_CUSTOMERS;
const TOP_UP: TopUp = { taxId: ana.taxId, amount: '1.234,50', reference: 'Order 1001' };
const PAID = 'Paid';
const PAID_BEFORE = 'Paid before, and not again';
const NOTHING_PAID = 'Nothing was paid this time';

const books = async () => await charged(tests.editor.e2e);
const asked = async () => await tests.editor.e2e.sandbox.admin.count({ route: ISSUE });
const highest = (sample: WorkflowJson) =>
	withParameters(sample, 'Settings', (it) => ({
		assignments: JSON.parse(
			JSON.stringify(it.assignments).replace('"value":1000', '"value":5000'),
		) as object,
	}));

/** A test with a form of its own. */
function test(title: string, work: (form: TopUpForm) => Promise<void>, change = highest) {
	tests.test(title, async ({ page }) => {
		const form = await TopUpForm.open(tests.editor.e2e, page, change);
		try {
			await work(form);
		} finally {
			await form.close();
		}
	});
}

test('the page names who will get how much; its button pays, once', async (form) => {
	const { page } = form;
	await form.fillIn(TOP_UP);
	await page.getByText('R$ 1.234,50').waitFor();
	await page.getByText('Ana Souza').waitFor();
	expect(await asked()).toBe(0);
	await documentImage(page, 'top-up-by-a-form', page.locator('.card').first());
	const question = page.url();
	await form.button().dblclick();
	await page.getByText(PAID, { exact: true }).waitFor();
	expect(await books()).toEqual([[ana._id, 1234.5, 'BRL']]);
	// Back to the question. n8n leaves a page without an answer as long as its execution runs.
	await form.executions();
	await page.goto(question);
	await page.getByText(PAID, { exact: true }).waitFor();
	await form.fillIn({ ...TOP_UP, reference: ' order  1001' });
	await page.getByText(PAID_BEFORE).waitFor();
	await form.fillIn({ ...TOP_UP, amount: '5' });
	await page.getByText(NOTHING_PAID).waitFor();
	expect(await asked()).toBe(1);
});

test('two tabs ask, both are confirmed, one pays', async (form) => {
	const tab = await form.anotherTab();
	for (const page of [form.page, tab]) {
		await form.fillIn(TOP_UP, page);
		await page.getByText('Ana Souza').waitFor();
	}
	await Promise.all([form.button().click(), form.button(tab).click()]);
	for (const page of [form.page, tab]) {
		await page
			.getByText(/^(Paid|Paid before, and not again|Nothing was paid this time|Not known yet.*)$/)
			.waitFor();
	}
	expect(await books()).toEqual([[ana._id, 1234.5, 'BRL']]);
});

test('what is refused is refused in words, before anything is asked', async (form) => {
	const { page } = form;
	const cases: Array<[Partial<TopUp>, RegExp]> = [
		[{ taxId: '111.444.777-30' }, /check digits|not found/],
		[{ amount: '1.234' }, /two ways/],
		[{ amount: '9000' }, /5000/],
	];
	for (const [change, words] of cases) {
		await form.fillIn({ ...TOP_UP, ...change });
		await page.getByText(NOTHING_PAID).waitFor();
		await page.getByText(words).waitFor();
	}
	expect(await asked()).toBe(0);
});

test(
	'a page that nobody confirms pays nothing, whatever is pressed later',
	async (form) => {
		await form.fillIn(TOP_UP);
		await form.page.getByText('Ana Souza').waitFor();
		const [{ data }] = await form.executions();
		expect(data.resultData.lastNodeExecuted).toBe('Was it confirmed?');
		await form.button().click();
		// n8n's words about every form whose run has ended, whatever became of it.
		await form.page.getByText('Your response has been recorded').waitFor();
		expect(await asked()).toBe(0);
	},
	(sample) =>
		withParameters(highest(sample), 'Ask before paying', () => ({
			resumeAmount: 0.1,
			resumeUnit: 'minutes',
		})),
);

test('an answer that is lost: the page says what is known, and the same form again finds out', async (form) => {
	const { page } = form;
	await tests.editor.e2e.sandbox.admin.addFault({
		route: ISSUE,
		action: { type: 'commitThenReset' },
		times: 1,
	});
	await form.fillIn(TOP_UP);
	await page.getByText('Ana Souza').waitFor();
	await form.button().click();
	await page.getByText(/^(Paid|Not known yet whether it was paid)$/).waitFor();
	await form.fillIn(TOP_UP);
	await page.getByText(PAID_BEFORE).waitFor();
	expect(await books()).toEqual([[ana._id, 1234.5, 'BRL']]);
});
