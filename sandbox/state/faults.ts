import { z } from 'zod';
import { record } from '../model';

const status = z.number().int().min(200).max(599);

/** How the list shows an addition that cannot be read. */
export const GARBLED = ['amountNull', 'amountInWords', 'noItems', 'noCustomer'] as const;

const act = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
	record({ type: z.literal(type), ...fields });

/**
 * What a fault does. After "commit", and with `json`, the handler runs, so money moves. `commitAsFailed`,
 * `commitLate` and `wrongAnswer` are for issue. `garble` is for the list of additions: it makes every nth one unreadable.
 */
const action = z.discriminatedUnion('type', [
	act('status', { status, body: z.unknown(), headers: z.record(z.string()).optional() }),
	act('latency', { ms: z.number().min(0).max(600_000) }),
	act('resetBefore', {}),
	act('commitThenReset', {}),
	act('commitThenHang', {}),
	act('hang', {}),
	act('halfAnswer', {}),
	act('html', { status }),
	act('json', { status, body: z.unknown() }),
	act('commitAsFailed', {}),
	/** The connection breaks now, the addition is made later. */
	act('commitLate', { afterSeconds: z.number().min(0) }),
	act('wrongAnswer', {
		differs: z.enum(['customer', 'amount', 'currency', 'earlierId', 'earlierAddition']),
		commit: z.boolean().default(true),
	}),
	act('garble', { every: z.number().int().positive(), as: z.enum(GARBLED) }),
]);

const callNumber = z.number().int().positive();

/** `nth` counts, from 1, the calls that match since the fault was added. */
export const FaultSchema = record({
	route: z.string().regex(/^(\*|[A-Z]+ \/\S*)$/, 'method and path template, or *'),
	nth: z.union([callNumber, z.array(callNumber).min(1)]).optional(),
	times: z.number().int().positive().optional(),
	match: record({
		customerIdentifier: z.string().optional(),
		amount: z.number().optional(),
	}).optional(),
	/** Of the page's button that adds it. */
	label: z.string().optional(),
	action,
});

export type FaultInput = z.input<typeof FaultSchema>;
export type FaultAction = z.output<typeof action>;
export type FaultMatch = NonNullable<FaultInput['match']>;

/** A fault with the number of `calls` that it matched, and of those in which it `fired`. */
export type Fault = z.output<typeof FaultSchema> & { id: string; calls: number; fired: number };

export class Faults {
	private faults: Fault[] = [];
	private lastId = 0;

	add(input: z.output<typeof FaultSchema>): Fault {
		this.lastId += 1;
		const fault = { ...input, id: `fault-${this.lastId}`, calls: 0, fired: 0 };
		this.faults.push(fault);
		return fault;
	}

	list(): Fault[] {
		return this.faults;
	}

	clear(): void {
		this.faults = [];
	}

	/** The faults that fire on a request: every latency, and the first of the others. */
	draw(route: string, meets: (match: FaultMatch) => boolean): Fault[] {
		const fired: Fault[] = [];
		for (const fault of this.faults) {
			if (fault.route !== '*' && fault.route !== route) continue;
			if (fault.match !== undefined && !meets(fault.match)) continue;
			fault.calls += 1;
			const isAnswered = fired.some(({ action: { type } }) => type !== 'latency');
			if (!isDue(fault) || (isAnswered && fault.action.type !== 'latency')) continue;
			fault.fired += 1;
			fired.push(fault);
		}
		return fired;
	}
}

function isDue({ nth, calls, fired, times = Infinity }: Fault): boolean {
	return fired < times && (nth === undefined || [nth].flat().includes(calls));
}
