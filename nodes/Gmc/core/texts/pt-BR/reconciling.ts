import type { reconciling as en } from '../en/reconciling';
import { tally } from '../words/wordsIn';
import { count, number } from './words';

/** Balance: Reconcile. */
export const reconciling: typeof en = {
	found: ({ all, ...counts }) => {
		const { onlyListed, ...ofRows } = counts;
		const told = tally(ofRows, {
			listed: (n) => count(n, 'listada', 'listadas'),
			paidBefore: (n) => count(n, 'paga antes', 'pagas antes'),
			uncertain: (n) => `${number(n)} em dúvida`,
			notListed: (n) => count(n, 'não listada', 'não listadas'),
			failed: (n) => `${number(n)} sem leitura`,
		});
		return `De ${count(all, 'linha', 'linhas')}: ${told}. ${count(onlyListed, 'recarga', 'recargas')} do período em nenhuma linha`;
	},
	listCut:
		'A lista da GMC deste período vem incompleta, mesmo para um único dia: uma linha que ela não mostra fica em dúvida. Consulte um período menor ou peça à GMC a lista completa.',
	contradicted: ({ rows }) =>
		`O nome (Idempotency Key ou lote) de ${count(rows, 'linha', 'linhas')} pagou outro cliente, valor ou moeda segundo o registro ou a lista da GMC, ou está também em outra linha. Só você pode dizer se ${rows === 1 ? 'ela foi paga' : 'elas foram pagas'}: consulte o registro e a GMC`,
	ofOtherNames: ({ rows }) =>
		`${count(rows, 'linha sem nome é igual', 'linhas sem nome são iguais')} ao que outra Idempotency Key ou outro lote pagou, ou pode ter pago: ${rows === 1 ? 'está' : 'estão'} em dúvida. Preencha Idempotency Key ou Batch Name se ${rows === 1 ? 'ela tiver' : 'elas tiverem'}`,
	equalOutside: ({ rows }) =>
		`${count(rows, 'linha não listada é igual a uma recarga', 'linhas não listadas são iguais a recargas')} dos dias em volta do período. Se ${rows === 1 ? 'for a mesma' : 'forem as mesmas'}, ajuste Since ou Until para que entre no período`,
	notAsked: ({ rows }) =>
		`A GMC não foi consultada sobre ${count(rows, 'linha paga antes', 'linhas pagas antes')}: não se sabe se a recarga falhou depois. Um Since anterior a inclui na lista`,
	ledgerMissing: ({ table }) =>
		`Este projeto não tem o registro (Data Table "${table}"), por isso não se sabe o que foi pago com um nome. Se as linhas foram pagas com outro registro, informe-o em Ledger Table`,
	ledgerUnread: ({ reason }) =>
		`Não foi possível consultar o registro, por isso todas as linhas ficam em dúvida: o que a GMC lista pode ter sido pago com outro nome. ${reason}`,
	periodEmpty: 'Since é posterior a Until',
	correctPeriod: 'Corrija Since ou Until em Options.',
};
