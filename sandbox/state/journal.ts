import { z } from 'zod';
import { record } from '../model';

/** The status of a request, or why it has none. */
export type JournalStatus = number | 'pending' | 'reset' | 'hung';

/** A request of the API, without passwords, tokens and keys. */
export interface JournalEntry {
	seq: number;
	/** ISO 8601 in UTC, by the sandbox clock. */
	at: string;
	method: string;
	/** Method and path template, such as `GET /transactions/add-balance/{id}`. */
	route: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<'origin' | 'authorization' | 'secret-key', string>;
	body: unknown;
	status: JournalStatus;
	/** Requests of the same route in flight when this one came in, with this one. */
	inFlight: number;
	faults: string[];
}

export const JournalFilter = record({
	/** Method and path template. */
	route: z.string().optional(),
	status: z.union([z.enum(['pending', 'reset', 'hung']), z.coerce.number().int()]).optional(),
	/** Entries after this `seq`. */
	since: z.coerce.number().int().optional(),
});

const SECRET = /senha|password|secret|token|authorization|cookie|client[-_]?key/i;

/** A copy of a JSON value. Fields with the name of a secret become `***`. */
export function masked(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(masked);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, SECRET.test(key) ? '***' : masked(inner)]),
	);
}

export class Journal {
	private list: JournalEntry[] = [];
	private seq = 0;
	private readonly inFlight = new Set<JournalEntry>();

	open(fields: Omit<JournalEntry, 'seq' | 'status' | 'inFlight' | 'faults'>): JournalEntry {
		const others = [...this.inFlight].filter(({ route }) => route === fields.route);
		const entry: JournalEntry = {
			seq: ++this.seq,
			...fields,
			status: 'pending',
			inFlight: others.length + 1,
			faults: [],
		};
		this.inFlight.add(entry);
		this.list.push(entry);
		return entry;
	}

	/** Call it when a request is over: answered, reset, or given up by its client. */
	close(entry: JournalEntry): void {
		this.inFlight.delete(entry);
	}

	entries({ route, status, since = 0 }: z.output<typeof JournalFilter> = {}): JournalEntry[] {
		return this.list.filter(
			(entry) =>
				(route === undefined || entry.route === route) &&
				(status === undefined || entry.status === status) &&
				entry.seq > since,
		);
	}

	clear(): void {
		this.list = [];
	}
}
