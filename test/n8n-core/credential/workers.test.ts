import axios from 'axios';
import { sleep } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { ISSUE, LOGIN, Service } from '../../../harness/engine/service';

// A second worker of n8n, as this process sees it: a token in the stored credential that it did not fetch.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;

/** Logs in as the other worker does, and stores what it got. */
async function otherWorkerLogsIn(): Promise<void> {
	const { email, senha } = service.credential.data;
	const url = `${service.sandbox.baseUrl}/auth/login`;
	const { data } = await axios.post<{ accessToken: string }>(url, { email, senha });
	service.credential.data.accessToken = data.accessToken;
}

const refusals = async (times: number) =>
	await service.admin.addFault({
		...{ route: ISSUE, times },
		action: { type: 'status', status: 401, body: { message: 'Session ended' } },
	});

test('a request that was refused twice goes out with the token of another worker', async () => {
	await service.add([{ customer: ana.taxId, amount: 1 }]);
	await refusals(2);
	await service.admin.clearJournal();
	const running = service.add([{ customer: ana.taxId, amount: 2 }]);
	while ((await service.asked(ISSUE)) < 2) await sleep(1);
	await otherWorkerLogsIn();
	const { items, error } = await running;
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(await service.charged(ana._id, 2)).toBe(1);
});

test('without another login a refusal stays one, and costs one login', async () => {
	await service.add([{ customer: ana.taxId, amount: 1 }]);
	await service.admin.clearJournal();
	await refusals(10);
	const { error } = await service.add([{ customer: ana.taxId, amount: 2 }]);
	expect(error?.message).toMatch(/does not accept this integration \(401\)/);
	expect(await service.asked(ISSUE)).toBe(2);
	expect(await service.asked(LOGIN)).toBe(1);
});

test('workers that end each other again and again are not answered for ever', async () => {
	await service.add([{ customer: ana.taxId, amount: 1 }]);
	await service.admin.clearJournal();
	await refusals(1000);
	const running = service.add([{ customer: ana.taxId, amount: 2 }]);
	let isOver = false;
	void running.then(() => (isOver = true));
	while (!isOver) await otherWorkerLogsIn();
	expect((await running).error?.message).toMatch(/401/);
	expect(await service.asked(ISSUE)).toBeLessThanOrEqual(12);
	expect(await service.charged(ana._id, 2)).toBe(0);
});
