import { failureReason, progressOf } from '../../../../nodes/Gmc/core/additions/status';

test.each([
	['completed', 'completed'],
	['FAILED', 'failed'],
	['Cancelled', 'failed'],
	['PENDING', 'open'],
	[undefined, 'open'],
])('a head %p alone: %s', (status, progress) => {
	expect(progressOf({ status })).toBe(progress);
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
const all = { totalItems: 1, failedItems: 1 };

test.each([
	['failed', 'all its items have failed', { items: [failed, failed] }],
	['partlyFailed', 'one of its items has failed', { items: [completed, failed] }],
	['failed', 'the summary counts all as failed', { summary: all }],
	['partlyFailed', 'one of two is counted', { items: [{}, {}], summary: { failedItems: '1' } }],
	['completed', 'the summary counts one, against its item', { items: [completed], summary: all }],
])('%s: COMPLETED, but %s', (progress, _, rest) => {
	expect(progressOf({ ...completed, ...rest })).toBe(progress);
});

test.each([
	['a count may be one of attempts', { summary: all }],
	['one failed item of two settles nothing', { items: [completed, failed] }],
])('while the head is pending, %s', (_, rest) => {
	expect(progressOf({ status: 'PENDING', ...rest })).toBe('open');
});

const transferred = { status: 'ERROR', blockchain: { transferHash: '0x1' } };

test.each([
	['failed', 'nothing else', { items: [{}] }],
	['partlyFailed', 'a completed item', { items: [completed] }],
	['partlyFailed', 'an item with a transfer', { items: [transferred] }],
	['partlyFailed', 'a count of completed items', { summary: { completedItems: 1 } }],
])('%s: a failed head, and %s', (progress, _, rest) => {
	expect(progressOf({ status: 'ERROR', ...rest })).toBe(progress);
});

test.each([
	['completed', 'a failed item has a transfer', { items: [transferred] }],
	['completed', 'the summary counts a try as well', { summary: { ...all, completedItems: 1 } }],
	['partlyFailed', 'one of two', { summary: { totalItems: 2, failedItems: 1, completedItems: 1 } }],
])('%s: COMPLETED, and %s', (progress, _, rest) => {
	expect(progressOf({ ...completed, ...rest })).toBe(progress);
});
