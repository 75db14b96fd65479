import { answeredItem } from '../../../../nodes/Gmc/core/additions/answer';

const byTaxId = { identifiers: ['01234567890'], amount: 10, currency: 'BRL' };
const identified = { ...byTaxId, identifiers: ['01234567890', '665f1c2e9b1d8a0012ab34cd'] };
const item = { customerIdentifier: '012.345.678-90', sourceAmount: 10, sourceCurrency: 'BRL' };
const answer = (changes: object) => ({ _id: '1', items: [{ ...item, ...changes }] });

test.each([
	['what was asked for', {}, true],
	['the other identifier', { customerIdentifier: '665f1c2e9b1d8a0012ab34cd' }, true],
	['another customer', { customerIdentifier: '665f1c2e9b1d8a0012ab34ff' }, false],
	['another amount', { sourceAmount: 100 }, false],
	['another currency', { sourceCurrency: 'GMC' }, false],
])('an answer with %s is believed: %p', (_, changes, believed) => {
	expect(answeredItem(identified, answer(changes), true) !== undefined).toBe(believed);
});

test('a customer of whom only the tax ID is known may be answered by _id, not by another tax ID', () => {
	const believed = (customerIdentifier: string) =>
		answeredItem(byTaxId, answer({ customerIdentifier }), false) !== undefined;
	expect(believed('665f1c2e9b1d8a0012ab34cd')).toBe(true);
	expect(believed('11144477735')).toBe(false);
});

test('an answer that says nothing of what it moved does not contradict', () => {
	expect(answeredItem(identified, { _id: '1' }, true)).toMatchObject({ claim: '1' });
});

test('of several items the one that was asked for counts', () => {
	const items = [{ ...item, sourceAmount: 11 }, item];
	expect(answeredItem(identified, { _id: '1', items }, true)).toMatchObject({ claim: '1#1' });
});
