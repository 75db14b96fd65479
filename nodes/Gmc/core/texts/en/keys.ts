import { number } from './words';

/** Idempotency Keys and their ledger. */
export const keys = {
	keyIs: ({ what }: { what: string }) => `the Idempotency Key is ${what}, not a text or a number`,
	mapKey: 'Map one field that names the row for good, such as its order number.',
	keyTooLong: ({ length, max }: { length: number; max: number }) =>
		`the Idempotency Key has ${number(length)} characters; ${number(max)} are allowed`,
	mapShorterKey: 'Map a shorter field that names the row for good, such as its order number.',
	keyInexact: ({ shown }: { shown: string }) =>
		`the Idempotency Key ${shown} is a number too large to be exact`,
	giveKeyAsText: 'Two long numbers may have become the same one. Give the key as text.',
};
