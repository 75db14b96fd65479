import type { ToolAnswer } from '../../../../../harness/engine';
import { DEMO_CUSTOMERS, LIST_ADDITIONS, Service, outcomeOf } from '../../../../../harness/engine';
import { asTool } from './support';

// `skipped` means: already issued. What this execution has paid somebody else, or another amount, pays no other row.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;

test.each([
	['another customer', 'noCustomer', { customer: bruno._id, amount: 10 }],
	['another customer, nothing of it readable', 'noItems', { customer: bruno._id, amount: 10 }],
	['another amount', 'amountNull', { customer: ana._id, amount: 70 }],
] as const)(
	'a call for %s is not skipped with the addition of the first',
	async (_, as, second) => {
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			action: { type: 'garble', every: 1, as },
		});
		const answers: ToolAnswer[] = [];
		await asTool(service, {}, async (call) => {
			answers.push(await call({ customer: ana._id, amount: 10 }));
			answers.push(await call(second));
		});
		expect(answers[0].items.map(outcomeOf)).toEqual(['issued']);
		expect(answers[1].items.map(outcomeOf)).toEqual(['issued']);
		expect(await service.charged(second.customer, second.amount)).toBe(1);
	},
);
