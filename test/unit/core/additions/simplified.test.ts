import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import { simplifyItem } from '../../../../nodes/Gmc/core/additions/simplified';
import { CustomerDirectory } from '../../../../nodes/Gmc/core/customers/directory';

const ana = { _id: 'c1', taxId: '01234567890', name: 'Ana' };
const customers = new CustomerDirectory([ana]);
const simplify = (addition: object, known: typeof customers | undefined = customers) =>
	readItems({ _id: 'a1', status: 'COMPLETED', ...addition }).map((item) =>
		simplifyItem(item, known, 'America/Sao_Paulo'),
	);
const ofAna = { customerId: 'c1', customerName: 'Ana', taxId: '01234567890' };

test('an item is one flat record, without what GMC has not filled', () => {
	const [record] = simplify({
		createdAt: '1767225600000',
		updatedAt: 'soon',
		items: [
			{
				customerIdentifier: '012.345.678-90',
				sourceAmount: 10.5,
				sourceCurrency: 'BRL',
				targetGmcAmount: '10.40',
				status: 'COMPLETED',
				error: null,
				fees: { totalBrl: 0.1 },
				blockchain: { mintHash: null, transferHash: null },
				processedAt: '20260101093000',
			},
		],
	});
	expect(record).toEqual({
		id: 'a1',
		status: 'COMPLETED',
		...ofAna,
		amount: 10.5,
		currency: 'BRL',
		gmcAmount: '10.40',
		feesBrl: 0.1,
		createdAt: '2026-01-01T00:00:00.000Z',
		updatedAt: 'soon',
		processedAt: '2026-01-01T12:30:00.000Z',
	});
});

test('each item is a record of its own, and a failed one says why', () => {
	const items = [
		{ customerIdentifier: 'c1', status: 'COMPLETED', blockchain: { transferHash: '0x1' } },
		{ customerIdentifier: 'gone', status: 'FAILED', error: { message: 'no wallet' } },
	];
	expect(simplify({ items })).toEqual([
		{ id: 'a1', status: 'COMPLETED', ...ofAna, transferHash: '0x1' },
		{ id: 'a1', status: 'FAILED', customerId: 'gone', failureReason: 'no wallet' },
	]);
});

test('an addition without items is its own item, and what cannot be read comes as it is', () => {
	const head = { customerIdentifier: 12345678901, sourceAmount: '1.234', sourceCurrency: 'XYZ' };
	expect(simplify(head, undefined)).toEqual([
		{ id: 'a1', status: 'COMPLETED', taxId: '12345678901', amount: '1.234', currency: 'XYZ' },
	]);
	expect(simplify({ customerIdentifier: '***.456.789-**' })).toMatchObject([
		{ taxId: '***.456.789-**' },
	]);
});

test('an item without a failure has the status of its addition', () => {
	expect(simplify({ status: 'FAILED', items: [{ status: 'PENDING' }] })).toEqual([
		{ id: 'a1', status: 'FAILED' },
	]);
	expect(simplify({ status: ' ', items: [{ status: 'PENDING' }] })).toEqual([
		{ id: 'a1', status: 'PENDING' },
	]);
});
