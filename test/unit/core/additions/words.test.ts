import { withoutSecretWords } from '../../../../nodes/Gmc/core/additions/words';
import { redactionOf } from '../../../../nodes/Gmc/core/redaction/redact';

test.each(['completed', 'Failed', 'CANCELLED'])(
	'a status that decides something stays, although the password is %j',
	(status) => {
		const items = [{ status, error: `not ${status}` }];
		expect(withoutSecretWords({ _id: 'a', status, items }, redactionOf([status]))).toEqual({
			_id: 'a',
			status,
			items: [{ status, error: '[hidden]' }],
		});
	},
);
