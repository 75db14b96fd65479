import type { IHttpRequestOptions } from 'n8n-workflow';
import { Dispatch, NotDispatched } from '../../../nodes/Gmc/api/dispatch';

const options = (abortSignal?: AbortSignal): IHttpRequestOptions => ({ url: '', abortSignal });
const leave = (dispatch: Dispatch, token?: string) => () => dispatch.leave(options(), token);

test('one that nobody waits for does not leave', () => {
	const dispatch = new Dispatch(1000, new Set());
	dispatch.end();
	expect(leave(dispatch, 'one')).toThrow(NotDispatched);
	expect(dispatch.token).toBeUndefined();
});

test('a cancelled execution aborts it, also one that was cancelled before', () => {
	for (const isBefore of [true, false]) {
		const cancel = new AbortController();
		const request = options(cancel.signal);
		if (isBefore) cancel.abort();
		new Dispatch(1000, new Set()).leave(request, 'one');
		expect(request.abortSignal).not.toBe(cancel.signal);
		cancel.abort();
		expect(request.abortSignal?.aborted).toBe(true);
	}
});
