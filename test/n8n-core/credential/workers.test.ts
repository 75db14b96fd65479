import axios from 'axios';
import { sleep } from 'n8n-workflow';
import { delays } from '../../../nodes/Gmc/core/pace/delays';
import { ana, ISSUE, LIST_CUSTOMERS, LOGIN, Service } from '../../../harness/engine';
import { passOn, putBefore } from '../api/front';

// A second worker of n8n, as this process sees it: a token in the stored credential that it did not fetch.

const service = Service.forThisFile();

/** Long enough for the other worker, whatever else this machine does. */
function waitForOthers(): void {
	jest.spyOn(Math, 'random').mockReturnValue(1);
	jest.replaceProperty(delays, 'otherLoginMs', 300);
}

/** Logs in as the other worker does, and stores what it got, at once or a little later. */
async function otherWorkerLogsIn(storesAfterMs = 0): Promise<void> {
	const { email, senha } = service.credential.data;
	const url = `${service.sandbox.baseUrl}/auth/login`;
	const { data } = await axios.post<{ accessToken: string }>(url, { email, senha });
	const store = () => void (service.credential.data.accessToken = data.accessToken);
	if (storesAfterMs > 0) void sleep(storesAfterMs).then(store);
	else store();
}

const read = { parameters: { resource: 'customer', operation: 'getAll', returnAll: true } };

test('a read that was refused twice goes out with the token of another worker', async () => {
	waitForOthers();
	await service.run(read);
	await service.refuse({ route: LIST_CUSTOMERS, times: 2 }, 401);
	await service.admin.clearJournal();
	const running = service.run(read);
	while ((await service.asked(LIST_CUSTOMERS)) < 2) await sleep(1);
	await otherWorkerLogsIn();
	expect((await running).error).toBeUndefined();
	expect(await service.asked(LIST_CUSTOMERS)).toBe(3);
});

test('a write that was refused goes out once more, with the token of another worker', async () => {
	waitForOthers();
	await service.add([{ customer: ana.taxId, amount: 1 }]);
	await service.refuse({ route: ISSUE, times: 1 }, 401);
	await service.admin.clearJournal();
	const running = service.add([{ customer: ana.taxId, amount: 2 }]);
	while ((await service.asked(ISSUE)) < 1) await sleep(1);
	await otherWorkerLogsIn();
	const { items, error } = await running;
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(await service.charged(ana._id, 2)).toBe(1);
	expect(await service.asked(ISSUE)).toBe(2);
	// The other worker's.
	expect(await service.asked(LOGIN)).toBe(1);
});

test('a write does not go out with a new token whose session another worker ends at that moment', async () => {
	waitForOthers();
	await service.restart({ login: { sessionsPerUser: 'one' } });
	let trials = 0;
	const front = await putBefore(service, async (incoming, response, pass) => {
		const isTrial = incoming.url!.includes('2000-01-01');
		await passOn(incoming, response, async () => {
			const answer = await pass();
			if (isTrial && ++trials === 1) await otherWorkerLogsIn(100);
			return answer;
		});
	});
	await service.add([{ customer: ana.taxId, amount: 1 }]);
	await service.refuse({ route: ISSUE, times: 1 }, 401);
	await service.admin.clearJournal();
	const { error } = await service.add([{ customer: ana.taxId, amount: 2 }]);
	front.close();
	expect(error).toBeUndefined();
	expect(await service.charged(ana._id, 2)).toBe(1);
	expect(await service.asked(ISSUE)).toBe(2);
});
