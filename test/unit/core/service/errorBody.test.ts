import { isServiceError, readErrorBody } from '../../../../nodes/Gmc/core/service/errorBody';

test.each<[unknown, ReturnType<typeof readErrorBody>]>([
	[{ error: { code: 'X1', message: 'Bad' } }, { code: 'X1', message: 'Bad' }],
	[{ error: 'Bad Request', message: 'Bad' }, { message: 'Bad' }],
	[{ message: ['name is empty', 'email is empty'] }, { message: 'name is empty; email is empty' }],
	[{ message: [{ a: 1 }, 'name is empty'] }, { message: 'name is empty' }],
	[{ message: { nested: 'x' }, code: {} }, {}],
	['<html>', {}],
	[[{ message: 'x' }], {}],
])("the service's words are read from %j", (body, words) => {
	expect(readErrorBody(body)).toEqual(words);
});

test.each<unknown>([
	{ statusCode: 403, message: 'Forbidden' },
	{ statusCode: 403 },
	{ code: 'X1' },
	{ message: ['name is empty'] },
	{ error: { message: 'no' } },
])("an answer is in the service's own form, if it says something: %j", (body) => {
	expect(isServiceError(403, body)).toBe(true);
});
