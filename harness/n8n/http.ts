import { randomUUID } from 'node:crypto';
import axios from 'axios';

export class N8nApiError extends Error {
	constructor(
		readonly status: number,
		body: unknown,
		request: string,
	) {
		super(`n8n answered ${request} with ${status}: ${JSON.stringify(body)}`);
	}
}

/** A login, to go on with in another process. */
export interface Session {
	cookie: string;
	/** The session is bound to the browser that logged in. */
	browserId: string;
}

/** n8n's REST API with the session cookie, as the editor calls it. */
export class N8nHttp {
	readonly session: Session = { cookie: '', browserId: randomUUID() };

	private readonly http;

	constructor(private readonly baseUrl: string) {
		this.http = axios.create({
			// On a busy machine, n8n has closed a connection that is kept before this side learns of it.
			headers: { 'browser-id': this.session.browserId, connection: 'close' },
			validateStatus: () => true,
			maxBodyLength: Infinity,
			timeout: 120_000,
			proxy: false,
		});
	}

	/** A call of n8n's REST API. @returns what n8n puts into `data` */
	async rest<T>(method: string, path: string, data?: unknown, params?: unknown): Promise<T> {
		return (await this.request<{ data: T } | undefined>(method, `/rest${path}`, data, params))
			?.data as T;
	}

	/** A file n8n serves to its editor beside the REST API, such as `/types/nodes.json`. */
	async file<T>(path: string): Promise<T> {
		return await this.request('GET', path);
	}

	private async request<T>(method: string, path: string, data?: unknown, params?: unknown) {
		const { cookie } = this.session;
		const url = this.baseUrl + path;
		const headers = cookie ? { cookie } : {};
		const answer = await this.http.request<T>({ method, url, data, params, headers });
		if (answer.status >= 300) {
			throw new N8nApiError(answer.status, answer.data, `${method} ${path}`);
		}
		const session = answer.headers['set-cookie']?.find((one) => one.startsWith('n8n-auth='));
		if (session) this.session.cookie = session.split(';')[0];
		return answer.data;
	}
}
