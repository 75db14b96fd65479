import { hasFailedFor } from '../../../../nodes/Gmc/core/additions/item';

const charge = { identifiers: ['ana'], amount: 10, currency: 'BRL' } as const;
const item = (status: string, more: object = {}) => ({
	customerIdentifier: 'ana',
	sourceAmount: 10,
	sourceCurrency: 'BRL',
	status,
	...more,
});
const masked = { customerIdentifier: '***.982.247-**' };
const other = { customerIdentifier: 'bruno' };
const rounded = { sourceAmount: 9.99 };

test.each<[string, object[], boolean]>([
	['its own item', [item('FAILED'), item('COMPLETED', other)], true],
	["another customer's item", [item('COMPLETED'), item('FAILED', other)], false],
	['one of two that may be its own', [item('FAILED', masked), item('COMPLETED', masked)], false],
	['both that may be its own', [item('FAILED', masked), item('FAILED', masked)], true],
	['the only one, which reads otherwise', [item('FAILED', rounded)], true],
])('a charge has failed, if what has failed is %s: %j, %s', (_, items, hasFailed) => {
	const addition = { _id: 'a', status: 'PROCESSING', items };
	expect(hasFailedFor({ ...charge, identifiers: ['ana'] }, addition)).toBe(hasFailed);
});
