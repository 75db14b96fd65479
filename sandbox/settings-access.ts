import { z } from 'zod';

// Logging in, the headers, and how lists are answered: what service.md 4 and 5 leave open.

export const login = z
	.object({
		tokenPath: z
			.string()
			.describe('Dot path of the token in the login answer; empty: the whole body, as plain text')
			.default('accessToken'),
		bearerPrefix: z.boolean().describe('The token text starts with "Bearer "').default(false),
		withRefreshToken: z
			.boolean()
			.describe('A refreshToken (which opens nothing) stands beside the token')
			.default(false),
		lifetimeUses: z
			.number()
			.int()
			.positive()
			.nullable()
			.describe('Requests a token is good for; null: any number')
			.default(null),
		lifetimeSeconds: z
			.number()
			.positive()
			.nullable()
			.describe('Seconds a token lives, by the sandbox clock; null: for ever')
			.default(null),
		sessionsPerUser: z
			.enum(['many', 'one'])
			.describe('one: a login ends the earlier sessions of the same user')
			.default('many'),
	})
	.strict();

export const auth = z
	.object({
		requireSecretKeyOnLookups: z
			.boolean()
			.describe('The list and the lookup of additions demand secret-key too (service.md 5)')
			.default(false),
		requireOriginEverywhere: z
			.boolean()
			.describe('Every endpoint behind the login demands Origin, not only issue (service.md 5)')
			.default(false),
		integrationOnly: z
			.boolean()
			.describe('false: INTEGRATION_ONLY is switched off for every user, so issue answers 403')
			.default(true),
		acceptRawToken: z
			.boolean()
			.describe('Authorization may carry the token without "Bearer " (service.md 4.4)')
			.default(false),
	})
	.strict();

export const list = z
	.object({
		shape: z
			.enum(['array', 'objectWhenSingle', 'objectBesideData', 'bareArray', 'envelopes'])
			.describe(
				'array: balanceTransaction is an array; objectWhenSingle: an object when there is one; objectBesideData: the same, with an empty data beside it; bareArray: no envelope; envelopes: an array of envelopes, each with one object and the counters',
			)
			.default('array'),
		cutAt: z
			.number()
			.int()
			.positive()
			.nullable()
			.describe('The list is silently cut after this many; null: never')
			.default(null),
		countsHonest: z
			.boolean()
			.describe('The counters count what matches; false: only what the cut left')
			.default(true),
		countersAsText: z.boolean().describe('The counters are texts of digits').default(false),
		order: z
			.enum(['newest', 'oldest', 'none'])
			.describe('Order of the list (a cut keeps the first ones); none: no order at all')
			.default('newest'),
		finalDateInclusive: z.boolean().describe('finalDate includes that whole day').default(true),
		timeZone: z
			.string()
			.refine(isTimeZone, 'not an IANA time zone')
			.describe('Time zone of initialDate, finalDate and yyyyMMddHHmmss')
			.default('America/Sao_Paulo'),
		periodField: z
			.enum(['createdAt', 'updatedAt'])
			.describe('Which instant initialDate and finalDate filter on (service.md 4.3)')
			.default('createdAt'),
		withoutIds: z
			.array(z.string())
			.describe(
				'Additions that the list leaves out, and does not count: a replica that lags behind; the lookup finds them',
			)
			.default([]),
		customersShape: z
			.enum(['array', 'data'])
			.describe('GET /customers/all: an array, or wrapped in { data }')
			.default('array'),
	})
	.strict();

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
