import { failureReason, progressOf } from '../../../../nodes/Gmc/core/additions/status';

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
const transferred = { status: 'ERROR', blockchain: { transferHash: '0x1' } };
const all = { totalItems: 1, failedItems: 1 };
const oneOfTwo = { totalItems: 2, failedItems: 1, completedItems: 1 };
const oneCounted = { items: [{}, {}], summary: { failedItems: '1' } };

// The first ones: the status of the addition alone.
test.each<[unknown, string, object, string]>([
	['completed', 'nothing else', {}, 'completed'],
	['FAILED', 'nothing else', {}, 'failed'],
	['Cancelled', 'nothing else', {}, 'failed'],
	['PENDING', 'nothing else', {}, 'open'],
	[undefined, 'nothing else', {}, 'open'],
	['COMPLETED', 'all its items failed', { items: [failed, failed] }, 'failed'],
	['COMPLETED', 'one of its items failed', { items: [completed, failed] }, 'partlyFailed'],
	['COMPLETED', 'all counted as failed', { summary: all }, 'failed'],
	['COMPLETED', 'one of two counted as failed', oneCounted, 'partlyFailed'],
	['COMPLETED', 'one counted, against its item', { items: [completed], summary: all }, 'completed'],
	['COMPLETED', 'a failed item that has a transfer', { items: [transferred] }, 'completed'],
	['COMPLETED', 'a try counted as well', { summary: { ...all, completedItems: 1 } }, 'completed'],
	['COMPLETED', 'one of two, with their counts', { summary: oneOfTwo }, 'partlyFailed'],
	['PENDING', 'a count that may be one of attempts', { summary: all }, 'open'],
	['PENDING', 'one failed item of two', { items: [completed, failed] }, 'open'],
	['ERROR', 'an item that says nothing', { items: [{}] }, 'failed'],
	['ERROR', 'a completed item', { items: [completed] }, 'partlyFailed'],
	['ERROR', 'an item with a transfer', { items: [transferred] }, 'partlyFailed'],
	['ERROR', 'a count of completed items', { summary: { completedItems: 1 } }, 'partlyFailed'],
])('%p, and %s: %s', (status, _, rest, progress) => {
	expect(progressOf({ status, ...rest })).toBe(progress);
});
