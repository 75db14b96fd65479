import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

export const KINDS = ['key', 'recent', 'off', 'batch'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether rows have names that outlive their execution. */
export const isNamed = (kind: Kind): boolean => kind === 'key' || kind === 'batch';

export const BATCH = '2026-11';

export interface Charge {
	customer: number;
	amount: number;
	currency: 'BRL' | 'USD';
}

export const chargeName = ({ customer, amount, currency }: Charge): string =>
	`${amount} ${currency} for ${DEMO_CUSTOMERS[customer].name.split(' ')[0]}`;

export const orderName = (index: number): string => String.fromCharCode(65 + index);
