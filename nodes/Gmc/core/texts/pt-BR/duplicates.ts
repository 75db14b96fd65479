import type { duplicates as en } from '../en/duplicates';
import { count, list, money, number, time } from './words';

const TWO_WAYS =
	'Se esta linha é outra recarga, dê a ela uma Idempotency Key, como o número do pedido: ela diferencia recargas iguais. Ou escolha Off em Options → Duplicate Protection, e ela é enviada, não importa o que foi enviado antes.';

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
	heldInDoubt: ({ at }) =>
		`uma execução anterior enviou esta linha em ${time(at)} e não recebeu a resposta; não se sabe se foi paga`,
	notAllCompared:
		'A lista de recargas da GMC não veio inteira, por isso nem todas as linhas puderam ser comparadas com as recargas dos últimos 15 minutos. Uma Idempotency Key protege as linhas sem depender dessa lista.',
	notAllRead: ({ id }) =>
		`A GMC lista recargas dos últimos 15 minutos que não dá para ler, como ${id}, por isso não dá para saber se uma linha é igual a alguma delas. Uma Idempotency Key protege as linhas sem depender dessa lista.`,
	notAllIdentified:
		'Não foi possível obter a lista de clientes da GMC, por isso não foi reconhecida uma recarga dos últimos 15 minutos que identifica o cliente de um jeito diferente do da linha. Uma Idempotency Key protege as linhas sem depender dessa lista.',
	listCut:
		'A lista de recargas da GMC vem incompleta, por isso Duplicate Protection não sabe o que já foi creditado',
	compareYourself:
		'Um único dia tem mais recargas do que a GMC lista. Compare a planilha com a GMC manualmente e envie o que falta com Duplicate Protection desligado (Off).',
	customerUnknown: ({ reason }) =>
		`Duplicate Protection não sabe o que este cliente já recebeu: ${reason}`,
	correctOrOff:
		'Corrija o cliente. Para enviar sem esta conferência, escolha Off em Options → Duplicate Protection.',
	unreadable: ({ id }) =>
		`A GMC lista a recarga ${id}, que pode ser a desta linha mas não pode ser lida; por isso Duplicate Protection não sabe se a linha já foi creditada`,
	lookOrOff:
		'Confira com Balance → Get. Se for outra recarga, envie esta linha com Off em Options → Duplicate Protection.',
	maybeOfEqual:
		'A GMC lista uma recarga como esta linha, que pode ser a de outra linha igual, ainda sem confirmação',
	runAgain:
		'Execute o workflow de novo: quando a linha sem confirmação for resolvida, esta também será.',
	maybeOfKey: ({ id }) =>
		`A GMC lista a recarga ${id}, igual à desta linha, que pode ter sido paga com outra Idempotency Key`,
	settleKey: ({ table }) =>
		`Não se sabe o que houve com essa chave. Procure a recarga na Data Table "${table}" e execute de novo a linha com a chave dela, ou mude ali o outcome para issued ou rejected; depois execute esta linha de novo.`,
	beyondRows: ({ named, more }) => {
		const some = named.map((one) => `${money(one.amount, one.currency)} para ${one.name}`);
		const others = more > 0 ? [`mais ${count(more, 'recarga', 'recargas')}`] : [];
		return `Além do que está nestas linhas, a GMC lista ${list([...some, ...others])}. Se você corrigiu um valor, a linha dele é um segundo pagamento, e o primeiro continua valendo.`;
	},
	turnTooLong:
		'outra execução nesta conta está enviando há muito tempo, e esta não veria o que ela envia',
	runLater:
		'Nada foi enviado. Execute de novo quando a outra terminar. Execuções com Idempotency Key em todas as linhas não esperam umas pelas outras.',
	aboveMaxPerDay: ({ max, currencies }) =>
		`somadas ao que já foi creditado hoje, estas linhas passam do limite do dia (Maximum per Day) de ${number(max)} ${list(currencies)}, por isso nenhuma delas é enviada`,
	waitOrRaise: 'Envie menos linhas, espere até amanhã ou aumente Maximum per Day.',
	dayUntold: {
		listCut:
			'Não dá para garantir Maximum per Day, porque a lista de recargas da GMC vem incompleta',
		unreadable: ({ id }) =>
			`Não dá para garantir Maximum per Day, porque não dá para ler o valor da recarga ${id}`,
	},
	dropMaxPerDay: 'Para enviar sem este limite, remova Maximum per Day de Options.',
};
