import type { AdminAddition } from '../../sandbox/http/views';
import type { TestBed } from '../n8n/test-bed';

/** The additions that n8n made, the smallest amount first: several may be on their way at once. */
export async function issued({ sandbox }: TestBed): Promise<AdminAddition[]> {
	const additions = await sandbox.admin.additions();
	return additions
		.filter(({ source }) => source === 'api')
		.sort((one, other) => one.amount - other.amount);
}

/** The same as customer, amount and currency. */
export async function charged(e2e: TestBed): Promise<Array<[string, number, string]>> {
	const additions = await issued(e2e);
	return additions.map(({ customerId, amount, currency }) => [customerId, amount, currency]);
}
