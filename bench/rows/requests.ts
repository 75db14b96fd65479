import { sum } from 'simple-statistics';
import {
	CREATE_CUSTOMER,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	LOGIN,
	UPDATE_CUSTOMER,
} from '../../harness/sandbox/routes';
import type { SandboxClient } from '../../sandbox/client';
import type { Requests } from './types';

const ROUTES = [LOGIN, LIST_CUSTOMERS, CREATE_CUSTOMER, UPDATE_CUSTOMER, LIST_ADDITIONS, ISSUE];

/** The journal by route, without reading ten thousand entries of it. */
export async function requestsOf(admin: SandboxClient): Promise<Requests> {
	const counted = await Promise.all(
		ROUTES.map(async (route) => [route, await admin.count({ route })] as const),
	);
	const others = (await admin.count()) - sum(counted.map(([, count]) => count));
	return Object.fromEntries(
		[...counted, ['others', others] as const].filter(([, count]) => count > 0),
	);
}
