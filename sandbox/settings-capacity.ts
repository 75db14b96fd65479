import { z } from 'zod';

// How much the service does at once. Its description does not say.

export const capacity = z
	.object({
		routes: z
			.array(z.string())
			.describe('Requests that share the workers: method and path template')
			.default(['POST /transactions/add-balance']),
		workers: z
			.number()
			.int()
			.positive()
			.nullable()
			.describe('Requests at work at once; the others wait. null: any number')
			.default(null),
		workMs: z
			.number()
			.min(0)
			.max(600_000)
			.describe('Milliseconds that the work on a request takes')
			.default(0),
		refusals: z
			.enum(['inLine', 'atOnce'])
			.describe('A fault with a status answers after waiting and work, or at once')
			.default('inLine'),
	})
	.strict();
