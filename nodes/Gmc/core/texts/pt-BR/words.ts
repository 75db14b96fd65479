import { wordsIn } from '../words/wordsIn';

export const { number, count, money, amounts, list, time } = wordsIn({
	locale: 'pt-BR',
	useGrouping: true,
	and: 'e',
	dateTime: 'dd/MM/yyyy HH:mm:ss',
	money: (currency, plain, cents) => (currency === 'BRL' ? `R$ ${cents}` : `${plain} ${currency}`),
});
