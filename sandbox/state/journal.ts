/** What became of a request: a status, or none because the connection was reset or left hanging. */
export type JournalStatus = number | 'pending' | 'reset' | 'hung';

/** A request of the API as the journal keeps it: no password, token or key is ever stored. */
export interface JournalEntry {
	seq: number;
	/** ISO 8601 in UTC, by the sandbox clock. */
	at: string;
	method: string;
	/** Method and path template, such as `GET /transactions/add-balance/{id}`. */
	route: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, string>;
	body: unknown;
	status: JournalStatus;
	/** Ids of the faults that fired. */
	faults: string[];
	committedAdditionId?: string;
	userId?: string;
}

export interface JournalFilter {
	method?: string;
	/** Path template with or without its method. */
	route?: string;
	status?: JournalStatus;
	userId?: string;
	/** Entries after this `seq`. */
	since?: number;
}

const SECRET = /senha|password|secret|token|authorization|cookie|client[-_]?key/i;

/** A copy of a JSON value with everything secret by its name replaced by `***`. */
export function masked(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(masked);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, SECRET.test(key) ? '***' : masked(inner)]),
	);
}

/** Every request of the API, in order of arrival. */
export class Journal {
	private list: JournalEntry[] = [];
	private seq = 0;

	/** Opens the entry of a request that has just come in; its fields are filled in later. */
	open(fields: Omit<JournalEntry, 'seq' | 'status' | 'faults'>): JournalEntry {
		this.seq += 1;
		const entry: JournalEntry = { seq: this.seq, ...fields, status: 'pending', faults: [] };
		this.list.push(entry);
		return entry;
	}

	entries(filter: JournalFilter = {}): JournalEntry[] {
		const { method, route, status, userId, since } = filter;
		return this.list.filter(
			(entry) =>
				(method === undefined || entry.method === method.toUpperCase()) &&
				(route === undefined || entry.route === route || pathOf(entry) === route) &&
				(status === undefined || entry.status === status) &&
				(userId === undefined || entry.userId === userId) &&
				(since === undefined || entry.seq > since),
		);
	}

	clear(): void {
		this.list = [];
	}
}

const pathOf = (entry: JournalEntry): string => entry.route.slice(entry.route.indexOf(' ') + 1);
