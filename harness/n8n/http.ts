import { randomUUID } from 'node:crypto';
import axios, { type AxiosInstance } from 'axios';

export class N8nApiError extends Error {
	constructor(
		readonly status: number,
		readonly body: unknown,
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
	private readonly http: AxiosInstance;

	private readonly login: Session = { cookie: '', browserId: randomUUID() };

	constructor(baseUrl: string) {
		this.http = axios.create({
			baseURL: `${baseUrl}/rest`,
			// On a busy machine, n8n has closed a connection that is kept before this side learns of it.
			headers: { 'browser-id': this.login.browserId, connection: 'close' },
			validateStatus: () => true,
			maxBodyLength: Infinity,
			timeout: 120_000,
			proxy: false,
		});
	}

	get session(): Session {
		return { ...this.login };
	}

	async request<T>(method: string, url: string, data?: unknown, params?: unknown): Promise<T> {
		const { cookie } = this.login;
		const headers = cookie ? { cookie } : {};
		const answer = await this.http.request({ method, url, data, params, headers });
		if (answer.status >= 300) {
			throw new N8nApiError(answer.status, answer.data, `${method} ${url}`);
		}
		this.keepCookie(answer.headers['set-cookie']);
		return (answer.data as { data: T } | undefined)?.data as T;
	}

	private keepCookie(cookies: string[] | undefined): void {
		const session = cookies?.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.login.cookie = session.split(';')[0];
	}

	/** A file n8n serves to its editor beside the REST API, such as `/types/nodes.json`. */
	async file<T>(path: string): Promise<T> {
		const baseURL = this.http.defaults.baseURL?.replace(/\/rest$/, '');
		const answer = await this.http.get<T>(path, {
			baseURL,
			headers: { cookie: this.login.cookie },
		});
		if (answer.status >= 300) throw new N8nApiError(answer.status, answer.data, `GET ${path}`);
		return answer.data;
	}
}
