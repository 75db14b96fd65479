/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { CountedCredential } from '../../../harness/engine/countedCredential';
import { runProbe } from '../../../harness/engine/probe';
import type { StoredCredential } from '../../../harness/engine/storedCredential';

// What n8n's HTTP helper does with a request and a login (docs/n8n.md, C and H). The credential is none of ours.

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];

/** A service on this machine. @returns its address, and the requests it got */
async function serve(answer: Answer) {
	const got: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		got.push(request);
		answer(request, response);
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got, server };
}

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

type Failed = Error & {
	httpCode?: string;
	cause?: { code?: string; response?: { status?: number } };
};

/** Sends requests, all at the same time, as a node does. */
async function request(
	options: IHttpRequestOptions,
	{ credential = new CountedCredential(), count = 1 } = {},
): Promise<Array<{ response?: IN8nHttpFullResponse; error?: Failed }>> {
	const results: Array<{ response?: IN8nHttpFullResponse; error?: Failed }> = [];
	const send = async (context: IExecuteFunctions) => {
		const all = { returnFullResponse: true, json: true, ...options };
		const { httpRequestWithAuthentication } = context.helpers;
		await httpRequestWithAuthentication.call(context, 'gmcApi', all).then(
			(response: IN8nHttpFullResponse) => results.push({ response }),
			(error: Failed) => results.push({ error }),
		);
	};
	await runProbe({
		credential: credential as unknown as StoredCredential,
		async execute() {
			await Promise.all(Array.from({ length: count }, async () => await send(this)));
			return [[]];
		},
	});
	return results;
}

type Asked = Parameters<CountedCredential['authenticate']>;
const refuse: Answer = (_, response) => response.writeHead(401).end('{}');
const lenient = { ignore: true as const, except: [401] };

test.each([
	['the statuses that are ignored leave 401 out', lenient, 1, 2],
	['all statuses are ignored', true, 0, 1],
])('a 401 is followed by one login and one repetition, if %s', async (_, ignored, logins, sent) => {
	const { url, got } = await serve(refuse);
	const credential = new CountedCredential();
	credential.token = 'old';
	await request({ url, ignoreHttpStatusErrors: ignored }, { credential });
	expect([credential.logins, got.length]).toEqual([logins, sent]);
	expect(got.at(-1)?.headers.authorization).toBe(logins ? 'Bearer fresh' : 'Bearer old');
});

test('no other status than 401 is followed by a repetition', async () => {
	for (const status of [400, 403, 429, 500, 503]) {
		const { url, got } = await serve((_, response) => response.writeHead(status).end('{}'));
		await request({ url, method: 'POST', body: {}, ignoreHttpStatusErrors: lenient });
		expect([status, got.length]).toEqual([status, 1]);
	}
});

test('a 401 that the credential makes up is followed by a login, and by the first request at all', async () => {
	const { url, got } = await serve((_, response) => response.end('{}'));
	class Holding extends CountedCredential {
		override async authenticate(...[credentials, type, options]: Asked) {
			if (credentials.token !== 'fresh')
				throw Object.assign(new Error(), { response: { status: 401 } });
			return await super.authenticate(credentials, type, options);
		}
	}
	const credential = new Holding();
	credential.token = 'old';
	const options = { url, method: 'POST', body: {}, ignoreHttpStatusErrors: true } as const;
	const [{ response }] = await request(options, { credential });
	expect(response?.statusCode).toBe(200);
	expect([credential.logins, got.length]).toEqual([1, 1]);
});

test('a 401 that is cut off is followed by a repetition, although all statuses are ignored', async () => {
	const { url, got } = await serve((_, response) => {
		response.writeHead(401, { 'Content-Length': 100 }).write('{"half":');
		void sleep(20).then(() => response.destroy());
	});
	await request({ url, method: 'POST', body: {}, ignoreHttpStatusErrors: true });
	expect(got).toHaveLength(2);
});

test('the credential gets the very options of the node, with the signal of the execution, and may set its own', async () => {
	const { url, got } = await serve(() => {});
	const seen: IHttpRequestOptions[] = [];
	class Aborting extends CountedCredential {
		override async authenticate(...[, , options]: Asked) {
			seen.push(options);
			expect(options.abortSignal).not.toBe(own);
			options.abortSignal = AbortSignal.timeout(100);
			return options as never;
		}
	}
	const own = new AbortController().signal;
	const options: IHttpRequestOptions = { url, abortSignal: own, returnFullResponse: true };
	const errors: Failed[] = [];
	await runProbe({
		credential: new Aborting() as unknown as StoredCredential,
		async execute() {
			const { httpRequestWithAuthentication } = this.helpers;
			await httpRequestWithAuthentication
				.call(this, 'gmcApi', options)
				.catch((error: Failed) => errors.push(error));
			return [[]];
		},
	});
	expect(seen[0]).toBe(options);
	expect(errors.map(({ cause }) => cause?.code)).toEqual(['ERR_CANCELED']);
	expect(got).toHaveLength(1);
});

test('a login that fails with a 401 is made twice for one request, which is not sent', async () => {
	const { url, got } = await serve(refuse);
	const credential: CountedCredential = new CountedCredential(async () => {
		throw Object.assign(new Error('refused'), { response: { status: 401 }, httpCode: '401' });
	});
	await request({ url, ignoreHttpStatusErrors: lenient }, { credential });
	expect([credential.logins, got.length]).toEqual([2, 0]);
});

test('requests that begin together without a token make a login each', async () => {
	const { url } = await serve((_, response) => response.end('{}'));
	const credential = new CountedCredential();
	await request({ url }, { credential, count: 10 });
	expect(credential.logins).toBe(10);
});

test('a redirect to another host gets the Authorization, unless it is not followed', async () => {
	const other = await serve((_, response) => response.end('{}'));
	const elsewhere = other.url.replace('127.0.0.1', 'localhost');
	const { url } = await serve((_, response) =>
		response.writeHead(302, { Location: elsewhere }).end(),
	);
	await request({ url, disableFollowRedirect: true, ignoreHttpStatusErrors: lenient });
	expect(other.got).toHaveLength(0);
	await request({ url });
	expect(other.got.map(({ headers }) => headers.authorization)).toEqual(['Bearer fresh']);
});

describe('a request that fails', () => {
	const codeOf = async (options: IHttpRequestOptions) =>
		(await request(options)).map(({ error }) => [error?.name, error?.cause?.code]);

	test('says by the code of its cause why: refused, reset, late', async () => {
		expect(await codeOf({ url: 'http://127.0.0.1:9' })).toEqual([['NodeApiError', 'ECONNREFUSED']]);
		const resetting = await serve((incoming) => incoming.socket.destroy());
		expect(await codeOf({ url: resetting.url })).toEqual([['NodeApiError', 'ECONNRESET']]);
		const silent = await serve(() => {});
		const late = await codeOf({ url: silent.url, timeout: 50 });
		expect(late).toEqual([['NodeApiError', 'ECONNABORTED']]);
		expect(silent.got).toHaveLength(1);
	});

	test('says by the step of its cause whether it was the connection', async () => {
		const { server } = await serve(() => {});
		const { port } = server.address() as AddressInfo;
		server.close();
		const stepOf = async (url: string) => {
			const [{ error }] = await request({ url });
			const { syscall, cause } = error?.cause as { syscall?: string; cause?: object };
			const { errors = [{ syscall }] } = (cause ?? {}) as { errors?: object[]; syscall?: string };
			return [cause, ...errors].map((one) => (one as { syscall?: string }).syscall);
		};
		expect(await stepOf(`http://127.0.0.1:${port}`)).toContain('connect');
		expect(await stepOf(`http://localhost:${port}`)).toContain('connect');
		expect(await stepOf('http://no-such-host.invalid')).toContain('getaddrinfo');
		const resetting = await serve((incoming) => incoming.socket.destroy());
		expect(await stepOf(resetting.url)).not.toContain('connect');
	});

	test('has a 2xx status where the answer was cut off', async () => {
		const { url } = await serve((_, response) => {
			response.writeHead(201, { 'Content-Length': 100 }).write('{"half":');
			void sleep(20).then(() => response.destroy());
		});
		const [{ error, response }] = await request({ url, ignoreHttpStatusErrors: lenient });
		expect(response).toBeUndefined();
		expect(error?.cause?.response?.status).toBe(201);
	});
});

test('the timeout is one of silence: an answer that drips is waited for', async () => {
	const drip = async (response: ServerResponse) => {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		for (let drops = 0; drops < 8; drops++) {
			response.write(' ');
			await sleep(50);
		}
		response.end('{}');
	};
	const { url } = await serve((_, response) => void drip(response));
	const [{ response, error }] = await request({ url, timeout: 150 });
	expect(error).toBeUndefined();
	expect(response?.statusCode).toBe(200);
});

test('a body is given as parsed JSON, or as text where it is none', async () => {
	const { url } = await serve(({ url: path }, response) => {
		response.end(path === '/json' ? '{"a":1}' : '<html>');
	});
	const bodyOf = async (path: string) => (await request({ url: url + path }))[0].response?.body;
	expect(await bodyOf('/json')).toEqual({ a: 1 });
	expect(await bodyOf('/html')).toBe('<html>');
});
