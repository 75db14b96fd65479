import * as english from '../../../../nodes/Gmc/core/texts/en/words';
import { en } from '../../../../nodes/Gmc/core/texts/en';
import { textsIn } from '../../../../nodes/Gmc/core/texts/languages';
import type { Texts } from '../../../../nodes/Gmc/core/texts/message';
import * as portuguese from '../../../../nodes/Gmc/core/texts/pt-BR/words';
import { ptBR } from '../../../../nodes/Gmc/core/texts/pt-BR';

test.each<[unknown, Texts]>([
	['en', en],
	['pt-BR', ptBR],
	...[undefined, '', 'pt', 'PT-BR', 7, null, 'constructor'].map((value): [unknown, Texts] => [
		value,
		en,
	]),
])('the language %p of a credential', (language, texts) => {
	expect(textsIn(language)).toBe(texts);
});

test('amounts', () => {
	const amounts: Array<[amount: number, currency: string]> = [
		[1234.5, 'BRL'],
		[0.005, 'BRL'],
		[10, 'USDT'],
	];
	const told = (money: typeof english.money) => amounts.map((amount) => money(...amount));
	expect(told(english.money)).toEqual(['1234.5 BRL', '0.005 BRL', '10 USDT']);
	expect(told(portuguese.money)).toEqual(['R$ 1.234,50', 'R$ 0,005', '10 USDT']);
});

test('lists and counts', () => {
	expect(['', 'a', 'a,b', 'a,b,c'].map((all) => english.list(all.split(',')))).toEqual([
		'',
		'a',
		'a and b',
		'a, b and c',
	]);
	expect(portuguese.list(['a', 'b', 'c'])).toBe('a, b e c');
	expect([0, 1, 2000].map((value) => english.count(value, 'row', 'rows'))).toEqual([
		'0 rows',
		'1 row',
		'2000 rows',
	]);
	expect(portuguese.count(2000, 'linha', 'linhas')).toBe('2.000 linhas');
});

test("times are by the workflow's clock", () => {
	const moment = { millis: Date.UTC(2026, 10, 21, 2, 5, 9), timeZone: 'America/Sao_Paulo' };
	expect(english.time(moment)).toBe('2026-11-20 23:05:09');
	expect(portuguese.time(moment)).toBe('20/11/2026 23:05:09');
});
