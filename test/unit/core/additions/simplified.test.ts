import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import { simplifyItem } from '../../../../nodes/Gmc/core/additions/simplified';

const simplify = (addition: object) =>
	readItems({ _id: 'a1', status: 'COMPLETED', ...addition }).map((item) =>
		simplifyItem(item, undefined, 'America/Sao_Paulo'),
	);

test('an addition without items is its own item, and what cannot be read comes as it is', () => {
	const head = { customerIdentifier: 12345678901, sourceAmount: '1.234', sourceCurrency: 'XYZ' };
	expect(simplify(head)).toEqual([
		{ id: 'a1', status: 'COMPLETED', taxId: '12345678901', amount: '1.234', currency: 'XYZ' },
	]);
	expect(simplify({ customerIdentifier: '***.456.789-**' })).toMatchObject([
		{ taxId: '***.456.789-**' },
	]);
});

test('an item without a failure has the status of its addition, unless that has failed and the item has not', () => {
	const items = [{ status: 'COMPLETED' }, { status: 'FAILED' }];
	expect(simplify({ status: 'FAILED', items })).toMatchObject(items);
	expect(simplify({ status: 'FAILED', items: [{ status: 'PENDING' }] })).toEqual([
		{ id: 'a1', status: 'FAILED' },
	]);
	expect(simplify({ status: ' ', items: [{ status: 'PENDING' }] })).toEqual([
		{ id: 'a1', status: 'PENDING' },
	]);
});
