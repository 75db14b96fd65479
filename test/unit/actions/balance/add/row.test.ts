import type { RowIn } from '../../../../../nodes/Gmc/actions/balance/add/row';
import type { RowState } from '../../../../../nodes/Gmc/actions/balance/add/rowState';
import { chargeOf, isIn, Row } from '../../../../../nodes/Gmc/actions/balance/add/row';
import { toRowProblem } from '../../../../../nodes/Gmc/shared/errors';

type StateName = RowState['is'];

const request = { customerIdentifier: 'a', amount: 1, currency: 'BRL' as const };
const askedAt = Date.UTC(2026, 0, 1);
const problem = toRowProblem(new Error('lost'), 0);
const known = { askedAt, problem, isOwn: true };
const addition = { _id: '1', status: 'COMPLETED' };
const done = { addition, claim: '1' };

/** The row in that state, for the compiler as well. */
function as<Name extends StateName>(row: Row, name: Name): RowIn<Name> {
	if (isIn(name)(row)) return row;
	throw new Error(`The row is ${row.state.is}, not ${name}`);
}

const planned = () =>
	as(Row.planned(0, { reference: { by: 'id', value: 'a' }, request }), 'planned');
function unknown() {
	const row: Row = planned();
	as(row, 'planned').leaveUnknown(known);
	return as(row, 'unknown');
}
function sending() {
	const row: Row = planned();
	as(row, 'planned').send(askedAt);
	return as(row, 'sending');
}
function issued() {
	const row: Row = planned();
	as(row, 'planned').issue(done);
	return as(row, 'issued');
}
const refused = () => Row.refused(0, new Error('no amount'));

function after<R extends Row>(row: R, step: (row: R) => void): Row {
	step(row);
	return row;
}

test('steps that would undo an outcome are refused by the compiler', () => {
	// @ts-expect-error -- what was issued stays issued
	expect(() => issued().reject(new Error('no'))).not.toThrow();
	// @ts-expect-error -- and is not given another addition
	expect(() => issued().issue(done)).not.toThrow();
	// @ts-expect-error -- what was sent is not planned again
	expect(() => sending().replan()).not.toThrow();
	// @ts-expect-error -- what was refused is nothing to skip
	expect(() => refused().skip(addition)).not.toThrow();
});

test('what was asked for stays as it was asked for, whatever is learned of the customer', () => {
	const found = { customerId: 'b', taxId: 'tax', customerIdentifier: 'b', customerName: 'Bia' };
	const sent = unknown();
	sent.identify(found);
	expect(sent.state.plan.request).toEqual(request);
	expect(chargeOf(sent).identifiers).toEqual(['a', 'b', 'tax']);
	const unsent = planned();
	unsent.identify(found);
	expect(unsent.request).toEqual({ ...request, customerIdentifier: 'b' });
	expect(unsent.customerName).toBe('Bia');
});

test('a customer that cannot be told is a reason, and changes nothing of the request', () => {
	const row = planned();
	const problem = 'two have it';
	row.identify({ problem });
	expect(row.state).toMatchObject({
		is: 'planned',
		plan: { customerProblem: problem, request },
	});
});

test('what a row was given by an earlier try, or found in the list, goes with it', () => {
	const row: Row = planned();
	as(row, 'planned').issue(done, { replayed: true });
	as(row, 'issued').refresh({ ...addition, status: 'PENDING' });
	as(row, 'issued').endWait('timedOut');
	expect(row.state).toMatchObject({
		is: 'issued',
		replayed: true,
		waited: 'timedOut',
		addition: { status: 'PENDING' },
	});
});

test('what the customer is called by now changes nothing of what was asked for', () => {
	const row = unknown();
	row.setIdentifiers(['b', 'tax']);
	expect(chargeOf(row)).toEqual({ identifiers: ['b', 'tax'], amount: 1, currency: 'BRL' });
	expect(row.request).toEqual(request);
});

test('of an addition with several items, its own one counts', () => {
	const items = ['COMPLETED', 'FAILED'].map((status) => ({ status }));
	const two = { _id: '1', status: 'COMPLETED', items };
	const rows = ['1#0', '1#1'].map((claim) =>
		after(planned(), (row) => row.issue({ addition: two, claim })),
	);
	expect(rows.map(({ state }) => state.is)).toEqual(['issued', 'rejected']);
});
