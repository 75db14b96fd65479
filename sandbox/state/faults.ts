import prand from 'pure-rand';
import { z } from 'zod';

const status = z.number().int().min(200).max(599);

/** 1: all of them. */
const everyNth = z.number().int().positive();

/** What a list may show of an addition so that it cannot be read. */
export const GARBLED = ['amountNull', 'amountInWords', 'noItems', 'noCustomer'] as const;

/**
 * What a fault does. "Commit" means that the handler really runs, so money moves. `commitAsFailed` and `wrongAnswer` are about issue,
 * `lose` and `garble` are about the list of additions: they leave out every nth addition, or show it so that it
 * cannot be read.
 */
const action = z.discriminatedUnion('type', [
	z
		.object({
			type: z.literal('status'),
			status,
			body: z.unknown(),
			headers: z.record(z.string()).optional(),
		})
		.strict(),
	z.object({ type: z.literal('latency'), ms: z.number().min(0).max(600_000) }).strict(),
	z.object({ type: z.literal('resetBefore') }).strict(),
	z.object({ type: z.literal('commitThenReset') }).strict(),
	z.object({ type: z.literal('commitThenStatus'), status, body: z.unknown() }).strict(),
	z.object({ type: z.literal('commitThenHang') }).strict(),
	z.object({ type: z.literal('hang') }).strict(),
	z.object({ type: z.literal('halfAnswer') }).strict(),
	z.object({ type: z.literal('html'), status }).strict(),
	z
		.object({ type: z.literal('rateLimit'), retryAfter: z.union([z.number(), z.string()]) })
		.strict(),
	z.object({ type: z.literal('emptyBody'), status }).strict(),
	z.object({ type: z.literal('json'), status, body: z.unknown() }).strict(),
	z.object({ type: z.literal('commitThenHtml'), status }).strict(),
	z.object({ type: z.literal('commitAsFailed') }).strict(),
	z
		.object({
			type: z.literal('drip'),
			ms: z.number().min(1).max(60_000),
			bytes: z.number().int().positive().default(1),
		})
		.strict(),
	z
		.object({
			type: z.literal('wrongAnswer'),
			differs: z.enum(['customer', 'amount', 'currency', 'earlierId', 'earlierAddition']),
			commit: z.boolean().default(true),
		})
		.strict(),
	z.object({ type: z.literal('lose'), every: everyNth }).strict(),
	z.object({ type: z.literal('garble'), every: everyNth, as: z.enum(GARBLED) }).strict(),
]);

const callNumber = z.number().int().positive();

/** A fault as it is ordered. `nth` counts, from 1, the calls it looks at since it was added. */
export const FaultSchema = z
	.object({
		route: z.string().regex(/^(\*|[A-Z]+ \/\S*)$/, 'method and path template, or *'),
		nth: z.union([callNumber, z.array(callNumber).min(1)]).optional(),
		probability: z.number().min(0).max(1).optional(),
		seed: z.number().int().optional(),
		times: z.number().int().positive().optional(),
		match: z
			.object({ customerIdentifier: z.string().optional(), amount: z.number().optional() })
			.strict()
			.optional(),
		action,
	})
	.strict();

export type FaultInput = z.input<typeof FaultSchema>;
export type FaultAction = z.output<typeof action>;
export type FaultMatch = NonNullable<FaultInput['match']>;

/** A fault at work: `calls` it has looked at, and how often it `fired`. */
export type Fault = z.output<typeof FaultSchema> & { id: string; calls: number; fired: number };

interface Kept {
	fault: Fault;
	/** The next number of the fault's own seeded sequence, from 0 to below 1. */
	random: () => number;
}

/** The faults of a sandbox, and which of them a request meets. */
export class Faults {
	private kept: Kept[] = [];
	private lastId = 0;

	add(input: z.output<typeof FaultSchema>): Fault {
		this.lastId += 1;
		const fault = { ...input, id: `fault-${this.lastId}`, calls: 0, fired: 0 };
		this.kept.push({ fault, random: randomOf(input.seed ?? this.lastId) });
		return fault;
	}

	list(): Fault[] {
		return this.kept.map(({ fault }) => fault);
	}

	clear(): void {
		this.kept = [];
	}

	/**
	 * The faults that fire on a request: every latency, and the first of the others. Calls that do
	 * not `meet` a fault's `match` are not counted by it.
	 */
	draw(route: string, meets: (match: FaultMatch) => boolean): Fault[] {
		const fired: Fault[] = [];
		for (const kept of this.kept) {
			const { fault } = kept;
			if (fault.route !== '*' && fault.route !== route) continue;
			if (fault.match !== undefined && !meets(fault.match)) continue;
			fault.calls += 1;
			const answered = fired.some(({ action }) => action.type !== 'latency');
			if (!isDue(kept) || (answered && fault.action.type !== 'latency')) continue;
			fault.fired += 1;
			fired.push(fault);
		}
		return fired;
	}
}

function isDue({ fault, random }: Kept): boolean {
	// Drawn on every call, so that the sequence does not depend on the other conditions.
	const lucky = fault.probability === undefined || random() < fault.probability;
	const nths = fault.nth === undefined ? [fault.calls] : [fault.nth].flat();
	return lucky && nths.includes(fault.calls) && fault.fired < (fault.times ?? Infinity);
}

function randomOf(seed: number): () => number {
	const generator = prand.xoroshiro128plus(seed);
	return () => prand.unsafeUniformIntDistribution(0, 0xffffffe, generator) / 0xfffffff;
}
