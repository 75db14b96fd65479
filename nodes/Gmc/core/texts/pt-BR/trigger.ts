import type { trigger as en } from '../en/trigger';
import { count } from './words';

/** GMC Trigger. */
export const trigger: typeof en = {
	correctSetting: 'Corrija no GMC Trigger.',
	customerNotFound: ({ reason }) => `O cliente a acompanhar não foi encontrado: ${reason}`,
	correctCustomer: 'Corrija Customer em Options do GMC Trigger.',
	noSample: ({ days }) =>
		`Não há recarga com este evento ${days === 1 ? 'no último dia' : `nos últimos ${count(days, 'dia', 'dias')}`}`,
	widenLookBack:
		'Escolha outro evento, aumente Look Back (Days) ou remova filtros em Options. Uma recarga que chegar depois inicia o workflow mesmo assim.',
	listCut: ({ periods }) =>
		`A lista de recargas da GMC vem incompleta para ${periods.join(', ')}: recargas desse período podem passar despercebidas`,
	askForWholeList:
		'A GMC conta mais recargas do que envia, mesmo para um único dia. O trigger continua com as que ela envia; este aviso aparece uma vez por dia. Peça à GMC a lista completa e compare esse período com Balance → Get Many.',
	clocksApart: ({ days, isAhead }) =>
		`Desde a última consulta, o relógio do n8n ${isAhead ? 'adiantou' : 'atrasou'} cerca de ${count(days, 'dia', 'dias')} em relação ao da GMC`,
	staysWhole:
		'Nenhuma recarga se perde nem é avisada duas vezes por isso: o trigger se guia pelo relógio que estiver atrasado. Faça a máquina do n8n acertar o relógio por um servidor de horário. Este aviso aparece uma vez por salto.',
	clockBack: ({ days, isService }) =>
		`Desde a última consulta, o relógio ${isService ? 'da GMC' : 'do n8n'} voltou cerca de ${count(days, 'dia', 'dias')}`,
	compareLists:
		'Se for mais do que Look Back (Days), recargas feitas enquanto o relógio estava adiantado, ou desde a última consulta, podem ter sido tomadas por conhecidas: compare esse período com Balance → Get Many. Este aviso aparece uma vez por salto.',
};
