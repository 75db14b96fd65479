import { DEMO_CUSTOMERS, OUTSIDER_USER, Service, outcomeOf } from '../../../../../harness/engine';

// "Retry" of an execution after the credential was changed to another account of GMC.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [
	{ customer: ana.taxId, amount: 1 },
	{ customer: bruno.taxId, amount: 2 },
];

const asOutsider = async () => await service.useAccount(OUTSIDER_USER);

beforeEach(async () => {
	const { _id: userId } = OUTSIDER_USER;
	for (const { taxId } of [ana, bruno]) await service.admin.createCustomer({ userId, taxId });
});

const issuedFor = async (userId: string) =>
	(await service.admin.charges()).additions
		.filter((one) => one.source === 'api' && one.userId === userId)
		.map(({ amount }) => amount);

test('what one account issued is not told as issued by another; changing back finds it', async () => {
	await service.refuse({ match: { amount: 2 }, times: 2 });
	const failed = await service.add(rows, { concurrency: 1 });
	const demo = (await service.admin.charges({ amount: 1 })).additions[0].userId;
	await asOutsider();
	const other = await service.retry(failed, { concurrency: 1 });
	expect(other.error?.context.data?.rows).toMatchObject([{ outcome: 'issued' }, {}]);
	expect(await issuedFor(OUTSIDER_USER._id)).toEqual([1]);
	await service.useCredential();
	const { items } = await service.retry(other);
	expect(items.map(({ json }) => json._gmc)).toMatchObject([
		{ outcome: 'issued', replayed: true },
		{ outcome: 'issued' },
	]);
	expect(await issuedFor(demo)).toEqual([1, 2]);
	expect(await issuedFor(OUTSIDER_USER._id)).toEqual([1]);
});

test('what one account lost is not sought in the list of another', async () => {
	await service.lose('never');
	const failed = await service.add([rows[0]]);
	await asOutsider();
	const { items } = await service.retry(failed);
	expect(items.map(({ json }) => json._gmc)).toMatchObject([{ outcome: 'issued' }]);
});

test('another spelling of the address is the same account', async () => {
	await service.refuse({ match: { amount: 2 }, times: 1 });
	const failed = await service.add(rows, { concurrency: 1 });
	const { baseUrl } = await service.admin.credential();
	await service.useCredential({ baseUrl: ` ${baseUrl}/` });
	const { items } = await service.retry(failed);
	expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	expect(await service.charged(ana._id, 1)).toBe(1);
});
