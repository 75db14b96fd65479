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
	[
		'partlyFailed',
		'the summary counts one of two',
		{ items: [{}, {}], summary: { failedItems: '1' } },
	],
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

const transferred = { ...completed, blockchain: { transferHash: '0x1' } };

test.each([
	['open', 'failed, but an item shows a transfer', { status: 'ERROR', items: [transferred] }],
	['failed', 'failed, and its item has no transfer', { status: 'ERROR', items: [completed] }],
	[
		'open',
		'failed, but the summary counts a completed item',
		{ status: 'ERROR', summary: { completedItems: 1 } },
	],
	[
		'completed',
		'completed after a failed try',
		{ ...completed, summary: { ...all, completedItems: 1 } },
	],
	[
		'partlyFailed',
		'one of two',
		{ ...completed, summary: { totalItems: 2, failedItems: 1, completedItems: 1 } },
	],
])('%s: %s', (progress, _, addition) => {
	expect(progressOf(addition)).toBe(progress);
});
