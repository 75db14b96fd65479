import {
	failureReason,
	hasFailures,
	isCompleted,
	isFailed,
	isSettled,
} from '../../../../nodes/Gmc/core/additions/status';

test.each([
	['COMPLETED', true, false],
	['completed', true, false],
	['FAILED', false, true],
	['Cancelled', false, true],
	['PENDING', false, false],
	['PROCESSING', false, false],
	[undefined, false, false],
])('%p: completed is %p, failed is %p', (status, completed, failed) => {
	expect([isCompleted({ status }), isFailed({ status })]).toEqual([completed, failed]);
	expect(isSettled({ status })).toBe(completed || failed);
});

test.each([
	[{ items: [{ error: null }, { error: { message: 'no gas', code: 'X' } }] }, 'no gas'],
	[{ items: [{ error: { code: 'X' } }] }, 'X'],
	[{ items: [{ error: 'broken' }] }, 'broken'],
	[{ items: [{ error: 7 }, null] }, undefined],
	[{}, undefined],
])('the reason in %j is %p', (addition, reason) => {
	expect(failureReason(addition)).toBe(reason);
});

const completed = { status: 'COMPLETED' };
const failed = { status: 'FAILED' };

test.each([
	['its only item has failed', { items: [failed] }, [false, true, true]],
	['all its items have failed', { items: [failed, failed] }, [false, true, true]],
	['one of its items has failed', { items: [completed, failed] }, [false, false, true]],
	[
		'the summary counts all as failed',
		{ summary: { totalItems: 1, failedItems: 1 } },
		[false, true, true],
	],
	[
		'the summary counts one as failed',
		{ items: [{}, {}], summary: { failedItems: '1' } },
		[false, false, true],
	],
	[
		'the summary counts all as failed, and the item says that it is done',
		{ items: [completed], summary: { totalItems: 1, failedItems: 1 } },
		[false, false, true],
	],
	['nothing has failed', { items: [completed], summary: { failedItems: 0 } }, [true, false, false]],
])('COMPLETED, but %s: completed, failed, with failures %j', (_, rest, expected) => {
	const addition = { ...completed, ...rest };
	expect([isCompleted(addition), isFailed(addition), hasFailures(addition)]).toEqual(expected);
	expect(isSettled(addition)).toBe(true);
});

test('while the head is pending, a count of failed items may be one of attempts', () => {
	const addition = { status: 'PENDING', summary: { totalItems: 1, failedItems: 1 } };
	expect([isFailed(addition), isSettled(addition)]).toEqual([false, false]);
});

test('while the head is pending, one failed item of two settles nothing', () => {
	const addition = { status: 'PENDING', items: [completed, failed] };
	expect([isSettled(addition), hasFailures(addition)]).toEqual([false, false]);
});
