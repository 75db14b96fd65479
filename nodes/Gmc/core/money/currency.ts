/** The currencies of additions (service.md 4.2). */
export const CURRENCIES = ['BRL', 'USDT', 'GMC', 'USD'] as const;

export type Currency = (typeof CURRENCIES)[number];

/** Ignores case and blanks around. @returns undefined for any other currency */
export function readCurrency(raw: unknown): Currency | undefined {
	if (typeof raw !== 'string') return undefined;
	const text = raw.trim().toUpperCase();
	return CURRENCIES.find((currency) => currency === text);
}
