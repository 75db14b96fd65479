/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { closeServers, request, serve } from './serve';

// What n8n's HTTP helper does with a request (docs/internals/n8n.md, C and H). The credential is none of ours.

afterEach(closeServers);

const lenient = { ignore: true as const, except: [401] };

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
		const late = await codeOf({ url: silent.url, timeout: 500 });
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
		for (let drops = 0; drops < 16; drops++) {
			response.write(' ');
			await sleep(50);
		}
		response.end('{}');
	};
	const { url } = await serve((_, response) => void drip(response));
	const [{ response, error }] = await request({ url, timeout: 500 });
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
