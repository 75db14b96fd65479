import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { ENDPOINTS } from '../../sandbox/contract/endpoints';
import type { User } from '../../sandbox/model';
import { DEMO_CUSTOMERS, DEMO_USER } from '../../sandbox/seeds';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';

/** What the tests of a file share: a sandbox and ways to ask it. */
export interface SandboxTests {
	sandbox: RunningSandbox;
	/** Speaks to the API and never throws for a status. */
	api: AxiosInstance;
	/** Headers of a fresh session of `user`. */
	session(user?: User): Promise<Record<string, string>>;
}

/** A sandbox for the tests of a file: reset before each test, closed after the last. */
export function useSandbox(): SandboxTests {
	const tests = {} as SandboxTests;
	beforeAll(async () => {
		tests.sandbox = await startSandbox();
		const { baseUrl: baseURL } = tests.sandbox;
		tests.api = axios.create({ baseURL, proxy: false, validateStatus: () => true });
		tests.session = (user = DEMO_USER) => logIn(tests.api, user);
	});
	beforeEach(async () => {
		await tests.sandbox.admin.reset();
	});
	afterAll(async () => await tests.sandbox.close());
	return tests;
}

async function logIn(api: AxiosInstance, user: User): Promise<Record<string, string>> {
	const { email, senha } = user;
	const { data } = await api.post<{ accessToken: string }>('/auth/login', { email, senha });
	return headersOf(user, data.accessToken);
}

/** The three headers that the service looks at (service.md 5). */
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

/** A valid issue; `fields` change it. */
export const charge = (fields: object = {}) => ({
	amount: 10,
	currency: 'BRL',
	customerIdentifier: ANA._id,
	...fields,
});

/** Headers without one of them. */
export function without(headers: Record<string, string>, name: string): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

/** The `_id`s in a list of the default shape. */
export const idsOf = ({ data }: AxiosResponse): string[] =>
	(data as { balanceTransaction: Array<{ _id: string }> }).balanceTransaction.map(({ _id }) => _id);
