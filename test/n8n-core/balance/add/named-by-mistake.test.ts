import { KEY, RECENT } from './given';
import { ana, bruno } from './people';
import { AFTER_HOLD, passTime, Service } from './support';

// GMC answers with what was asked for, under the id of another top-up. So an entry names what it has not paid.

const service = Service.forThisFile();

const anas = { customer: ana.taxId, amount: 10, key: 'K0' };
const brunos = { customer: bruno.taxId, amount: 110, key: 'K1' };

async function answerWithEarlierId(): Promise<void> {
	await service.fault({ type: 'wrongAnswer', differs: 'earlierId' }, 1);
	expect((await service.addOn([brunos], KEY)).outcomes).toEqual(['issued']);
	await service.admin.clearFaults();
}

test('the row whose top-up it is stays unknown, and is not sent again', async () => {
	await service.restart({ additions: { visibleAfterSeconds: 100 } });
	await service.lose('done');
	expect((await service.addOn([anas], KEY)).outcomes).toEqual(['unknown']);
	await answerWithEarlierId();
	passTime(AFTER_HOLD);
	expect((await service.addOn([anas, brunos], KEY)).outcomes).toEqual(['unknown', 'skipped']);
	expect(await service.charged(ana._id, 10)).toBe(1);
});

test('if that top-up fails, the row that names it is not sent again', async () => {
	await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
	const earlier = { customerIdentifier: ana._id, amount: 10, status: 'PENDING' };
	const { _id } = await service.admin.createAddition(earlier);
	await answerWithEarlierId();
	await service.admin.settle(_id, 'FAILED');
	expect((await service.addOn([brunos], KEY)).outcomes).toEqual(['skipped']);
	expect(await service.charged(bruno._id, 110)).toBe(1);
});

test('Recent refuses a row that equals that top-up', async () => {
	await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
	await answerWithEarlierId();
	const { customer, amount } = anas;
	expect((await service.addOn([{ customer, amount }], RECENT)).outcomes).toEqual(['rejected']);
});
