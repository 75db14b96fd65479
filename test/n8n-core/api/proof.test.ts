/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { sleep } from 'n8n-workflow';
import { ana, ISSUE, outcomeOf, Service } from '../../../harness/engine';
import type { Front, Meet } from './front';
import { passOn, putBefore } from './front';

// Only what proves that nothing was done lets a row be sent again (CONTRIBUTING M1): no code of an error, and no
// status of somebody else than the service, does so by itself.
// promises.md P21

const service = Service.forThisFile();
const row = { customer: ana.taxId, amount: 5 };

let front: Front | undefined;
afterEach(() => front?.close());

/** With everything but the login going through a front. */
async function behind(meet: Meet, host?: string): Promise<Front> {
	const loginUrl = `${service.sandbox.baseUrl}/auth/login`;
	return (front = await putBefore(service, meet, { host, loginEndpoint: 'custom', loginUrl }));
}

test.each(['EHOSTUNREACH', 'ECONNREFUSED', 'EPIPE'])(
	'an error of a connection that has carried the request: %s is looked into, not taken for "nothing left"',
	async (code) => {
		await service.fault({ type: 'commitThenHang' });
		const sent: ClientRequest[] = [];
		const onRequest = (message: unknown) => {
			const { request } = message as { request: ClientRequest };
			if (request.method === 'POST' && request.path.endsWith('/add-balance')) sent.push(request);
		};
		subscribe('http.client.request.start', onRequest);
		const running = service.add([row]);
		while ((await service.asked(ISSUE)) === 0) await sleep(5);
		await sleep(50);
		const broken = Object.assign(new Error('read'), { code, syscall: 'read' });
		for (const { socket } of sent) socket?.destroy(broken);
		const { items, error } = await running.finally(() =>
			unsubscribe('http.client.request.start', onRequest),
		);
		expect(error).toBeUndefined();
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
		expect(await service.asked(ISSUE)).toBe(1);
		expect(await service.charged(ana._id)).toBe(1);
	},
);

test.each(['127.0.0.1', 'localhost'])('no connection to %s: nothing was sent', async (host) => {
	await behind(async (incoming, response, pass) => {
		await passOn(incoming, response, pass);
		if (incoming.url?.includes('/add-balance/all')) front?.server.close();
	}, host);
	const { error } = await service.add([row]);
	expect(error?.message).toMatch(/could not be reached/);
	expect(error?.context.details?.outcome).toBe('rejected');
	expect(await service.asked(ISSUE)).toBe(0);
});

const PAGE = '<html><body>Forbidden</body></html>';
const PROXIED: Array<[number, string, string]> = [
	[400, 'text/plain', 'Bad Request'],
	[401, 'text/html', PAGE],
	[403, 'text/html', PAGE],
	[409, 'text/plain', ''],
];

describe.each(PROXIED)('a %i as %s with %j that is not of the service', (status, type, body) => {
	const answerPosts = (isPassedOn: boolean): Meet => {
		return async (incoming, response, pass) => {
			if (incoming.method !== 'POST') return await passOn(incoming, response, pass);
			if (isPassedOn) await pass();
			response.writeHead(status, { 'content-type': type }).end(body);
		};
	};

	test('proves nothing about an addition, and the list does', async () => {
		const opened = await behind(answerPosts(true));
		const { items, error } = await service.add([row]);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued', reconciled: true },
		]);
		expect(opened.count('/add-balance')).toBe(1);
		expect(await service.charged(ana._id)).toBe(1);
	});

	test('leaves an addition unknown that the list does not show, and ends the run', async () => {
		const opened = await behind(answerPosts(false));
		const { items } = await service.addOn([row, row]);
		expect(items.map(outcomeOf)).toEqual(['unknown', 'notAttempted']);
		expect(items[0].json.error).toContain(`The answer (${status}) was not GMC's own`);
		expect(opened.count('/add-balance')).toBe(1);
	});
});
