import { OUTSIDER_ADDITION_ID, Service } from '../../../harness/engine';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';

const service = Service.forThisFile();

const get = async (additionId: unknown) => await service.getAddition(additionId);

test('returns the addition out of its envelope, with ISO siblings', async () => {
	const at = '2026-03-01T12:00:00.000Z';
	const { _id } = await service.admin.createAddition({ createdAt: at });
	const { items } = await get(_id);
	expect(items[0].json).toMatchObject({ _id, status: 'COMPLETED', createdAtIso: at });
	expect(items[0].pairedItem).toEqual({ item: 0 });
});

test.each([
	['unknown', 'ffffffffffffffffffffffff'],
	['of another user', OUTSIDER_ADDITION_ID],
	['hostile', '../all?x=1#'],
])('an id that is %s gives 417 in plain words', async (_, id) => {
	const { error } = await get(id);
	expect(error?.message).toBe('You have no such top-up at GMC (417)');
	expect(error?.httpCode).toBe('417');
	expect(await service.asked(LOOK_UP_ADDITION)).toBe(1);
});

test.each([
	['', 'The Top-Up ID is empty'],
	['..', '".." is not an ID of GMC'],
])('the id "%s" is refused before any request', async (id, reason) => {
	const { error } = await get(id);
	expect(error?.message).toBe(`${reason}`);
	expect(await service.admin.journal()).toEqual([]);
});

test('is repeated after transient faults, within bounds', async () => {
	const { _id } = await service.admin.createAddition();
	await service.fault({ type: 'resetBefore' }, { route: LOOK_UP_ADDITION, nth: 1 });
	await service.fault({ type: 'status', status: 408 }, { route: LOOK_UP_ADDITION, nth: 2 });
	await service.fault(
		{ type: 'status', status: 429, headers: { 'retry-after': '1' } },
		{ route: LOOK_UP_ADDITION, nth: 3 },
	);
	const before = Date.now();
	expect((await get(_id)).items[0].json._id).toBe(_id);
	expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
	expect(await service.asked(LOOK_UP_ADDITION)).toBe(4);
	await service.fault({ type: 'status', status: 500 }, { route: LOOK_UP_ADDITION });
	expect((await get(_id)).error?.description).toMatch(/tried several times/);
	expect(await service.asked(LOOK_UP_ADDITION)).toBe(8);
});
