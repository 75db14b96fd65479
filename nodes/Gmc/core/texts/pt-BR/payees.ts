import type { payees as en } from '../en/payees';
import { count, list, number } from './words';

/** Expected Name de Balance: Add. */
export const payees: typeof en = {
	mismatch: ({ expected, name }) =>
		name
			? `o nome esperado é "${expected}", mas na GMC o cliente é "${name}"`
			: `o nome esperado é "${expected}", mas na GMC o cliente não tem nome`,
	correct:
		'Confira de quem é o ID ou o CPF/CNPJ da linha. Se o cliente é esse mesmo, corrija o nome na linha, ou na GMC com Customer → Update.',
	findFirst:
		'Corrija o cliente ou crie-o antes: quem a GMC não conhece não pode ser comparado com Expected Name.',
	close: ({ close, all }) =>
		`Em ${number(close)} de ${count(all, 'linha', 'linhas')}, o nome na GMC é parecido com o esperado, mas não igual.`,
	paidOthers: ({ others, all }) =>
		`Em ${number(others)} de ${count(all, 'linha', 'linhas')}, já pagas, o cliente tem na GMC um nome diferente do esperado.`,
	named: ({ some, more }) =>
		`${list([
			...some.map(({ row, expected, name }) => `"${expected}" é "${name}" na linha ${number(row)}`),
			...(more > 0 ? [`mais ${number(more)}`] : []),
		])}.`,
	notChecked: ({ numbers }) =>
		numbers === undefined
			? 'Expected Name está vazio em todas as linhas, por isso nenhum nome foi comparado.'
			: `Expected Name está vazio nestas linhas, por isso os nomes delas não foram comparados: ${numbers}.`,
};
