import { withoutSecretWords } from '../../../../nodes/Gmc/core/additions/secretWords';

test.each(['completed', 'Failed', 'CANCELLED'])(
	'a status that decides something stays, although the password is %j',
	(status) => {
		const items = [{ status, error: `not ${status}` }];
		expect(withoutSecretWords([status])({ _id: 'a', status, items })).toEqual({
			_id: 'a',
			status,
			items: [{ status, error: '[hidden]' }],
		});
	},
);

test('a status keeps words that mix letters and digits, which tell it from another, and an error does not', () => {
	const [status, error] = ['etapa2', 'token a1b2c3'];
	const shown = withoutSecretWords(['secret'])({ _id: 'a', status, items: [{ status, error }] });
	expect(shown).toEqual({ _id: 'a', status, items: [{ status, error: 'token …' }] });
	expect(withoutSecretWords(['etapa2'])({ _id: 'a', status }).status).toBe('[hidden]');
});
