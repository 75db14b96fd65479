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
};
