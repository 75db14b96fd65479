import { Customers, maria } from '../../../harness/engine/customerOperations';

// A run that is refused before anything was sent names every row that keeps it from starting.

const customers = Customers.forThisFile();
const bad = { ...maria, name: '' };

test.each(['create', 'upsert'] as const)('customer: %s names all bad rows', async (operation) => {
	const wrong = Array.from({ length: 11 }, (_, i) => ({ ...maria, taxId: `1${i}` }));
	const rows = [maria, bad, bad, maria, { ...bad, email: 'nobody' }, ...wrong];
	const { items, error } = await customers.run(operation, rows);
	expect(items).toEqual([]);
	expect(error?.message).toBe('14 of 16 rows are refused. Nothing was sent');
	const lines = error!.description!.split('\n');
	expect(lines[0]).toBe('Rows 2–3, 5: The name is empty.');
	expect(lines[1]).toMatch(/^Row 6: the tax ID 10 is neither/);
	expect(lines[9]).toMatch(/^Row 14: the tax ID 18 is neither/);
	expect(lines.slice(10)).toEqual(['… and rows 15–16.']);
	expect(await customers.admin.journal()).toEqual([]);
});
