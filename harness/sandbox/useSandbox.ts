import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { ENDPOINTS } from '../../sandbox/contract/endpoints';
import type { User } from '../../sandbox/model';
import { DEMO_CUSTOMERS, DEMO_USER } from '../../sandbox/seeds';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';

export interface SandboxTests {
	sandbox: RunningSandbox;
	/** Calls the API. It never throws for a status. */
	api: AxiosInstance;
	/** Headers of a new session. */
	session(): Promise<Record<string, string>>;
	/** Calls the API with a new session. */
	ask(method: string, url: string, data?: unknown): Promise<AxiosResponse>;
}

/** A sandbox for the tests of a file: reset before each test, closed after the last. */
export function useSandbox(): SandboxTests {
	const tests = {} as SandboxTests;
	beforeAll(async () => {
		tests.sandbox = await startSandbox();
		const { baseUrl: baseURL } = tests.sandbox;
		const api = axios.create({ baseURL, proxy: false, validateStatus: () => true });
		const session = async () => await logIn(api);
		const ask: SandboxTests['ask'] = async (method, url, data) =>
			await api.request({ method, url, data, headers: await session() });
		Object.assign(tests, { api, session, ask });
	});
	beforeEach(async () => {
		await tests.sandbox.admin.reset();
	});
	afterAll(async () => await tests.sandbox.close());
	return tests;
}

async function logIn(api: AxiosInstance): Promise<Record<string, string>> {
	const { email, senha } = DEMO_USER;
	const { data } = await api.post<{ accessToken: string }>('/auth/login', { email, senha });
	return headersOf(DEMO_USER, data.accessToken);
}

/** The three headers that the service checks (service.md 5). */
export function headersOf(user: User, token: string): Record<string, string> {
	const key = `${user.clientKey}:${user.clientSecret}`;
	return {
		Authorization: `Bearer ${token}`,
		'secret-key': Buffer.from(key, 'utf8').toString('base64'),
		Origin: user.allowedOrigins[0],
	};
}

/** Paths below the base URL. */
export const ISSUE = ENDPOINTS.issue.path;
export const LIST = ENDPOINTS.list.path;

/** Two customers of the demo. */
export const [ANA, BRUNO] = DEMO_CUSTOMERS;

/** A valid body of issue, with these fields changed. */
export const charge = (fields: object = {}) => ({
	amount: 10,
	currency: 'BRL',
	customerIdentifier: ANA._id,
	...fields,
});

/** The `_id`s in a list of the default shape. */
export const idsOf = ({ data }: AxiosResponse): string[] =>
	(data as { balanceTransaction: Array<{ _id: string }> }).balanceTransaction.map(({ _id }) => _id);
