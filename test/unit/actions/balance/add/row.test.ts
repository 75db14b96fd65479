import { type RowIn, isIn, Row } from '../../../../../nodes/Gmc/actions/balance/add/row';
import type { RowState } from '../../../../../nodes/Gmc/actions/balance/add/rowState';

type StateName = RowState['is'];

const request = { customerIdentifier: 'a', amount: 1, currency: 'BRL' as const };
const addition = { _id: '1', status: 'COMPLETED' };

/** The row in that state, for the compiler as well. */
function as<Name extends StateName>(row: Row, name: Name): RowIn<Name> {
	if (isIn(name)(row)) return row;
	throw new Error(`The row is ${row.state.is}, not ${name}`);
}

const planned = () => Row.planned(0, { reference: { by: 'id', value: 'a' }, request });

test('steps that would undo an outcome are refused by the compiler', () => {
	const issued: Row = planned();
	as(issued, 'planned').issue(addition);
	// @ts-expect-error -- what was issued stays issued
	expect(() => as(issued, 'issued').reject(new Error('no'))).not.toThrow();
	const again: Row = planned();
	as(again, 'planned').issue(addition);
	// @ts-expect-error -- and is not given another addition
	expect(() => as(again, 'issued').issue(addition)).not.toThrow();
	const sending: Row = planned();
	as(sending, 'planned').send(0);
	// @ts-expect-error -- what was sent is not planned again
	expect(() => as(sending, 'sending').replan()).not.toThrow();
	// @ts-expect-error -- what was refused is nothing to skip
	expect(() => Row.refused(0, new Error('no amount')).skip(addition)).not.toThrow();
});
