import type { rows as en } from '../en/rows';
import { tally } from '../words/wordsIn';
import { count, number } from './words';

/** O que se diz das linhas, em qualquer operação. */
export const rows: typeof en = {
	ofRow: ({ row, message }) => `Linha ${row}: ${message}`,
	nothingSent: ({ message }) => `${message}. Nada foi enviado`,
	failed: ({ failed, all }) =>
		`${number(failed)} de ${count(all, 'linha', 'linhas')} com erro; veja o motivo em "error" e "details" de cada item`,
	period: ({ first, last }) => {
		if (last === undefined) return `${first} em diante`;
		return first === last ? first : `${first} a ${last}`;
	},
	outcomes: (counts) =>
		tally(counts, {
			issued: (n) => count(n, 'creditada', 'creditadas'),
			skipped: (n) => count(n, 'já creditada antes', 'já creditadas antes'),
			rejected: (n) => count(n, 'recusada', 'recusadas'),
			unknown: (n) => `${number(n)} sem confirmação`,
			notAttempted: (n) => count(n, 'não enviada', 'não enviadas'),
		}),
	customers: (counts) =>
		`Clientes: ${tally(counts, {
			created: (n) => count(n, 'criado', 'criados'),
			updated: (n) => count(n, 'atualizado', 'atualizados'),
			unchanged: (n) => `${number(n)} sem mudança`,
		})}`,
};
