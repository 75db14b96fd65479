import type { listing as en } from '../en/listing';
import { number } from './words';

/** Balance: Get Many. */
export const listing: typeof en = {
	noCustomer:
		'Corrija o cliente, ou escolha um na lista. Recargas de um cliente excluído são encontradas pelo ID ou CPF/CNPJ que aparece nelas.',
	noAdditions: ({ name, initialDate, finalDate, status }) =>
		[
			`A GMC lista 0 recargas de ${name}`,
			initialDate && `desde ${initialDate}`,
			finalDate && `até ${finalDate}`,
			status && `com o status ${status}`,
		]
			.filter(Boolean)
			.join(' '),
	moreWithout: ({ customers }) => `… e 0 de mais ${number(customers)} clientes`,
	cut: ({ total, sent }) =>
		`A GMC conta ${number(total)} recargas neste período, mas enviou ${number(sent)}. Consulte um período mais curto para ver as outras.`,
};
