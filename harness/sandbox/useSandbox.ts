import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import type { User } from '../../sandbox/model';
import { DEMO_CUSTOMERS, DEMO_USER } from '../../sandbox/seeds';
import { startSandbox, type RunningSandbox } from '../../sandbox/server';

export interface Bench {
	sandbox: RunningSandbox;
	/** Speaks to the API and never throws for a status. */
	api: AxiosInstance;
	/** Headers of a fresh session of `user`. */
	session(user?: User): Promise<Record<string, string>>;
}

/** A sandbox for the tests of a file: reset before each test, closed after the last. */
export function useSandbox(): Bench {
	const bench = {} as Bench;
	beforeAll(async () => {
		bench.sandbox = await startSandbox();
		const { baseUrl: baseURL } = bench.sandbox;
		bench.api = axios.create({ baseURL, proxy: false, validateStatus: () => true });
		bench.session = (user = DEMO_USER) => logIn(bench.api, user);
	});
	beforeEach(async () => {
		await bench.sandbox.admin.reset();
	});
	afterAll(async () => await bench.sandbox.close());
	return bench;
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

export const ISSUE = '/transactions/add-balance';
export const LIST = '/transactions/add-balance/all';
export const [ANA, BRUNO] = DEMO_CUSTOMERS;

/** A valid issue; `fields` change it. */
export const charge = (fields: object = {}) => ({
	...{ amount: 10, currency: 'BRL', customerIdentifier: ANA._id },
	...fields,
});

/** Headers without one of them. */
export function without(headers: Record<string, string>, name: string): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

/** The `_id`s in a list of the default shape. */
export const idsOf = ({ data }: AxiosResponse): string[] =>
	(data as { balanceTransaction: Array<{ _id: string }> }).balanceTransaction.map(({ _id }) => _id);
