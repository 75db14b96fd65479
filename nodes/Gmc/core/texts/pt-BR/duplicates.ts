import type { duplicates as en } from '../en/duplicates';
import { amounts, money, number, time } from './words';

const TWO_WAYS =
	'Se esta linha é outra recarga, escolha em Duplicate Protection Idempotency Key, com um número como o do pedido, ou Batch: eles diferenciam recargas iguais. Ou escolha Off, e ela é enviada, não importa o que foi enviado antes.';

/** Duplicate Protection e o limite do dia. */
export const duplicates: typeof en = {
	thisCustomer: 'Este cliente',
	suspected: ({ name, amount, currency, additionId, at }) => {
		const when = at === undefined ? 'há pouco' : `em ${time(at)}`;
		return `${name} recebeu ${money(amount, currency)} ${when} (recarga ${additionId}), por isso a linha parece a mesma recarga enviada duas vezes`;
	},
	twoWays: `Se é a mesma recarga, não há nada a fazer. ${TWO_WAYS}`,
	equalInDoubt: ({ amount, currency, at }) =>
		`${money(amount, currency)} foi enviado para este cliente em ${time(at)}, e não se sabe se foi pago`,
	settleEqual: ({ table }) =>
		`Procure a recarga com Balance → Get Many e mude o outcome da linha dela na Data Table "${table}" para issued ou rejected. ${TWO_WAYS}`,
	notAllCompared: ({ minutes }) =>
		`A lista de recargas da GMC não veio inteira, por isso nem todas as linhas puderam ser comparadas com as recargas dos últimos ${minutes} minutos. Idempotency Keys e lotes (Batch) protegem as linhas sem depender dessa lista.`,
	notAllRead: ({ id, minutes }) =>
		`A GMC lista recargas dos últimos ${minutes} minutos que não dá para ler, como ${id}, por isso não dá para saber se uma linha é igual a alguma delas. Idempotency Keys e lotes (Batch) protegem as linhas sem depender dessa lista.`,
	notAllIdentified: ({ minutes }) =>
		`Não foi possível obter a lista de clientes da GMC, por isso não foi reconhecida uma recarga dos últimos ${minutes} minutos que identifica o cliente de um jeito diferente do da linha. Idempotency Keys e lotes (Batch) protegem as linhas sem depender dessa lista.`,
	turnTooLong:
		'outra execução nesta conta está enviando há muito tempo, e esta não veria o que ela envia',
	runLater:
		'Nada foi enviado. Execute de novo quando a outra terminar. Execuções com Idempotency Keys ou de um lote não esperam umas pelas outras.',
	aboveMaxPerDay: ({ max, rows, today }) =>
		`estas linhas (${amounts(rows)}) e o que já foi creditado hoje (${amounts(today)}) passam juntos do limite do dia (Maximum per Day) de ${number(max)}, por isso nenhuma delas é enviada`,
	waitOrRaise: 'Envie menos linhas, espere até amanhã ou aumente Maximum per Day.',
	dayUntold: {
		listCut:
			'Não dá para garantir Maximum per Day, porque a lista de recargas da GMC vem incompleta',
		unreadable: ({ id }) =>
			`Não dá para garantir Maximum per Day, porque não dá para ler o valor da recarga ${id}`,
		entry: ({ table, id }) =>
			`Não dá para garantir Maximum per Day, porque não foi possível ler a linha ${id} do registro (Data Table "${table}"): o valor ou a moeda`,
	},
	dropMaxPerDay: 'Para enviar sem este limite, remova Maximum per Day de Options.',
};
