import { z } from 'zod';

// Fees, additions and customers: what service.md 2 to 4 leave open, and the figures a charge needs.

export const feeRates = z
	.object({
		fixedBrl: z.number().min(0).describe('Fixed fee in BRL').default(0),
		percentageRate: z.number().min(0).describe('Percentage fee as a fraction').default(0),
		issueTaxRate: z.number().min(0).describe('Issue tax as a fraction').default(0),
	})
	.strict();

const feeSourceField = z.enum(['fixedFeeSource', 'ixedFeeSource']);

export const fees = z
	.object({
		firstFeeSourceField: feeSourceField
			.describe('Spelling of the first source field in issue and list (service.md 2.5)')
			.default('fixedFeeSource'),
		firstFeeSourceFieldOnLookup: feeSourceField
			.describe('The same in the lookup by id (service.md 2.5)')
			.default('fixedFeeSource'),
		general: feeRates
			.describe('General fee: applies when neither customer nor user has one (service.md 1)')
			.default({ percentageRate: 0.01 }),
		user: feeRates
			.nullable()
			.describe('Fee registered on the user; null: none (service.md 1)')
			.default(null),
	})
	.strict();

export const additions = z
	.object({
		initialStatus: z
			.string()
			.min(1)
			.describe('Status in the answer of issue; FAILED is final')
			.default('COMPLETED'),
		settleAfterSeconds: z
			.number()
			.min(0)
			.nullable()
			.describe('Settles this long after issue, by the clock; 0: at once; null: only by hand')
			.default(0),
		settleAs: z.enum(['COMPLETED', 'FAILED']).describe('Status it settles as').default('COMPLETED'),
		failureError: z
			.unknown()
			.describe('What item.error holds when it failed')
			.default({ code: 'MINT_FAILED', message: 'The GMC could not be minted' }),
		failureShownIn: z
			.array(z.enum(['head', 'item', 'summary']))
			.min(1)
			.describe(
				'Where an addition that failed says so: its own status, that of its item, the counts of its summary; elsewhere it looks completed',
			)
			.default(['head', 'item', 'summary']),
		sourceAmountAs: z
			.enum(['number', 'decimalComma', 'binaryFraction'])
			.describe(
				'How item.sourceAmount is written: 10.5, "10,50", or 10.5000000000002 (service.md 2.4)',
			)
			.default('number'),
		visibleOnlyAfterSettle: z
			.boolean()
			.describe('List and lookup hide an addition until it has settled')
			.default(false),
		visibleAfterSeconds: z
			.number()
			.min(0)
			.describe('List and lookup hide an addition for this long after issue')
			.default(0),
		echoCustomerIdentifier: z
			.enum(['asSent', '_id', 'taxId'])
			.describe('What item.customerIdentifier holds (service.md 2.4)')
			.default('asSent'),
		extraFields: z
			.boolean()
			.describe('Additions carry fields that service.md 2.2 does not name')
			.default(false),
		flowAvailable: z
			.boolean()
			.describe('false: issue answers 503, the GMC flow is unavailable (service.md 7.1)')
			.default(true),
	})
	.strict();

export const customers = z
	.object({
		duplicateTaxId: z
			.enum(['reject', 'allow'])
			.describe('A tax ID that another active customer of the user has: 400, or taken')
			.default('reject'),
		matchWithoutPunctuation: z
			.boolean()
			.describe('Tax IDs are compared without punctuation')
			.default(true),
	})
	.strict();
