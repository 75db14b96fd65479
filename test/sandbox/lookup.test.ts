import { OUTSIDER_ADDITION_ID } from '../../sandbox/seeds';
import { ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const add = async (createdAt: string) =>
	(await bench.sandbox.admin.createAddition({ createdAt }))._id;

describe('lookup', () => {
	const lookUp = async (id: string, data?: unknown) =>
		await bench.api.get(`${ISSUE}/${id}`, { headers: await bench.session(), data });

	it('finds an addition, also with the empty JSON body of the examples', async () => {
		const _id = await add('2026-05-02T12:00:00Z');
		for (const body of [undefined, {}]) {
			expect(await lookUp(_id, body)).toMatchObject({
				status: 200,
				data: { balanceTransaction: { _id } },
			});
		}
	});

	it.each([
		['unknown', 'nothing'],
		["someone else's", OUTSIDER_ADDITION_ID],
	])('answers 417 for an %s one', async (_name, id) => {
		expect(await lookUp(id)).toMatchObject({
			status: 417,
			data: { statusCode: 417, path: `/api${ISSUE}/${id}`, code: 'ADDITION_NOT_FOUND' },
		});
	});

	it('spells the first fee source as its own setting says', async () => {
		const _id = await add('2026-05-02T12:00:00Z');
		const feesIn = (data: unknown) =>
			(data as { balanceTransaction: { items: Array<{ fees: object }> } }).balanceTransaction
				.items[0].fees;
		await bench.sandbox.admin.configure({ fees: { firstFeeSourceField: 'ixedFeeSource' } });
		expect(feesIn((await lookUp(_id)).data)).toHaveProperty('fixedFeeSource');
		await bench.sandbox.admin.configure({
			fees: { firstFeeSourceFieldOnLookup: 'ixedFeeSource' },
		});
		expect(feesIn((await lookUp(_id)).data)).toHaveProperty('ixedFeeSource');
	});
});
