import type { ToolAnswer } from '../../../../../harness/engine';
import { DEMO_CUSTOMERS, Service, outcomeOf } from '../../../../../harness/engine';
import { asTool } from './support';

// "An addition that has failed frees its row" (money-safety.md), under Recent as well.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 10 };
const goOn = { onError: 'continueRegularOutput' as const };

beforeEach(async () => {
	await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
});

test('a row whose addition has failed since is sent by the next execution', async () => {
	const first = await service.add([row]);
	expect(first.items.map(outcomeOf)).toEqual(['issued']);
	await service.admin.settle(String(first.items[0].json._id), 'FAILED');
	const { items } = await service.add([row], {}, goOn);
	// No money has moved by now, and the advice is "If it is the same top-up, there is nothing to do".
	expect(items.map(({ json }) => json.error ?? outcomeOf({ json }))).toEqual(['issued']);
});

test('a tool does not tell a model "skipped (already issued)" of an addition that has failed', async () => {
	const answers: ToolAnswer[] = [];
	await asTool(service, {}, async (call) => {
		answers.push(await call({ customer: ana._id, amount: 10 }));
		const [{ items }] = answers;
		await service.admin.settle(String(items[0].json._id), 'FAILED');
		answers.push(await call({ customer: ana._id, amount: 10 }));
	});
	expect(await service.charged(ana._id, 10)).toBe(1);
	expect(answers[1].items.map(outcomeOf)).toEqual(['issued']);
});
