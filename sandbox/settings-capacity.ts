import { z } from 'zod';

// How much the service does at once, of which its description says nothing.

const some = z.number().int().positive().nullable();

export const capacity = z
	.object({
		routes: z
			.array(z.string())
			.describe('Requests that take part: method and path template; they share one line')
			.default(['POST /transactions/add-balance']),
		workers: some
			.describe('Requests at work at once; the others stand in line. null: any number')
			.default(null),
		line: z
			.number()
			.int()
			.min(0)
			.nullable()
			.describe('Requests that may stand in line; one more is answered 503. null: any number')
			.default(null),
		workMs: z
			.number()
			.min(0)
			.max(600_000)
			.describe('Milliseconds that the work on a request takes')
			.default(0),
		perSecond: some
			.describe(
				'Requests that begin within any second, at most; the others stand in line. null: any number',
			)
			.default(null),
		refusals: z
			.enum(['inLine', 'atOnce'])
			.describe('A fault with a status answers after line and work, or at once and without them')
			.default('inLine'),
	})
	.strict();
