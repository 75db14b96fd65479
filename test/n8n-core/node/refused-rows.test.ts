import { Customers, maria } from '../../../harness/engine/customerOperations';

// A run that is refused before anything was sent names every row that keeps it from starting.

const customers = Customers.forThisFile();
const bad = { ...maria, name: '' };

test.each(['create', 'upsert'] as const)('customer: %s names all bad rows', async (operation) => {
	const rows = [maria, ...Array<typeof bad>(12).fill(bad), maria, { ...bad, email: 'nobody' }];
	const { items, error } = await customers.run(operation, rows);
	expect(items).toEqual([]);
	expect(error?.message).toBe('13 of 15 rows are refused. Nothing was sent');
	const lines = error!.description!.split('\n');
	expect(lines.slice(0, 10)).toEqual(
		Array.from({ length: 10 }, (_, i) => `Row ${i + 2}: The name is empty.`),
	);
	expect(lines.slice(10)).toEqual(['… and rows 12–13, 15.']);
	expect(await customers.admin.journal()).toEqual([]);
});

test('a question that is refused says nothing of sending', async () => {
	const { error } = await customers.run('get', [{ id: '' }, { id: maria.name }, { id: '' }]);
	expect(error?.message).toBe('2 of 3 rows are refused');
	expect(error?.description).toBe(
		'Row 1: the customer is empty.\nRow 3: the customer is empty.\nChoose a customer from the list, by ID or by tax ID.',
	);
});
