import type { AdminAddition } from '../../sandbox/http/views';
import type { Guest } from '../n8n/harness';

/** The additions that n8n made, the smallest amount first: several may be on their way at once. */
export async function issued({ sandbox }: Guest): Promise<AdminAddition[]> {
	const additions = await sandbox.admin.additions();
	return additions
		.filter(({ source }) => source === 'api')
		.sort((one, other) => one.amount - other.amount);
}

/** The same as customer, amount and currency. */
export async function charged(e2e: Guest): Promise<Array<[string, number, string]>> {
	const additions = await issued(e2e);
	return additions.map(({ customerId, amount, currency }) => [customerId, amount, currency]);
}
