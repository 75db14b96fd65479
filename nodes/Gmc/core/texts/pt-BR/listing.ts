import type { listing as en } from '../en/listing';
import { number } from './words';

/** Balance: Get Many. */
export const listing: typeof en = {
	customerUnreadable: ({ reason }) => `Não foi possível ler o filtro Customer: ${reason}`,
	chooseOrRemove: 'Escolha um cliente na lista, por ID ou por CPF/CNPJ, ou remova o filtro.',
	customerUnknown: ({ problem }) => `O cliente não foi encontrado: ${problem}`,
	correctCustomer:
		'Corrija o cliente, ou escolha um na lista. As recargas de um cliente excluído são encontradas pelo ID ou CPF/CNPJ que está nelas.',
	none: ({ name, initialDate, finalDate, status }) =>
		[
			`A GMC lista 0 recargas de ${name}`,
			...(initialDate ? [`desde ${initialDate}`] : []),
			...(finalDate ? [`até ${finalDate}`] : []),
			...(status ? [`com o status ${status}`] : []),
		].join(' '),
	noneOfMore: ({ customers }) => `… e 0 de mais ${number(customers)} clientes`,
	cut: ({ sent, total }) =>
		`A GMC conta ${number(total)} recargas neste período, mas enviou ${number(sent)}. Para ver as outras, preencha Initial Date e ligue Return All: o nó então consulta períodos menores.`,
	cutPeriods: ({ periods }) =>
		`A lista da GMC vem incompleta para ${periods.join(', ')}: faltam aqui recargas desse período. Consulte um período menor; se um único dia vem incompleto, peça à GMC a lista completa.`,
};
