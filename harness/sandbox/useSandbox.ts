import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { ENDPOINTS } from '../../sandbox/contract/endpoints';
import type { User } from '../../sandbox/model';
import { DEMO_CUSTOMERS, DEMO_USER } from '../../sandbox/seeds';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';

/** A sandbox for the tests of a file: reset before each test, closed after the last. */
export function useSandbox() {
	/** `api` calls the API. It never throws for a status. */
	const tests = {} as { sandbox: RunningSandbox; api: AxiosInstance };
	beforeAll(async () => {
		tests.sandbox = await startSandbox();
		const { baseUrl: baseURL } = tests.sandbox;
		tests.api = axios.create({ baseURL, proxy: false, validateStatus: () => true });
	});
	beforeEach(async () => void (await tests.sandbox.admin.reset()));
	afterAll(async () => await tests.sandbox.close());
	/** Headers of a new session. */
	const session = async () => await logIn(tests.api);
	/** Calls the API with a new session. */
	const ask = async (method: string, url: string, data?: unknown): Promise<AxiosResponse> =>
		await tests.api.request({ method, url, data, headers: await session() });
	return Object.assign(tests, { session, ask });
}

async function logIn(api: AxiosInstance): Promise<Record<string, string>> {
	const { email, senha } = DEMO_USER;
	const { data } = await api.post<{ accessToken: string }>('/auth/login', { email, senha });
	return headersOf(DEMO_USER, data.accessToken);
}

/** Calls the API as another program of the demo user does, with a session of its own. */
export async function callApi(
	{ baseUrl: baseURL }: Pick<RunningSandbox, 'baseUrl'>,
	method: string,
	url: string,
	data?: object,
): Promise<AxiosResponse> {
	const api = axios.create({ baseURL, proxy: false });
	return await api.request({ method, url, data, headers: await logIn(api) });
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
