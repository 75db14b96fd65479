import { CURRENCIES } from '../model';
import { z } from './zod';

const digits = z.string().regex(/^\d+$/).openapi({ description: 'Digits only', example: '0' });
const sourceFlag = z.enum(['applied', 'not-applied']);

/** See service.md 2.5. The first source field has two spellings; one of them is there. */
const Fees = z
	.object({
		fixedBrl: z.number(),
		percentageBrl: z.number(),
		totalBrl: z.number(),
		issueTaxBrl: z.number(),
		issueTaxRate: z.number(),
		fixedFeeSource: sourceFlag.optional(),
		ixedFeeSource: sourceFlag.optional(),
		percentageFeeSource: sourceFlag,
		issueTaxSource: sourceFlag,
	})
	.strict()
	.openapi('Fees');

/** See service.md 2.6. */
const Conversion = z
	.object({ brlPerGmc: z.number(), usdtBrlRate: z.number(), sourceAmountBrl: z.number() })
	.strict()
	.openapi('Conversion');

/** See service.md 2.7. */
const Blockchain = z
	.object({
		mintHash: z.string().nullable(),
		approveHash: z.string().nullable(),
		transferHash: z.string().nullable(),
	})
	.strict()
	.openapi('Blockchain');

/** See service.md 2.4. */
const Item = z
	.object({
		customerIdentifier: z.string(),
		sourceAmount: z.number(),
		sourceCurrency: z.enum(CURRENCIES),
		targetGmcAmount: z.string().regex(/^\d+(\.\d+)?$/),
		status: z.string(),
		error: z.unknown().openapi({ description: 'null, or the detail of a failure' }),
		customerWalletAddress: z.string(),
		destinationWalletAddress: z.string(),
		fees: Fees,
		conversion: Conversion,
		blockchain: Blockchain,
		processedAt: digits,
	})
	.strict()
	.openapi('Item');

/** See service.md 2.3. */
const Summary = z
	.object({
		totalItems: z.number().int(),
		completedItems: z.number().int(),
		failedItems: z.number().int(),
		totalTargetGmc: z.number(),
	})
	.strict()
	.openapi('Summary');

/** See service.md 2.2. */
const BalanceTransaction = z
	.object({
		_id: z.string(),
		user: z.string(),
		status: z.string().openapi({ example: 'COMPLETED' }),
		summary: Summary,
		items: z.array(Item),
		createdAt: digits,
		updatedAt: digits,
	})
	.strict()
	.openapi('BalanceTransaction');

/** Answer of issue and lookup (service.md 2.1). */
export const AdditionEnvelope = z
	.object({ title: z.string(), balanceTransaction: BalanceTransaction })
	.strict()
	.openapi('AdditionEnvelope');

/** Answer of the list (service.md 2.1); the example there shows a single object. */
export const AdditionList = z
	.object({
		title: z.string(),
		balanceTransaction: z.union([z.array(BalanceTransaction), BalanceTransaction]),
		recordsFiltered: z.number().int(),
		recordsTotal: z.number().int(),
	})
	.strict()
	.openapi('AdditionList');

const customer = {
	_id: z.string(),
	taxId: z.string(),
	name: z.string(),
	email: z.string(),
};
const wallet = z.object({ address: z.string() }).strict();

/** Answer of customer creation (service.md 4.5). */
export const CreatedCustomer = z
	.object({
		...customer,
		userId: z.string(),
		deleted: z.literal(false),
		balance: z.object({ currency: z.string(), amount: z.number() }).strict(),
		wallet,
	})
	.strict()
	.openapi('CreatedCustomer');

/** Answer of the customers list (service.md 4.6). */
export const CustomerList = z
	.array(
		z
			.object({ ...customer, deleted: z.literal(false), wallet })
			.strict()
			.openapi('ListedCustomer'),
	)
	.openapi('CustomerList');

/** Answer of customer update (service.md 4.7). */
export const UpdatedCustomer = z.object(customer).strict().openapi('UpdatedCustomer');

/** Answer of customer deletion (service.md 4.8). */
export const DeletedCustomer = z
	.object({ _id: z.string(), deleted: z.literal(true) })
	.strict()
	.openapi('DeletedCustomer');

/** Answer of a login under the default settings; its shape is assumed (not shown: service.md 4.1). */
export const LoginAnswer = z.object({ accessToken: z.string() }).strict().openapi('LoginAnswer');

/** See service.md 2.9. */
export const UnauthorizedError = z
	.object({ statusCode: z.literal(401), message: z.string() })
	.strict()
	.openapi('UnauthorizedError');

/** See service.md 2.9; the values of `code` are assumed. */
export const ApiError = z
	.object({
		statusCode: z.number().int(),
		path: z.string(),
		code: z.string(),
		message: z.string(),
	})
	.strict()
	.openapi('ApiError');
