import { CURRENCIES, record } from '../model';
import { z } from 'zod';

const digits = z.string().regex(/^\d+$/);
const sourceFlag = z.enum(['applied', 'not-applied']);

/** See service.md 2.5. The first source field has two spellings; one of them is there. */
const Fees = record({
	fixedBrl: z.number(),
	percentageBrl: z.number(),
	totalBrl: z.number(),
	issueTaxBrl: z.number(),
	issueTaxRate: z.number(),
	fixedFeeSource: sourceFlag.optional(),
	ixedFeeSource: sourceFlag.optional(),
	percentageFeeSource: sourceFlag,
	issueTaxSource: sourceFlag,
});

/** See service.md 2.6. */
const Conversion = record({
	brlPerGmc: z.number(),
	usdtBrlRate: z.number(),
	sourceAmountBrl: z.number(),
});

/** See service.md 2.7. */
const Blockchain = record({
	mintHash: z.string().nullable(),
	approveHash: z.string().nullable(),
	transferHash: z.string().nullable(),
});

/** See service.md 2.4. */
const Item = record({
	customerIdentifier: z.string(),
	sourceAmount: z.number(),
	sourceCurrency: z.enum(CURRENCIES),
	targetGmcAmount: z.string().regex(/^\d+(\.\d+)?$/),
	status: z.string(),
	error: z.unknown(),
	customerWalletAddress: z.string(),
	destinationWalletAddress: z.string(),
	fees: Fees,
	conversion: Conversion,
	blockchain: Blockchain,
	processedAt: digits,
});

/** See service.md 2.3. */
const Summary = record({
	totalItems: z.number().int(),
	completedItems: z.number().int(),
	failedItems: z.number().int(),
	totalTargetGmc: z.number(),
});

/** See service.md 2.2. */
const BalanceTransaction = record({
	_id: z.string(),
	user: z.string(),
	status: z.string(),
	summary: Summary,
	items: z.array(Item),
	createdAt: digits,
	updatedAt: digits,
});

/** Answer of issue and lookup (service.md 2.1). */
export const AdditionEnvelope = record({
	title: z.string(),
	balanceTransaction: BalanceTransaction,
});

/** Answer of the list (service.md 2.1); the example there shows a single object. */
export const AdditionList = record({
	title: z.string(),
	balanceTransaction: z.union([z.array(BalanceTransaction), BalanceTransaction]),
	recordsFiltered: z.number().int(),
	recordsTotal: z.number().int(),
});

const customer = {
	_id: z.string(),
	taxId: z.string(),
	name: z.string(),
	email: z.string(),
};
const wallet = record({ address: z.string() });

/** Answer of customer creation (service.md 4.5). */
export const CreatedCustomer = record({
	...customer,
	userId: z.string(),
	deleted: z.literal(false),
	balance: record({ currency: z.string(), amount: z.number() }),
	wallet,
});

/** Answer of the customers list (service.md 4.6). */
export const CustomerList = z.array(record({ ...customer, deleted: z.literal(false), wallet }));

/** Answer of customer update (service.md 4.7). */
export const UpdatedCustomer = record(customer);

/** Answer of customer deletion (service.md 4.8). */
export const DeletedCustomer = record({ _id: z.string(), deleted: z.literal(true) });

/** Answer of a login under the default settings; its shape is assumed (not shown: service.md 4.1). */
export const LoginAnswer = record({ accessToken: z.string() });

/** See service.md 2.9. */
export const UnauthorizedError = record({ statusCode: z.literal(401), message: z.string() });

/** See service.md 2.9; the values of `code` are assumed. */
export const ApiError = record({
	statusCode: z.number().int(),
	path: z.string(),
	code: z.string(),
	message: z.string(),
});
