import type { values as en } from '../en/values';
import { number } from './words';

/** Valores de campos e opções. */
export const values: typeof en = {
	kinds: {
		list: 'uma lista',
		boolean: 'um valor verdadeiro/falso (boolean)',
		object: 'um objeto',
		number: 'um número',
		other: 'um valor de outro tipo',
	},
	mustBe: ({ label, shown, wanted }) =>
		shown === undefined
			? `${label} está sem valor; precisa ser ${wanted}`
			: `${label} está como ${shown}, mas precisa ser ${wanted}`,
	setTo: ({ label, wanted }) => `Preencha ${label} com ${wanted}.`,
	setOrLeaveOut: ({ label, wanted }) =>
		`Preencha ${label} com ${wanted}, ou remova a opção para usar o padrão.`,
	oneOf: ({ values: all }) => `um destes valores: ${all.join(', ')}`,
	trueOrFalse: 'true ou false',
	aboveZero: ({ max }) =>
		`um número maior que zero${max === undefined ? '' : `, até ${number(max)}`}`,
	fromZero: ({ max }) =>
		`um número a partir de zero${max === undefined ? '' : `, até ${number(max)}`}`,
	whole: ({ min, max }) =>
		`um número inteiro ${max === undefined ? `a partir de ${number(min)}` : `de ${number(min)} a ${number(max)}`}`,
	text: 'um texto',
	dateTime: 'uma data com hora',
	shortened: ({ shown }) =>
		`${shown} é o que o Excel faz com um número longo, como um CNPJ: os últimos dígitos se perderam`,
	giveInFull:
		'Formate a coluna como texto, escreva o número inteiro de novo e salve a planilha outra vez. Um arquivo do Excel (.xlsx) guarda 15 dígitos de um número, e todos em uma coluna formatada como texto.',
	names: {
		additionId: 'O ID da recarga',
		name: 'O nome',
		email: 'O e-mail',
	},
	empty: ({ name }) => `${name} está vazio`,
	noText: ({ name, what }) => `${name} é ${what}, não um texto`,
	tooLong: ({ name }) => `${name} é longo demais`,
	idTooLong: 'o ID é longo demais',
	noId: ({ shown }) => `${shown} não é um ID da GMC`,
	noEmail: 'O e-mail não é um endereço de e-mail',
	writeEmail: 'Escreva como nome@empresa.com.br.',
	noDate: ({ name }) => `${name} não é uma data`,
	writeDate: 'Escreva como 2026-11-20 ou 2026-11-20T15:00:00Z.',
};
