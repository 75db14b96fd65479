import { refuseModelsChoices } from '../../../../../nodes/Gmc/actions/balance/add/agent';

// The rest is tried in n8n's engine: test/n8n-core/node/agent.test.ts.

test('a field beside Options is looked at, too', () => {
	const options = { maxAmount: 10 };
	const given = { duplicateProtection: "={{ $fromAI('it') }}", options };
	expect(() => refuseModelsChoices(given)).toThrow(/Duplicate Protection may not come from/);
});

test('what the model may fill is none of its business', () => {
	const options = { maxAmount: 10, concurrency: "={{ $fromAI('it') }}" };
	expect(() => refuseModelsChoices({ amount: "={{ $fromAI('amount') }}", options })).not.toThrow();
});
