import type { IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { CountedCredential } from './countedCredential';
import { runProbe } from './probe';
import type { Answer, Failed } from './serve';
import { closeServers, request, serve } from './serve';

// What n8n's HTTP helper does about a login and a 401 (docs/internals/n8n.md, C and H8). The credential is none of ours.

afterEach(closeServers);

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
		credential: new Aborting(),
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
