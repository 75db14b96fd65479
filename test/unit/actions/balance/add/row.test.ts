import type { RowIn } from '../../../../../nodes/Gmc/actions/balance/add/row';
import type { RowState } from '../../../../../nodes/Gmc/actions/balance/add/rowState';
import { chargeOf, isIn, Row } from '../../../../../nodes/Gmc/actions/balance/add/row';
import type { LedgerEntry } from '../../../../../nodes/Gmc/core/additions/ledgerMemory';
import { toRowProblem } from '../../../../../nodes/Gmc/shared/errors';

type StateName = RowState['is'];

const request = { customerIdentifier: 'a', amount: 1, currency: 'BRL' as const };
const entry: LedgerEntry = {
	...{ identifiers: ['a'], amount: 1, currency: 'BRL', state: 'intended' as const },
	...{ askedAt: '2026-01-01T00:00:00Z', askedBy: 0 },
};
const problem = toRowProblem(new Error('lost'), 0);
const done = { _id: '1', status: 'COMPLETED' };
const failed = { _id: '1', status: 'FAILED' };

/** The row in that state, for the compiler as well. */
function as<Name extends StateName>(row: Row, name: Name): RowIn<Name> {
	if (isIn(name)(row)) return row;
	throw new Error(`The row is ${row.state.is}, not ${name}`);
}

const planned = () =>
	as(Row.planned(0, { reference: { by: 'id', value: 'a' }, request }), 'planned');
function inDoubt() {
	const row: Row = planned();
	as(row, 'planned').doubt(entry, problem);
	return as(row, 'inDoubt');
}
function issued() {
	const row: Row = planned();
	as(row, 'planned').issue(entry, done);
	return as(row, 'issued');
}
const refused = () => Row.refused(0, new Error('no amount'));

/** What each step makes of a row. The compiler refuses every other step in that state. */
const STEPS: Array<[from: StateName, step: string, to: StateName, take: () => Row]> = [
	['planned', 'issue', 'issued', () => after(planned(), (row) => row.issue(entry, done))],
	[
		'planned',
		'issue failed',
		'rejected',
		() => after(planned(), (row) => row.issue(entry, failed)),
	],
	['planned', 'skip', 'skipped', () => after(planned(), (row) => row.skip(entry, done))],
	['planned', 'reject', 'rejected', () => after(planned(), (row) => row.reject(new Error('no')))],
	[
		'planned',
		'withhold',
		'notAttempted',
		() => after(planned(), (row) => row.withhold(new Error())),
	],
	['planned', 'doubt', 'inDoubt', () => after(planned(), (row) => row.doubt(entry, problem))],
	['planned', 'close', 'notAttempted', () => after(planned(), (row) => row.close())],
	['inDoubt', 'suspect', 'inDoubt', () => after(inDoubt(), (row) => row.suspect(['1']))],
	['inDoubt', 'issue', 'issued', () => after(inDoubt(), (row) => row.issue(entry, done))],
	[
		'inDoubt',
		'issue failed',
		'rejected',
		() => after(inDoubt(), (row) => row.issue(entry, failed)),
	],
	['inDoubt', 'close', 'unknown', () => after(inDoubt(), (row) => row.close())],
	['issued', 'refresh', 'issued', () => after(issued(), (row) => row.refresh(done))],
	['issued', 'refresh failed', 'rejected', () => after(issued(), (row) => row.refresh(failed))],
	['issued', 'endWait', 'issued', () => after(issued(), (row) => row.endWait('settled'))],
	['issued', 'close', 'issued', () => after(issued(), (row) => row.close())],
	['rejected', 'close', 'rejected', () => after(refused(), (row) => row.close())],
];

function after<R extends Row>(row: R, step: (row: R) => void): Row {
	step(row);
	return row;
}

test.each(STEPS)('%s, %s: %s', (_from, _step, to, take) => expect(take().state.is).toBe(to));

test('steps that would undo an outcome are refused by the compiler', () => {
	// @ts-expect-error -- what was issued stays issued
	expect(() => issued().reject(new Error('no'))).not.toThrow();
	// @ts-expect-error -- and is not given another addition
	expect(() => issued().issue(entry, done)).not.toThrow();
	// @ts-expect-error -- what was refused is nothing to skip
	expect(() => refused().skip(entry, done)).not.toThrow();
});

test('what was asked for stays as it was asked for, whatever is learned of the customer', () => {
	const found = { identifiers: ['b', 'tax'], customerIdentifier: 'b' };
	const sent = inDoubt();
	sent.identify(found);
	expect(sent.request).toEqual(request);
	expect(chargeOf(sent).identifiers).toEqual(['a', 'b', 'tax']);
	const unsent = planned();
	unsent.identify(found);
	expect(unsent.request).toEqual({ ...request, customerIdentifier: 'b' });
});

test('a customer that cannot be told is a reason, and changes nothing of the request', () => {
	const row = planned();
	const problem = () => 'two have it';
	row.identify({ problem });
	expect(row.state).toMatchObject({
		is: 'planned',
		plan: { customerProblem: problem, request },
	});
});

test('what a row was given by an earlier try, or found in the list, goes with it', () => {
	const row: Row = planned();
	as(row, 'planned').issue(entry, done, { replayed: true });
	as(row, 'issued').refresh({ ...done, status: 'PENDING' });
	as(row, 'issued').endWait('timedOut');
	expect(row.state).toMatchObject({
		...{ is: 'issued', replayed: true, waited: 'timedOut' },
		addition: { status: 'PENDING' },
	});
});
