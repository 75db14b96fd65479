import { DEMO_CUSTOMERS, ISSUE, Service, outcomeOf } from '../../../../../harness/engine';

// What people do to the entries of a batch: nothing of it makes a row be paid again, and what is said of it is true.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
const rows = [{ customer: ana.taxId, amount: 4 }];

beforeEach(async () => {
	await add();
});

const add = async (sheet: object[] = rows) =>
	await service.add(sheet as never, batch, {
		onError: 'continueRegularOutput',
	});
const entries = () => service.ledger;
const errorOf = ({ items }: Awaited<ReturnType<typeof add>>) => String(items[0].json.error);

test('an entry that cannot be read holds back the rows of its customer, by name', async () => {
	entries()[0].amount = 'four';
	const told = await add();
	expect(told.items.map(outcomeOf)).toEqual(['notAttempted']);
	expect(errorOf(told)).toMatch(/row 1 of the ledger .* cannot be read: amount/);
	expect(await service.asked(ISSUE)).toBe(1);
});

test('so does one whose number in the batch is gone, and no claim is left behind', async () => {
	entries()[0].rowNumber = null;
	const told = await add();
	expect(await service.asked(ISSUE)).toBe(1);
	expect(entries()).toHaveLength(1);
	expect(errorOf(told)).toMatch(/row 1 of the ledger .* cannot be read: rowNumber/);
});

test('an entry that is set to rejected frees its place, and one that is deleted, too', async () => {
	entries()[0].outcome = 'Rejected';
	entries()[0].additionId = '';
	expect((await add()).items.map(outcomeOf)).toEqual(['issued']);
	entries().splice(0);
	expect((await add()).items.map(outcomeOf)).toEqual(['issued']);
	expect(await service.asked(ISSUE)).toBe(3);
});

test('a label that is edited changes nothing', async () => {
	Object.assign(entries()[0], { batch: '', customer: '', customerName: '', at: '' });
	expect((await add()).items.map(outcomeOf)).toEqual(['skipped']);
});
