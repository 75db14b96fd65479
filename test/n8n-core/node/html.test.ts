import type { IDataObject } from 'n8n-workflow';
import { ana, Service } from '../../../harness/engine';

// n8n's editor renders hints and errors as HTML: a customer's name must not make the browser of a colleague fetch.

const service = Service.forThisFile();
const HOSTILE = '<img src=//a.example/x onerror=alert(1)> Silva & Filhos &lt;';
const ESCAPED = '&lt;img src=//a.example/x onerror=alert(1)&gt; Silva & Filhos &amp;lt;';
/** In the service's own words, what may be a secret is not shown: a word of letters and symbols. */
const SAID = HOSTILE.replace('&lt;', '…');
const row = { customer: ana.taxId, amount: 10 };

const rename = async () =>
	await service.run({
		parameters: {
			resource: 'customer',
			operation: 'update',
			updateFields: { name: HOSTILE },
			customer: { __rl: true, mode: 'id', value: ana._id },
		},
	});
const refuse = async () =>
	await service.fault({ type: 'status', status: 400, body: { statusCode: 400, message: HOSTILE } });

test("a person's name in the message of an error, and of each row", async () => {
	await rename();
	await service.add([row]);
	const { error } = await service.add([row]);
	expect(error?.message).toContain(`${ESCAPED} was given 10.00 BRL`);
	const two = await service.add([row, row]);
	expect(two.error?.description).toContain(`${ESCAPED} was given 10.00 BRL`);
	expect(two.error?.description).not.toContain('<');
});

test("the service's words in the description of an error, where details are data", async () => {
	await refuse();
	const { error } = await service.add([row]);
	expect(error?.description).toContain(`${ESCAPED.replace('&amp;lt;', '…')}.`);
	expect(error?.context.details).toMatchObject({ outcome: 'rejected', message: SAID });
});

test("a row's cell, and an option's value", async () => {
	const bad = await service.add([{ ...row, amount: '<b>10</b>' }]);
	expect(bad.error?.message).toContain('&lt;b&gt;10&lt;/b&gt;');
	const option = await service.add([row], { maxAmount: '<b>10</b>' });
	expect(option.error?.message).toContain('&lt;b&gt;10&lt;/b&gt;');
});

test('a hint', async () => {
	const batch = { duplicateProtection: 'batch', batchName: '1', ledgerTable: HOSTILE };
	const { hints: ofPlan } = await service.add([row], { ...batch, dryRun: true });
	expect(ofPlan[0]).toContain(`There is no ledger "${ESCAPED}" yet`);
	const { hints } = await service.add([row], batch);
	expect(hints[0]).toContain(`(Data Table "${ESCAPED}")`);
	expect([...ofPlan, ...hints].join()).not.toContain('<');
});

test('items are data, and stay as they are', async () => {
	const [renamed] = (await rename()).items;
	expect(renamed.json.name).toBe(HOSTILE);
	const [issued] = (await service.add([row])).items;
	expect(issued.json._gmc).toMatchObject({ customerName: HOSTILE });
	const [rejected] = (await service.addOn([row])).items;
	expect(rejected.json.error).toContain(`${HOSTILE} was given 10.00 BRL`);
	await refuse();
	const [refused] = (await service.addOn([{ ...row, amount: 12 }])).items;
	const { message, description } = refused.json.details as IDataObject;
	expect(message).toBe(SAID);
	expect(description).toContain(SAID);
	const [option] = (await service.addOn([row], { maxAmount: '<b>' })).items;
	expect(option.json.error).toContain('"<b>"');
});
