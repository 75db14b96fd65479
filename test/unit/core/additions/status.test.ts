import {
	failureReason,
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
