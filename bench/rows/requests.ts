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
import { count } from '../figures';
import type { Requests } from './types';

/** What each request is called in tables. */
const NAMES: Record<string, string> = {
	[LOGIN]: 'logins',
	[LIST_CUSTOMERS]: 'customer lists',
	[CREATE_CUSTOMER]: 'created',
	[UPDATE_CUSTOMER]: 'updated',
	[LIST_ADDITIONS]: 'addition lists',
	[ISSUE]: 'additions',
};

/** Requests by route in words. */
export function requestsText(requests: Requests): string {
	const parts = Object.entries(requests).map(
		([route, times]) => `${count(times)} ${NAMES[route] ?? route}`,
	);
	return parts.join(', ');
}

/** The journal by route, without reading ten thousand entries of it. */
export async function requestsOf(admin: SandboxClient): Promise<Requests> {
	const counted = await Promise.all(
		Object.keys(NAMES).map(async (route) => [route, await admin.count({ route })] as const),
	);
	const others = (await admin.count()) - sum(counted.map(([, times]) => times));
	return Object.fromEntries(
		[...counted, ['others', others] as const].filter(([, times]) => times > 0),
	);
}
