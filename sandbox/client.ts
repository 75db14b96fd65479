/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { Agent } from 'node:http';
import axios from 'axios';
import type { input as InputOf } from 'zod';
import { ROUTES } from './http/admin';

type Routes = typeof ROUTES;
type Input<Name extends keyof Routes> = InputOf<Routes[Name]['input']>;
/** What a route takes; nothing if it needs nothing. */
type Given<Name extends keyof Routes> =
	object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];
type Answer<Name extends keyof Routes> = Promise<ReturnType<Routes[Name]['run']>>;
type Calls = { [Name in keyof Routes]: (...given: Given<Name>) => Answer<Name> };

export interface SandboxClient extends Omit<Calls, 'freezeClock' | 'settle'> {
	/** Stops the clock, now or at a time in ISO 8601. */
	freezeClock(at?: string): Answer<'freezeClock'>;
	/** Gives an addition a status; COMPLETED and FAILED settle it. */
	settle(id: string, status: string): Answer<'settle'>;
}

/**
 * Calls `/_sandbox` of a running sandbox (`ROUTES` says what each does). Every method throws the sandbox's own message
 * when it refuses: an unknown setting, an unknown customer.
 *
 * @param url of the sandbox, without `/api`
 */
export function sandboxClient(url: string): SandboxClient {
	// The global agent may still hold a connection to an earlier sandbox on the same port.
	const httpAgent = new Agent({ keepAlive: true });
	const http = axios.create({ httpAgent, proxy: false, validateStatus: () => true });
	const calls = Object.entries(ROUTES).map(([name, { method, path }]) => {
		const call = async (input: unknown) => {
			const given = method === 'GET' ? { params: input } : { data: input };
			const { status, data } = await http.request({
				method,
				url: `${url}/_sandbox${path}`,
				...given,
			});
			if (status === 200) return data as unknown;
			throw new Error(`Sandbox: ${(data as { error?: string }).error ?? `status ${status}`}`);
		};
		return [name, call];
	});
	const all = Object.fromEntries(calls) as Calls;
	return {
		...all,
		freezeClock: async (at) => await all.freezeClock({ at }),
		settle: async (id, status) => await all.settle({ id, status }),
	};
}
