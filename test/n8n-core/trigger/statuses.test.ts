import { Service } from '../../../harness/engine/service';
import {
	DAY_MS,
	ids,
	listenToLog,
	stopN8nClock,
	triggersOf,
} from '../../../harness/engine/triggers';

// A status in another language is not known, so it stays open. The log says so once it has stood for a week.

const service = Service.forThisFile();
const trigger = triggersOf(service);
const create = async (status: string, daysAgo: number) => {
	const createdAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
	return await service.admin.createAddition({ createdAt, status });
};
const options = { lookBackDays: 30 };

test('a status that is not known is named after a week, once a day', async () => {
	for (const daysAgo of [6, 8, 9]) await create('Falhou', daysAgo);
	await create('COMPLETED', 9);
	await create('CANCELLED', 9);
	await create('PENDING', 1);
	const log = listenToLog();
	const gmc = trigger({ options });
	for (let poll = 0; poll < 3; poll++) expect(await gmc.poll()).toEqual([]);
	const warned = () => log.filter((line) => line.startsWith('warn'));
	expect(warned()).toHaveLength(1);
	expect(warned()[0]).toMatch(/not known: FALHOU \(2\)\. .*"Statuses" in the reference/);
	stopN8nClock(DAY_MS);
	await gmc.poll();
	expect(warned()).toHaveLength(2);
});

test('also one of an item, below a top-up that has completed', async () => {
	const items = [{ status: 'FALHOU', amount: 3 }];
	const createdAt = new Date(Date.now() - 9 * DAY_MS).toISOString();
	await service.admin.createAddition({ createdAt, status: 'COMPLETED', items });
	const log = listenToLog();
	await trigger({ event: 'additionFailed', options }).poll();
	expect(log.join()).toContain('FALHOU (1)');
});

test('also one that has left the look-back; where every status is an event, none is named', async () => {
	const { _id } = await create('CONCLUIDO', 20);
	const log = listenToLog();
	expect(ids(await trigger({ event: 'additionCreated', options }).poll())).toEqual([]);
	expect(log.join()).not.toContain('CONCLUIDO');
	const before = trigger({ options }, undefined, { workflowId: 'left' });
	await before.poll();
	expect(log.join()).toContain('CONCLUIDO (1)');
	stopN8nClock(DAY_MS);
	const gmc = trigger({}, before.staticData, { workflowId: 'left' });
	log.length = 0;
	for (let poll = 0; poll < 3; poll++) await gmc.poll();
	expect(log.join()).toContain('CONCLUIDO (1)');
	await service.admin.settle(_id, 'COMPLETED');
	expect(ids(await gmc.poll())).toEqual([_id]);
});
