/** Currencies an addition may be issued in (service.md 4.2). */
export const CURRENCIES = ['BRL', 'USDT', 'GMC', 'USD'] as const;

export type Currency = (typeof CURRENCIES)[number];

/** Upper- and lower-case and blanks around do not matter; anything else than the four is undefined. */
export function readCurrency(raw: unknown): Currency | undefined {
	if (typeof raw !== 'string') return undefined;
	const text = raw.trim().toUpperCase();
	return CURRENCIES.find((currency) => currency === text);
}
