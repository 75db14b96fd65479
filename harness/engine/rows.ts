import type { IDataObject } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';

export const [ana] = DEMO_CUSTOMERS;

/** A row of `balance: add` for Ana, with a key. */
export const row = (amount: number, more: IDataObject = {}): IDataObject => ({
	customer: ana.taxId,
	amount,
	key: `k${amount}`,
	...more,
});
