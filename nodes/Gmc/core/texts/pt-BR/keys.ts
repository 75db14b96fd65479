import type { keys as en } from '../en/keys';
import { number } from './words';

/** Idempotency Keys e o registro delas. */
export const keys: typeof en = {
	keyIs: ({ what }) => `a Idempotency Key é ${what}, não um texto ou um número`,
	mapKey: 'Use um campo que identifique a linha para sempre, como o número do pedido.',
	keyTooLong: ({ length, max }) =>
		`a Idempotency Key tem ${number(length)} caracteres; o máximo é ${number(max)}`,
	mapShorterKey:
		'Use um campo mais curto que identifique a linha para sempre, como o número do pedido.',
	keyInexact: ({ shown }) => `a Idempotency Key ${shown} é um número grande demais para ser exato`,
	giveKeyAsText: 'Dois números longos podem ter virado o mesmo. Informe a chave como texto.',
};
