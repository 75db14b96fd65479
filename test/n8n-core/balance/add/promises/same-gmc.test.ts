import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { DEMO_CUSTOMERS, Service } from '../../../../../harness/engine';

// The Base URL or the user of the credential is corrected: another account in the ledger, and the same GMC.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;

const correctCredential = async () => await service.useOtherAddress();
const none = async () => {};
const each = [
	['the same credential', none],
	['a corrected one', correctCredential],
] as const;

test('what is said of a key that was paid a moment ago costs no money when it is obeyed', async () => {
	await service.listLate(60);
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
		await service.lose('never');
		const told = outcomes(await keyed.add([keyedRow('order 2')]));
		expect(await service.charged(ana.taxId, 10)).toBe(1);
		expect(told).toEqual(['unknown']);
	},
);
