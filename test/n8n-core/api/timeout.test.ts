/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import type { ServerResponse } from 'node:http';
import { sleep } from 'n8n-workflow';
import { delays } from '../../../nodes/Gmc/core/pace/delays';
import { ana, ISSUE, LOGIN, PolledTrigger, Service } from '../../../harness/engine';
import type { Front, Meet } from './front';
import { passOn, putBefore } from './front';

// Timeout is the time of the whole request, from sending it to the end of the answer. n8n's own is one of silence
// (n8n.md H3), which an answer that drips never exceeds.

const service = Service.forThisFile();
const row = { customer: ana.taxId, amount: 5 };

let front: Front;
afterEach(() => front.close());

/** Answers that drip a byte at a time and never end, and how many have lost their connection. */
const drips = { begun: 0, closed: 0 };
beforeEach(() => Object.assign(drips, { begun: 0, closed: 0 }));

async function drip(response: ServerResponse): Promise<void> {
	drips.begun++;
	response.on('close', () => drips.closed++);
	response.writeHead(201, { 'content-type': 'application/json' }).write('{');
	while (!response.destroyed) {
		response.write(' ');
		await sleep(20);
	}
}

const behind = async (meet: Meet) => void (front = await putBefore(service, meet));

/** @returns milliseconds that it took */
async function timed(run: () => Promise<void>): Promise<number> {
	const begun = Date.now();
	await run();
	return Date.now() - begun;
}

test('an addition whose answer drips is in doubt when the time is up, and then looked for', async () => {
	await behind(async (incoming, response, pass) => {
		if (!incoming.url!.endsWith('/add-balance')) return await passOn(incoming, response, pass);
		await pass();
		await drip(response);
	});
	const took = await timed(async () => {
		const { items } = await service.add([row], { timeout: 0.5 });
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
	});
	expect(took).toBeLessThan(3000);
	expect(drips).toEqual({ begun: 1, closed: 1 });
	expect(front.count('/add-balance')).toBe(1);
	expect(await service.charged(ana._id)).toBe(1);
});

test('the time that a login takes does not count', async () => {
	await behind(passOn);
	await service.fault({ type: 'latency', ms: 900 }, { route: LOGIN });
	const { items, error } = await service.add([row], { timeout: 0.5 });
	expect(error).toBeUndefined();
	expect(items[0].json._gmc).toMatchObject({ outcome: 'issued' });
});

test('a login that drips ends, too, and nothing is sent', async () => {
	jest.replaceProperty(delays, 'loginTimeoutMs', 200);
	await behind(async (incoming, response, pass) => {
		await (incoming.url!.endsWith('/auth/login')
			? drip(response)
			: passOn(incoming, response, pass));
	});
	const { error } = await service.add([row]);
	expect(error?.description).toMatch(/login at .* could not be reached/);
	await sleep(50);
	expect(drips.closed).toBe(drips.begun);
	expect(await service.asked(ISSUE)).toBe(0);
});

test('the time of a poll covers the login, and what is on its way when it is over is not read on', async () => {
	await behind(async (incoming, response, pass) => {
		const isLogin = incoming.url!.endsWith('/auth/login');
		await (isLogin ? passOn(incoming, response, pass) : drip(response));
	});
	await service.fault({ type: 'latency', ms: 500 }, { route: LOGIN });
	const parameters = { event: 'additionCompleted', options: {} };
	const trigger = new PolledTrigger(service.credential, parameters, {}, { budgetMs: 1_500 });
	const took = await timed(async () => void (await trigger.poll().catch(() => {})));
	expect(took).toBeLessThan(1_900);
	await sleep(50);
	expect(drips).toEqual({ begun: 1, closed: 1 });
});
