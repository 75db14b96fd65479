import { CURRENCIES, record } from '../model';
import { z } from 'zod';

/** Fields of one type. */
const all = <Type extends z.ZodTypeAny>(type: Type, ...names: string[]) =>
	Object.fromEntries(names.map((name) => [name, type]));

const text = z.string();
const digits = text.regex(/^\d+$/);
const integer = z.number().int();
const feeSource = z.enum(['applied', 'not-applied']);

/** See service.md 2.5. The first source field has two spellings; one of them is there. */
const Fees = record({
	...all(z.number(), 'fixedBrl', 'percentageBrl', 'totalBrl', 'issueTaxBrl', 'issueTaxRate'),
	...all(feeSource.optional(), 'fixedFeeSource', 'ixedFeeSource'),
	...all(feeSource, 'percentageFeeSource', 'issueTaxSource'),
});

/** See service.md 2.4, 2.6 and 2.7. */
const Item = record({
	customerIdentifier: text,
	sourceAmount: z.number(),
	sourceCurrency: z.enum(CURRENCIES),
	targetGmcAmount: text.regex(/^\d+(\.\d+)?$/),
	status: text,
	error: z.unknown(),
	...all(text, 'customerWalletAddress', 'destinationWalletAddress'),
	fees: Fees,
	conversion: record(all(z.number(), 'brlPerGmc', 'usdtBrlRate', 'sourceAmountBrl')),
	blockchain: record(all(text.nullable(), 'mintHash', 'approveHash', 'transferHash')),
	processedAt: digits,
});

/** See service.md 2.2 and 2.3. */
const BalanceTransaction = record({
	...all(text, '_id', 'user', 'status'),
	summary: record({
		...all(integer, 'totalItems', 'completedItems', 'failedItems'),
		totalTargetGmc: z.number(),
	}),
	items: z.array(Item),
	...all(digits, 'createdAt', 'updatedAt'),
});

/** Answer of issue and lookup (service.md 2.1). */
export const AdditionEnvelope = record({ title: text, balanceTransaction: BalanceTransaction });

/** Answer of the list (service.md 2.1); the example there shows a single object. */
export const AdditionList = record({
	title: text,
	balanceTransaction: z.union([z.array(BalanceTransaction), BalanceTransaction]),
	...all(integer, 'recordsFiltered', 'recordsTotal'),
});

const customer = all(text, '_id', 'taxId', 'name', 'email');
const wallet = record({ address: text });

/** Answer of customer creation (service.md 4.5). */
export const CreatedCustomer = record({
	...customer,
	userId: text,
	deleted: z.literal(false),
	balance: record({ currency: text, amount: z.number() }),
	wallet,
});

/** Answer of the customers list (service.md 4.6). */
export const CustomerList = z.array(record({ ...customer, deleted: z.literal(false), wallet }));

/** Answer of customer update (service.md 4.7). */
export const UpdatedCustomer = record(customer);

/** Answer of customer deletion (service.md 4.8). */
export const DeletedCustomer = record({ _id: text, deleted: z.literal(true) });

/** Answer of a login under the default settings; its shape is assumed (not shown: service.md 4.1). */
export const LoginAnswer = record({ accessToken: text });

/** See service.md 2.9. */
export const UnauthorizedError = record({ statusCode: z.literal(401), message: text });

/** See service.md 2.9; the values of `code` are assumed. */
export const ApiError = record({ statusCode: integer, ...all(text, 'path', 'code', 'message') });
