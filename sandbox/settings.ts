import { z } from 'zod';
import { auth, list, login } from './settings-access';
import { capacity } from './settings-capacity';
import { additions, customers, feeRates, fees } from './settings-money';

const rest = {
	timestamps: z
		.object({
			createdAtFormat: z
				.enum(['epochMs', 'epochSeconds', 'epochMicroseconds', 'yyyyMMddHHmmss'])
				.describe('What the digits of createdAt, updatedAt and processedAt are (service.md 2.2)')
				.default('epochMs'),
			dateHeader: z
				.enum(['ofMachine', 'ofSandboxClock'])
				.describe('Which clock the header Date of an answer tells')
				.default('ofMachine'),
		})
		.strict(),
	wallet: z
		.object({
			approved: z
				.boolean()
				.describe('The operational wallet is registered and approved (service.md 4.2)')
				.default(true),
			refusalStatus: z
				.union([z.literal(400), z.literal(403), z.literal(503)])
				.describe('Status of issue without an approved wallet')
				.default(400),
		})
		.strict(),
	rates: z
		.object({
			brlPerGmc: z.number().positive().describe('BRL for one GMC').default(1.25),
			usdtBrlRate: z.number().positive().describe('BRL for one USDT, and for one USD').default(5.4),
		})
		.strict(),
};

/**
 * What the description of the service leaves open ("not shown"), and the figures of a charge. Every default is an
 * assumption. `GET /_sandbox/settings/schema` shows the descriptions. Unknown names are refused.
 */
export const SandboxSettingsSchema = z
	.object({
		login: login.default({}),
		auth: auth.default({}),
		list: list.default({}),
		timestamps: rest.timestamps.default({}),
		fees: fees.default({}),
		additions: additions.default({}),
		customers: customers.default({}),
		capacity: capacity.default({}),
		wallet: rest.wallet.default({}),
		rates: rest.rates.default({}),
		seedSize: z.number().int().min(0).describe('Customers of the seed "large"').default(10_000),
		seedAdditions: z
			.number()
			.int()
			.min(0)
			.describe('Additions of the seed "large", one a second up to now')
			.default(0),
	})
	.strict();

export type SandboxSettings = z.output<typeof SandboxSettingsSchema>;

type DeepPartial<T> = T extends readonly unknown[]
	? T
	: T extends object
		? { [K in keyof T]?: DeepPartial<T[K]> }
		: T;

/** Any part of the settings, at any depth. */
export type SandboxSettingsInput = DeepPartial<SandboxSettings>;

export type FeeRates = z.output<typeof feeRates>;
export const FeeRatesSchema = feeRates;
