import type { SandboxClient } from '../../sandbox/client';
import type { Requests } from './types';
import { ISSUE, LOGIN } from './types';

const ROUTES = [
	LOGIN,
	'GET /customers/all',
	'POST /customers',
	'PATCH /customers/{customerId}',
	'GET /transactions/add-balance/all',
	ISSUE,
];

/** The journal by route, without reading ten thousand entries of it. */
export async function requestsOf(admin: SandboxClient): Promise<Requests> {
	const counted = await Promise.all(
		ROUTES.map(async (route) => [route, await admin.count({ route })] as const),
	);
	const others = (await admin.count()) - counted.reduce((sum, [, count]) => sum + count, 0);
	return Object.fromEntries(
		[...counted, ['others', others] as const].filter(([, count]) => count > 0),
	);
}
