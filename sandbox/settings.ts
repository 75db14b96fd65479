import { IANAZone } from 'luxon';
import { z } from 'zod';
import { parsed } from './errors';
import { record } from './model';

const flag = (byDefault: boolean) => z.boolean().default(byDefault);
const whole = z.number().int();
/** null: any number. */
const bound = whole.positive().nullable().default(null);
const notNegative = z.number().min(0);

const login = record({
	/** Dot path of the token in the answer; empty: the whole body, as plain text. */
	tokenPath: z.string().default('accessToken'),
	/** The token text starts with "Bearer ". */
	bearerPrefix: flag(false),
	/** A refreshToken, which opens nothing, stands beside the token. */
	withRefreshToken: flag(false),
	/** Requests a token is good for. */
	lifetimeUses: bound,
	/** How a token that has ended is told (service.md 5). bodyOf200: a 200 whose body has the status 401. */
	endedTokenAs: z.enum(['401', '403', '419', 'bodyOf200']).default('401'),
	/** one: a login ends the earlier sessions of the same user. */
	sessionsPerUser: z.enum(['many', 'one']).default('many'),
});

const auth = record({
	/** The list and the lookup of additions demand secret-key too (service.md 4.3). */
	requireSecretKeyOnLookups: flag(false),
	/** Every endpoint behind the login demands Origin, not only issue (service.md 4.3). */
	requireOriginEverywhere: flag(false),
	/** false: INTEGRATION_ONLY is switched off for every user, so issue answers 403. */
	integrationOnly: flag(true),
});

const list = record({
	/**
	 * objectWhenSingle: balanceTransaction is an object when there is one. bareArray: no envelope. envelopes: an array of
	 * envelopes, each with one object and the counters.
	 */
	shape: z.enum(['array', 'objectWhenSingle', 'bareArray', 'envelopes']).default('array'),
	/** The list is silently cut after this many. The counters count all that match. */
	cutAt: bound,
	/** The counters are texts of digits. */
	countersAsText: flag(false),
	/** A cut keeps the first ones. none: no order at all. */
	order: z.enum(['newest', 'oldest', 'none']).default('newest'),
	/** finalDate includes that whole day. */
	finalDateInclusive: flag(true),
	/** Of initialDate, finalDate and yyyyMMddHHmmss. */
	timeZone: z
		.string()
		.refine((name) => IANAZone.isValidZone(name), 'not an IANA time zone')
		.default('America/Sao_Paulo'),
	/** Which instant initialDate and finalDate filter on (service.md 4.3). */
	periodField: z.enum(['createdAt', 'updatedAt']).default('createdAt'),
	/** Additions that the list leaves out, and does not count: a replica that lags behind; the lookup finds them. */
	withoutIds: z.array(z.string()).default([]),
	/** GET /customers/all: an array, or wrapped in { data }. */
	customersShape: z.enum(['array', 'data']).default('array'),
});

const timestamps = record({
	/** What the digits of createdAt, updatedAt and processedAt are (service.md 2.2). */
	createdAtFormat: z
		.enum(['epochMs', 'epochSeconds', 'epochMicroseconds', 'yyyyMMddHHmmss'])
		.default('epochMs'),
	/** Which clock the header Date of an answer tells. */
	dateHeader: z.enum(['ofMachine', 'ofSandboxClock']).default('ofMachine'),
	/** By how many days that header is wrong: the clock of a proxy. */
	dateHeaderAheadDays: z.number().int().default(0),
});

const fees = record({
	/** Spelling of the first source field (service.md 2.5). */
	firstFeeSourceField: z.enum(['fixedFeeSource', 'ixedFeeSource']).default('fixedFeeSource'),
});

const additions = record({
	/** How many the seed "large" has, all completed. */
	seedSize: whole.min(0).default(0),
	/** Status in the answer of issue; FAILED is final. */
	initialStatus: z.string().min(1).default('COMPLETED'),
	/** Settles this long after issue, by the clock; 0: at once; null: only by hand. */
	settleAfterSeconds: notNegative.nullable().default(0),
	settleAs: z.enum(['COMPLETED', 'FAILED', 'CONCLUIDO', 'FALHOU']).default('COMPLETED'),
	/**
	 * Where an addition that failed says so: its own status, that of its item, the counts of its summary. Else its own status
	 * looks completed, and its item still on its way.
	 */
	failureShownIn: z
		.array(z.enum(['head', 'item', 'summary']))
		.min(1)
		.default(['head', 'item', 'summary']),
	/** How item.sourceAmount is written: 10.5, "10,50", or 10.5000000000002 (service.md 2.4). */
	sourceAmountAs: z
		.enum(['number', 'decimalComma', 'binaryFraction', 'cents', 'net'])
		.default('number'),
	/** List and lookup hide an addition until it has settled, and for this long after issue. */
	visibleOnlyAfterSettle: flag(false),
	visibleAfterSeconds: notNegative.default(0),
	/** What item.customerIdentifier holds (service.md 2.4). */
	echoCustomerIdentifier: z.enum(['asSent', '_id', 'taxId', 'masked']).default('asSent'),
	/** Additions carry fields that service.md 2.2 does not name. */
	extraFields: flag(false),
	/** false: issue answers 503, the GMC flow is unavailable (service.md 7.1). */
	flowAvailable: flag(true),
});

const customers = record({
	/** A tax ID that another active customer of the user has: 400, or taken. */
	duplicateTaxId: z.enum(['reject', 'allow']).default('reject'),
	/** How many the seed "large" has. */
	seedSize: whole.min(0).default(10_000),
});

const wallet = record({
	/** The operational wallet is registered and approved (service.md 4.2). false: issue answers 400. */
	approved: flag(true),
});

const Settings = record({
	login: login.default({}),
	auth: auth.default({}),
	list: list.default({}),
	timestamps: timestamps.default({}),
	fees: fees.default({}),
	additions: additions.default({}),
	customers: customers.default({}),
	wallet: wallet.default({}),
});

/**
 * What the description of the service leaves open ("not shown"). Every default is an assumption. `GET
 * /_sandbox/settings` shows all of them. Unknown names are refused.
 */
export type SandboxSettings = z.output<typeof Settings>;

/** Any part of them. */
export type SandboxSettingsInput = z.input<typeof Settings>;

export const defaultSettings = (): SandboxSettings => Settings.parse({});

/**
 * Puts some settings over those of `base`, which does not change. Arrays and null replace what was there.
 *
 * @throws ServiceError for an unknown name or an invalid value
 */
export function mergeSettings(
	base: SandboxSettings,
	change: SandboxSettingsInput,
): SandboxSettings {
	const groups = Object.entries(change).map(([name, group]) => {
		return [name, { ...base[name as keyof SandboxSettings], ...group }];
	});
	return parsed(Settings, { ...base, ...Object.fromEntries(groups) }, 'INVALID_SETTINGS');
}

/** As `path = value`. */
const told = (settings: SandboxSettings): string[] =>
	Object.entries(settings).flatMap(([name, group]) =>
		Object.entries(group).map(([key, value]) => `${name}.${key} = ${JSON.stringify(value)}`),
	);

/** Those that are not at their default, as `path = value`. */
export function changedSettings(settings: SandboxSettings): string[] {
	const usual = told(defaultSettings());
	return told(settings).filter((one) => !usual.includes(one));
}
