import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { ISSUE, Service } from '../../../../../harness/engine/service';
import { endPassedTime } from '../../../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../../../sandbox/seeds';

// The Base URL or the user of the credential is corrected: another account in the ledger, and the same GMC.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
afterEach(endPassedTime);
const [ana] = DEMO_CUSTOMERS;
const goOn = { onError: 'continueRegularOutput' as const };

const correctCredential = async () => {
	const { baseUrl } = await service.admin.credential();
	await service.useCredential({ baseUrl: baseUrl.replace('127.0.0.1', 'localhost') });
};
const none = async () => {};
const each = [
	['the same credential', none],
	['a corrected one', correctCredential],
] as const;

test('what is said of a key that was paid a moment ago costs no money when it is obeyed', async () => {
	await service.restart({ additions: { visibleAfterSeconds: 60 } });
	expect(outcomes(await keyed.add([keyedRow('order 1')]))).toEqual(['issued']);
	await correctCredential();
	const { items } = await keyed.add([keyedRow('order 1')]);
	expect(outcomes({ items } as never)).not.toContain('issued');
	// It is the same GMC, which does not show the addition yet: before anything is sent, the user looks for it there.
	const [paid] = (await service.admin.charges({ amount: 10 })).additions;
	expect(JSON.stringify(items)).toContain(`Look for top-up ${paid._id} in GMC`);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test.each(each)(
	"a lost answer is not made good by an addition that another account's row has paid with: %s",
	async (_, change) => {
		// Two workflows send orders of 10 BRL for Ana at the same moment; the answer to the second is lost, and so is its request.
		expect(outcomes(await keyed.add([keyedRow('order 1')]))).toEqual(['issued']);
		await change();
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'resetBefore' } });
		const told = outcomes(await keyed.add([keyedRow('order 2')]));
		expect(await service.charged(ana.taxId, 10)).toBe(1);
		expect(told).toEqual(['unknown']);
	},
);

test('Recent, while the list is late', async () => {
	await service.restart({ additions: { visibleAfterSeconds: 60 } });
	const row = { customer: ana.taxId, amount: 10 };
	await service.add([row], {}, goOn);
	await service.add([row], {}, goOn);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test('Maximum per Day, while the list is late', async () => {
	await service.restart({ additions: { visibleAfterSeconds: 60 } });
	await service.add([{ customer: ana.taxId, amount: 60 }], { maxPerDay: 100 }, goOn);
	await service.add([{ customer: ana.taxId, amount: 61 }], { maxPerDay: 100 }, goOn);
	expect(await service.charged(ana.taxId, 61)).toBe(0);
});
