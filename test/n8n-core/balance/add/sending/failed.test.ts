import { sleep } from 'n8n-workflow';
import { DEMO_CUSTOMERS, ISSUE, Service, outcomeOf } from '../../../../../harness/engine';
import type { SandboxSettingsInput } from '../../../../../sandbox/settings';
import { LOOK_UP_ADDITION } from '../../../../../harness/sandbox/routes';

// Additions that failed, though their head says COMPLETED.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 5 };
const goOn = { onError: 'continueRegularOutput' as const };
const PLACES = [['head'], ['item'], ['item', 'summary']] as const;
type ShownIn = NonNullable<SandboxSettingsInput['additions']>['failureShownIn'];

describe.each(PLACES)('a failure that is told by %s', (...places) => {
	const failureShownIn = [...places] as ShownIn;
	const failing = { additions: { failureShownIn, settleAs: 'FAILED' as const } };

	test('is rejected, and sent again by a retry, once GMC has said that it still is failed', async () => {
		await service.restart(failing);
		const failed = await service.add([row]);
		expect(failed.error?.message).toMatch(/accepted top-up .* but it failed/);
		expect(failed.error?.context.details?.outcome).toBe('rejected');
		await service.admin.configure({ additions: { settleAs: 'COMPLETED' } });
		const again = await service.retry(failed);
		expect(again.items.map(outcomeOf)).toEqual(['issued']);
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(1);
	});

	test("is nobody's when the answer is lost: whose request it was is not known", async () => {
		await service.restart(failing);
		await service.lose('done');
		const { items } = await service.add([row], {}, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
	});

	test('is rejected when it comes while the row is waited for', async () => {
		const initialStatus = 'PENDING';
		await service.restart({
			additions: { ...failing.additions, initialStatus, settleAfterSeconds: 0.2 },
		});
		const wait = { waitForCompletion: true, waitTimeout: 5 };
		const { items } = await service.add([row], wait, goOn);
		expect(items.map(outcomeOf)).toEqual(['rejected']);
	});
});

test('a count of failed items proves nothing while head and item say that they are done', async () => {
	await service.restart({ additions: { failureShownIn: ['summary'], settleAs: 'FAILED' } });
	const first = await service.add([row]);
	expect(first.items.map(outcomeOf)).toEqual(['issued']);
});

test('a lost row whose own item failed is open, and the row of the other item is not sent', async () => {
	const sheet = [row, { ...row, customer: bruno.taxId }];
	await service.admin.addFault({ route: ISSUE, nth: [1, 2], action: { type: 'hang' } });
	// The first row goes alone, so an addition for both must be there before it is looked for.
	const running = service.add(sheet, { timeout: 0.5 }, goOn);
	while ((await service.asked(ISSUE)) < 1) await sleep(10);
	await service.admin.createAddition({
		customerIdentifier: bruno._id,
		amount: 5,
		items: [{ customerIdentifier: ana._id, amount: 5, status: 'FAILED' }],
	});
	const { items } = await running;
	expect(items.map(outcomeOf)).toEqual(['unknown', 'notAttempted']);
});
