import { hasFailedFor, isAnswerTo, readItems } from '../../../../nodes/Gmc/core/additions/item';

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

test.each<[string, object[], boolean | undefined]>([
	['its own item', [item('FAILED'), item('COMPLETED', other)], true],
	["another customer's item", [item('COMPLETED'), item('FAILED', other)], false],
	['one of two that may be its own', [item('FAILED', masked), item('COMPLETED', masked)], false],
	['one of two equal ones', [item('FAILED'), item('COMPLETED')], false],
	['the one that names its customer', [item('FAILED'), item('COMPLETED', masked)], true],
	['both that may be its own', [item('FAILED', masked), item('FAILED', masked)], true],
	['one of another amount', [item('FAILED', rounded)], undefined],
])('a charge has failed, if what has failed is %s: %j, %s', (_, items, hasFailed) => {
	const addition = { _id: 'a', status: 'PROCESSING', items };
	expect(hasFailedFor({ ...charge, identifiers: ['ana'] }, addition)).toBe(hasFailed);
});

test.each<[string, object[], boolean]>([
	['one of two names its customer', [masked, {}], true],
	['two name its customer', [{}, {}], true],
	['only one of two may be its own', [{ ...masked, ...rounded }, masked], true],
	['two may be its own', [masked, masked], false],
])('an answer is believed, if %s: %j, %s', (_, items, isBelieved) => {
	const addition = { _id: 'a', items: items.map((more) => item('COMPLETED', more)) };
	expect(isAnswerTo({ ...charge, identifiers: ['ana'] }, addition, true)).toBe(isBelieved);
});

test.each([
	['***.982.247-**', undefined],
	['•••.982.247-••', undefined],
	['XXX.982.247-XX', undefined],
	['xx.xxx.678/0001-xx', undefined],
	// A CNPJ with letters, an RG, an id.
	['XX.345.678/0001-30', 'XX.345.678/0001-30'],
	['12.345.678-X', '12.345.678-X'],
	['cus_xxl', 'cus_xxl'],
])('of a customer given as %s, what names it is %s', (customerIdentifier, identifier) => {
	const addition = { _id: 'a', items: [item('COMPLETED', { customerIdentifier })] };
	expect(readItems(addition)[0].identifier).toBe(identifier);
});
