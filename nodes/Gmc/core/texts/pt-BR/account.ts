import type { account as en } from '../en/account';
import { count, list, number } from './words';

/** O resumo de Account: Check, e seus avisos. */
export const account: typeof en = {
	allIsWell: ({ facts }) => `Tudo certo: ${facts}.`,
	lookAtThis: ({ what, others, facts }) => {
		const more = others > 0 ? ` (e ${count(others, 'outro aviso', 'outros avisos')})` : '';
		return `Veja isto: ${what}${more}; ${facts}.`;
	},
	customers: ({ customers }) => count(customers, 'cliente', 'clientes'),
	additions: ({ additions, since }) => `${count(additions, 'recarga', 'recargas')} desde ${since}`,
	lateness: ({ seconds }) =>
		`a lista já mostra uma recarga de ${count(seconds, 'segundo', 'segundos')} atrás, portanto não atrasou mais que isso`,
	latenessUnknown:
		'não se sabe quanto a lista pode atrasar, e o Hold depende disso: execute logo depois de uma recarga para descobrir',
	originUnchecked: 'a Origin não foi conferida, a primeira recarga faz isso',
	because: ({ message, description }) => [message, description].filter(Boolean).join('. '),
	customersNotHad: ({ why }) => `Não foi possível listar os clientes: ${why}`,
	additionsNotHad: ({ why }) => `Não foi possível listar as recargas: ${why}`,
	sharedTaxIds: ({ all, named }) => {
		const holders = named.map(({ taxId, ids }) => `${taxId} (${ids.join(', ')})`).join('; ');
		const more = all > named.length ? `; e mais ${number(all - named.length)}` : '';
		return `${count(all, 'CPF/CNPJ aparece', 'CPFs/CNPJs aparecem')} em mais de um cliente: ${holders}${more}. Nesse caso o cliente só pode ser escolhido por ID; uma linha com o CPF/CNPJ é recusada.`;
	},
	withoutTaxId: ({ customers }) =>
		`${count(customers, 'cliente não tem CPF/CNPJ e só pode ser escolhido', 'clientes não têm CPF/CNPJ e só podem ser escolhidos')} por ID.`,
	noAdditions: ({ since }) =>
		`A GMC não lista nenhuma recarga desde ${since}: não foi possível descobrir a ordem, os horários, os status nem se o dia da Final Date entra no período. Execute de novo depois da primeira recarga.`,
	cut: ({ sent, total, periods }) => {
		const where = periods.length > 0 ? `, mesmo consultada por partes em ${list(periods)}` : '';
		return `A lista de recargas da GMC vem incompleta: ${number(sent)} de ${number(total)}${where}. O que fica de fora não é visto nem por Duplicate Protection nem pelo trigger. Peça à GMC uma lista completa.`;
	},
	cutInSilence: ({ concealed }) =>
		`A lista de recargas da GMC vem incompleta sem que ela avise: ${count(concealed, 'recarga aparece', 'recargas aparecem')} ao consultar uma parte do período, mas não ao consultar o período inteiro. O que ela não mostra não prova nada, por isso não dá para confiar em Duplicate Protection nem em Hold. Peça à GMC uma lista completa.`,
	hadInParts: ({ sent, total }) =>
		`A lista de recargas da GMC vem incompleta: ${number(sent)} de ${number(total)}. Consultada por partes, ela vem inteira, e os nós fazem isso sozinhos; Balance → Get Many não faz, por isso consulte períodos curtos.`,
	notCounted:
		'A GMC não diz quantas recargas existem, por isso não dá para saber se a lista veio inteira.',
	timesWithoutZone: ({ timeZone }) =>
		`A GMC escreve os horários sem fuso; eles são lidos no fuso do workflow, ${timeZone}. Se a GMC usa outro, escolha-o nas configurações do workflow.`,
	timesInTheFuture: ({ timeZone }) =>
		`Lida no fuso ${timeZone}, a recarga mais recente teria sido feita no futuro: a GMC usa outro fuso.`,
	unreadableTimes:
		'A GMC escreve os horários das recargas em um formato que não dá para ler com certeza: eles saem sem a forma ISO, e Duplicate Protection trata cada uma dessas recargas como recente.',
	finalDateExclusive:
		'O dia da Final Date não entra no período: ele termina antes. Para ver um dia inteiro, informe o dia seguinte como Final Date.',
	daysNotHad: ({ why }) =>
		`Não foi possível verificar até o fim se o dia da Final Date entra no período nem se a lista vem inteira: ${why}`,
	unknownStatuses: ({ counts }) => {
		const named = Object.entries(counts).map(([status, all]) => `${status} (${number(all)})`);
		return `Os nós não conhecem o status ${list(named)}. Para eles, uma recarga assim ainda não terminou: Addition Completed espera por COMPLETED.`;
	},
	withoutStatus: ({ additions }) =>
		`${count(additions, 'recarga não tem', 'recargas não têm')} status: não dá para saber se o dinheiro saiu.`,
	clockAhead: ({ seconds }) =>
		`O relógio da GMC está ${count(seconds, 'segundo adiantado', 'segundos adiantado')} em relação ao do n8n.`,
	clockBehind: ({ seconds }) =>
		`O relógio da GMC está ${count(seconds, 'segundo atrasado', 'segundos atrasado')} em relação ao do n8n.`,
	tokenPathUnknown:
		'Não se sabe onde o token está na resposta do login: o token em uso é anterior a esta versão do nó. O próximo login vai mostrar.',
};
