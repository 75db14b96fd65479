import { isForCustomer, itemsOf } from '../../../../nodes/Gmc/core/additions/addition';

describe('the items of an addition', () => {
	test('are those that are objects', () => {
		expect(itemsOf({ items: [{ a: 1 }, null, 'x', [], { b: 2 }] })).toEqual([{ a: 1 }, { b: 2 }]);
	});

	test.each([{}, { items: null }, { items: {} }, { items: 'x' }])('are none in %j', (addition) => {
		expect(itemsOf(addition)).toEqual([]);
	});
});

describe('an addition is for a customer', () => {
	const addition = {
		items: [{ customerIdentifier: 'abc' }, { customerIdentifier: '52998224725' }],
	};

	test.each([['abc'], ['529.982.247-25'], ['52998224725']])('known as %p', (name) => {
		expect(isForCustomer(addition, [name])).toBe(true);
		expect(isForCustomer(addition, ['other', name])).toBe(true);
	});

	test.each([[[]], [['ab']], [['11144477735']], [['']], [['---']]])(
		'but not one known as %j',
		(names) => {
			expect(isForCustomer(addition, names)).toBe(false);
		},
	);

	test('also where the service gives the tax ID as a number', () => {
		const numeric = { items: [{ customerIdentifier: 52998224725 }] };
		expect(isForCustomer(numeric, ['529.982.247-25'])).toBe(true);
	});

	test('that it names at its head, where it has no items', () => {
		expect(isForCustomer({ customerIdentifier: 'abc' }, ['abc'])).toBe(true);
		expect(isForCustomer({ ...addition, customerIdentifier: 'head' }, ['head'])).toBe(false);
	});

	test('but not when it names none', () => {
		const nameless = { items: [{}, { customerIdentifier: null }] };
		expect(isForCustomer(nameless, ['null', 'undefined', 'abc'])).toBe(false);
	});
});
