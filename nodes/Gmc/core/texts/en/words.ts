import { wordsIn } from '../words/wordsIn';

export const { number, count, money, amounts, list, time } = wordsIn({
	locale: 'en-US',
	useGrouping: false,
	and: 'and',
	dateTime: 'yyyy-MM-dd HH:mm:ss',
	money: (currency, plain) => `${plain} ${currency}`,
});
