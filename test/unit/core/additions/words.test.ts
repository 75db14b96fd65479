import { withoutSecretWords } from '../../../../nodes/Gmc/core/additions/words';
import { redactionOf } from '../../../../nodes/Gmc/core/redaction/redact';

const FOREIGN = ['eyJhbGciOiJIUzI1NiJ9', 'e30', 'c2VjcmV0'].join('.');
const shown = (addition: object, secret = 'hunter') =>
	withoutSecretWords({ _id: 'a', ...addition }, redactionOf([secret]));

test('statuses and errors tell no secret, and everything else is as it came', () => {
	const addition = {
		note: 'hunter',
		status: `FAILED: ${FOREIGN}`,
		error: { message: `token ${FOREIGN}`, code: 'E1042', retryable: false, hunter: 1 },
		items: [{ status: 'no hunter', error: ['Hunter', { cause: 'sem saldo' }] }, 'hunter', null],
	};
	expect(shown(addition)).toEqual({
		_id: 'a',
		note: 'hunter',
		status: 'FAILED: …',
		error: { message: 'token …', code: 'E1042', retryable: false, '[hidden]': 1 },
		items: [{ status: '[hidden]', error: ['[hidden]', { cause: 'sem saldo' }] }, 'hunter', null],
	});
});

test.each(['completed', 'Failed', 'CANCELLED'])(
	'a status that decides something stays, although the password is %j',
	(status) => {
		const items = [{ status, error: `not ${status}` }];
		expect(shown({ status, items }, status)).toEqual({
			_id: 'a',
			status,
			items: [{ status, error: '[hidden]' }],
		});
	},
);

test('an addition that tells nothing is not copied', () => {
	const addition = { _id: 'a', status: 'COMPLETED', items: [{ status: 'COMPLETED' }] };
	expect(withoutSecretWords(addition, redactionOf(['hunter']))).toBe(addition);
});
