import { ENDPOINTS, type Endpoint, type EndpointName } from '../../sandbox/contract/endpoints';
import { DEMO_CUSTOMERS, OUTSIDER_CUSTOMER } from '../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { ANA, BRUNO, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();

/** Copied from service.md 4 and 7, not from the code. */
const SPECIFIED: Record<string, string> = {
	'POST /auth/login': '200 400 401',
	'POST /users/integration/login': '200 400 401',
	'POST /transactions/add-balance': '201 400 401 403 503',
	'GET /transactions/add-balance/all': '200 401',
	'GET /transactions/add-balance/{id}': '200 401 417',
	'POST /customers': '201 400 401',
	'GET /customers/all': '200 401',
	'PATCH /customers/{customerId}': '200 400 401 403 404',
	'DELETE /customers/{customerId}': '200 401 403 404',
};

const LOGINS = ['authLogin', 'integrationLogin'] as const;
const OTHERS = Object.keys(ENDPOINTS).slice(LOGINS.length) as EndpointName[];

/** One request for each documented status of each endpoint, what is faulty being the only fault. */
const CASES: Array<[EndpointName, number, Case]> = [
	...LOGINS.flatMap((name): typeof CASES => [
		[name, 200, { data: 'login' }],
		[name, 400, { data: {} }],
		[name, 401, { data: { email: 'a@example.com', senha: 'b' } }],
	]),
	...OTHERS.map((name): (typeof CASES)[number] => [name, 401, { anonymous: true }]),
	['issue', 201, { data: charge() }],
	['issue', 400, { data: {} }],
	['issue', 403, { data: charge(), settings: { auth: { integrationOnly: false } } }],
	['issue', 503, { data: charge(), settings: { additions: { flowAvailable: false } } }],
	['list', 200, {}],
	['lookup', 200, { url: 'addition' }],
	['lookup', 417, { url: `${ISSUE}/x` }],
	['createCustomer', 201, { data: { taxId: '1', name: 'N', email: 'n@example.com' } }],
	['createCustomer', 400, { data: {} }],
	['listCustomers', 200, {}],
	['updateCustomer', 200, { url: `/customers/${ANA._id}`, data: { name: 'N' } }],
	['updateCustomer', 400, { url: `/customers/${ANA._id}`, data: {} }],
	['updateCustomer', 403, { url: `/customers/${OUTSIDER_CUSTOMER._id}`, data: { name: 'N' } }],
	['updateCustomer', 404, { url: '/customers/x', data: { name: 'N' } }],
	['deleteCustomer', 200, { url: `/customers/${BRUNO._id}` }],
	['deleteCustomer', 403, { url: `/customers/${OUTSIDER_CUSTOMER._id}` }],
	['deleteCustomer', 404, { url: '/customers/x' }],
];
interface Case {
	url?: string;
	data?: object | 'login';
	anonymous?: boolean;
	settings?: SandboxSettingsInput;
}

const perform = async (endpoint: Endpoint, { url, data, ...how }: Case) => {
	const { admin } = tests.sandbox;
	const headers = how.anonymous ? {} : await tests.session();
	await admin.configure(how.settings ?? {});
	const addition = await admin.createAddition();
	const { email, senha } = await admin.credential();
	return await tests.api.request({
		method: endpoint.method,
		headers: { ...headers },
		url: url === 'addition' ? `${ISSUE}/${addition._id}` : (url ?? endpoint.path),
		data: data === 'login' ? { email, senha } : data,
	});
};

const text: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const matching = (form: RegExp): unknown => expect.stringMatching(form);
const digits = matching(/^\d+$/);
const feeSource = matching(/^(not-)?applied$/);
/** Fields of one type. */
const all = (type: unknown, ...names: string[]): object =>
	Object.fromEntries(names.map((name) => [name, type]));

/** See service.md 2.4 to 2.7. */
const item = {
	...all(text, 'customerIdentifier', 'status', 'customerWalletAddress', 'destinationWalletAddress'),
	sourceAmount: number,
	sourceCurrency: matching(/^(BRL|USDT|GMC|USD)$/),
	targetGmcAmount: matching(/^\d+(\.\d+)?$/),
	error: null,
	fees: {
		...all(number, 'fixedBrl', 'percentageBrl', 'totalBrl', 'issueTaxBrl', 'issueTaxRate'),
		...all(feeSource, 'fixedFeeSource', 'percentageFeeSource', 'issueTaxSource'),
	},
	conversion: all(number, 'brlPerGmc', 'usdtBrlRate', 'sourceAmountBrl'),
	blockchain: all(text, 'mintHash', 'approveHash', 'transferHash'),
	processedAt: digits,
};
/** See service.md 2.2 and 2.3. */
const balanceTransaction = {
	...all(text, '_id', 'user', 'status'),
	summary: { totalItems: 1, completedItems: 1, failedItems: 0, totalTargetGmc: number },
	items: [item],
	...all(digits, 'createdAt', 'updatedAt'),
};
const addition = { title: text, balanceTransaction };
const customer = all(text, '_id', 'taxId', 'name', 'email');
const listed = { ...customer, deleted: false, wallet: { address: text } };
const login = { accessToken: text };

/** That of a login is assumed (service.md 4.1). */
const ANSWERS: Record<EndpointName, unknown> = {
	authLogin: login,
	integrationLogin: login,
	issue: addition,
	list: {
		title: text,
		balanceTransaction: [balanceTransaction],
		recordsFiltered: 1,
		recordsTotal: 1,
	},
	lookup: addition,
	createCustomer: { ...listed, userId: text, balance: { currency: text, amount: number } },
	listCustomers: DEMO_CUSTOMERS.map(() => listed),
	updateCustomer: customer,
	deleteCustomer: { _id: text, deleted: true },
};
/** See service.md 2.9. */
const refusal = (statusCode: number) =>
	statusCode === 401
		? { statusCode, message: text }
		: { statusCode, ...all(text, 'path', 'code', 'message') };

it.each(CASES)('%s answers %i in the form of the description', async (name, status, how) => {
	const answer = await perform(ENDPOINTS[name], how);
	expect(answer.status).toBe(status);
	const isDone = status === ENDPOINTS[name].status;
	expect(answer.data).toStrictEqual(isDone ? ANSWERS[name] : refusal(status));
});

it('has the endpoints of service.md 4, and no other', () => {
	expect(Object.values(ENDPOINTS).map(({ route }) => route)).toEqual(Object.keys(SPECIFIED));
});

it('tries every status of every endpoint', () => {
	const tried = CASES.map(([name, status]) => `${ENDPOINTS[name].route} ${status}`);
	const specified = Object.entries(SPECIFIED).flatMap(([route, statuses]) =>
		statuses.split(' ').map((status) => `${route} ${status}`),
	);
	expect(tried.toSorted()).toEqual(specified.toSorted());
});
