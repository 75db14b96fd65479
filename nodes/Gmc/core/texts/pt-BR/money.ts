import type { money as en } from '../en/money';
import { list, money as sum, number } from './words';

/** Valores, moedas, limites. */
export const money: typeof en = {
	amountEmpty: 'o valor está vazio',
	giveAmount:
		'Preencha o valor desta linha, por exemplo 10,50. Uma fórmula ou um filtro pode ter deixado a célula vazia.',
	amountNoNumber: 'o valor não é um número',
	amountIs: ({ what }) => `o valor é ${what}, não um número`,
	mapAmount: 'Use um campo que contenha um número ou um texto como 10,50.',
	amountNotPositive: 'o valor precisa ser maior que zero',
	writePositive:
		'A GMC só credita saldo. Corrija o valor, ou filtre as linhas sem valor antes deste nó.',
	otherCurrency: ({ shown, mark, currency }) =>
		`o valor ${shown} está escrito em ${mark}, mas a moeda é ${currency}`,
	agreeCurrency: 'Deixe Currency igual à moeda do valor, ou corrija o valor.',
	noAmount: ({ shown }) => `${shown} não é um valor`,
	writeAmount:
		'Escreva como 10.50 ou 1.234,50, ou escolha Decimal Point (ponto) ou Decimal Comma (vírgula) em Options → Amount Format.',
	amountAmbiguous: ({ shown }) =>
		`o valor ${shown} pode ser lido de duas formas (milhar ou decimal)`,
	chooseFormat:
		'Escolha Decimal Point (ponto) ou Decimal Comma (vírgula) em Options → Amount Format, ou escreva como 10.50 ou 1.234,50.',
	tooManyDigits: ({ max }) =>
		`o valor tem mais de ${number(max)} dígitos e seria arredondado; arredonde antes deste nó`,
	roundAmount:
		'Pode ser resto de uma conta, como 0,1 + 0,2. Arredonde para centavos antes deste nó.',
	currencyEmpty: 'a moeda está vazia',
	currencyUnknown: ({ shown }) => `a moeda ${shown} não existe na GMC`,
	useCurrency: ({ currencies }) => `Use uma destas: ${currencies.join(', ')}.`,
	aboveMaxAmount: ({ amount, currency, max }) =>
		`o valor ${sum(amount, currency)} passa do limite por linha (Maximum Amount), que é ${number(max)}`,
	raiseMaxAmount: 'Corrija a linha, ou aumente Maximum Amount.',
	aboveMaxTotal: ({ max, currencies }) =>
		`a soma das linhas passa do limite total (Maximum Total) de ${number(max)} ${list(currencies)}, por isso nada desta execução é enviado`,
	raiseMaxTotal: 'Divida a planilha, ou aumente Maximum Total.',
};
