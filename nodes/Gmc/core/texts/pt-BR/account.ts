import type { account as en } from '../en/account';
import { count, number } from './words';

/** Os avisos de Account: Check. */
export const account: typeof en = {
	customersNotHad: ({ why }) => `Não foi possível listar os clientes: ${why}`,
	additionsNotHad: ({ why }) => `Não foi possível listar as recargas: ${why}`,
	sharedTaxIds: ({ all, shared }) => {
		const named = shared.map(({ taxId, ids }) => `${taxId} (${ids.join(', ')})`).join('; ');
		const more = all > shared.length ? `; e mais ${number(all - shared.length)}` : '';
		return `${count(all, 'CPF/CNPJ aparece', 'CPFs/CNPJs aparecem')} em mais de um cliente: ${named}${more}. Um cliente assim só pode ser escolhido por ID; uma linha com o CPF/CNPJ é recusada.`;
	},
	withoutTaxId: ({ customers }) =>
		`${count(customers, 'cliente não tem', 'clientes não têm')} CPF/CNPJ e só ${customers === 1 ? 'pode ser escolhido' : 'podem ser escolhidos'} por ID.`,
	noAdditions: ({ since }) =>
		`A GMC não lista nenhuma recarga desde ${since}: não deu para descobrir a ordem, os horários, os status nem se o Final Date conta. Rode de novo depois da primeira recarga.`,
	cut: ({ sent, total, periods }) => {
		const where = periods.length > 0 ? `, e também por partes, em ${periods.join(', ')}` : '';
		return `A lista de recargas da GMC vem incompleta: ${number(sent)} de ${number(total)}${where}. O que ela deixa de fora não pode ser comparado para evitar duplicidade, nem visto pelo trigger. Peça à GMC a lista completa.`;
	},
	cutInSilence: ({ concealed }) =>
		`A lista de recargas da GMC vem incompleta sem avisar: ${count(concealed, 'recarga aparece', 'recargas aparecem')} em uma parte do período e não na lista do período inteiro. Não dá para concluir nada do que ela não mostra, por isso nem Duplicate Protection nem Key Hold são confiáveis. Peça à GMC a lista completa.`,
	hadInParts: ({ sent, total }) =>
		`A lista de recargas da GMC vem incompleta: ${number(sent)} de ${number(total)}. Por partes ela vem inteira, e os nós já a consultam assim; Balance → Get Many não, por isso consulte períodos curtos.`,
	notCounted:
		'A GMC não diz quantas recargas existem, por isso não daria para distinguir uma lista incompleta de uma inteira.',
	timesWithoutZone: ({ timeZone }) =>
		`A GMC escreve horários sem fuso; eles são lidos no fuso do workflow, ${timeZone}. Se a GMC usa outro, escolha-o nas configurações do workflow.`,
	timesInTheFuture: ({ timeZone }) =>
		`Lida no fuso ${timeZone}, a recarga mais recente estaria no futuro: a GMC usa outro fuso.`,
	unreadableTimes:
		'A GMC escreve os horários das recargas em um formato que não dá para ler com certeza: elas ficam sem o horário em ISO, e Duplicate Protection considera todas recentes.',
	finalDateExclusive:
		'O Final Date não conta: o período termina antes desse dia. Para ver um dia inteiro, use como Final Date o dia seguinte.',
	daysNotHad: ({ why }) =>
		`Não foi possível verificar até o fim se o Final Date conta e se a lista está inteira: ${why}`,
	unknownStatuses: ({ statuses }) =>
		`Os nós não conhecem o status ${statuses.join(', ')}. Para eles, uma recarga assim ainda vai mudar: Addition Completed espera por COMPLETED.`,
	withoutStatus: ({ additions }) =>
		`${count(additions, 'recarga está', 'recargas estão')} sem status: não dá para saber se o dinheiro saiu.`,
	clock: ({ seconds }) =>
		`O relógio da GMC está ${count(Math.abs(seconds), 'segundo', 'segundos')} ${seconds > 0 ? 'adiantado' : 'atrasado'} em relação ao do n8n.`,
	tokenPathUnknown:
		'Ainda não se sabe onde está o token na resposta do login: o token em uso é anterior a esta versão do nó. O próximo login vai mostrar.',
};
