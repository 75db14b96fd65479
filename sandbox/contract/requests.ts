import { DateTime } from 'luxon';
import { CURRENCIES, record } from '../model';
import { z } from 'zod';

/** Login of either address (service.md 5: the fields `email` and `senha`). */
export const LoginRequest = record({ email: z.string().min(1), senha: z.string().min(1) });

/** Body of issue (service.md 4.2). Assumed: an amount must be above 0; other fields are refused. */
export const IssueRequest = record({
	amount: z.number().finite().positive(),
	customerIdentifier: z.string().trim().min(1),
	currency: z.enum(CURRENCIES),
});

const customerFields = {
	// Assumed: the service does not verify check digits, but a tax ID has a digit or a letter.
	taxId: z.string().regex(/[0-9a-z]/i),
	name: z.string().trim().min(1),
	email: z.string().email(),
};

/** Body of customer creation (service.md 4.5). */
export const CreateCustomerRequest = record(customerFields);

/** Body of customer update (service.md 4.7). Assumed: taxId, name and email may change, at least one of them. */
export const UpdateCustomerRequest = z
	.object(customerFields)
	.partial()
	.strict()
	.refine((body) => Object.keys(body).length > 0, 'at least one field is needed');

const date = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be YYYY-MM-DD')
	.refine((text) => DateTime.fromISO(text).isValid, 'is no date');

/** Query of the list (service.md 4.3). Assumed: unknown parameters are ignored, a bad date is refused. */
export const ListQuery = z.object({ initialDate: date.optional(), finalDate: date.optional() });
