import type { customers as en } from '../en/customers';
import { count, number } from './words';

/** Clientes e seus CPFs ou CNPJs. */
export const customers: typeof en = {
	taxIdEmpty: 'o CPF/CNPJ está vazio',
	taxIdIs: ({ what }) => `o CPF/CNPJ é ${what}, não um texto`,
	taxIdWrong: ({ shown }) =>
		`o documento ${shown} não é um CPF nem um CNPJ válido: os dígitos verificadores não conferem`,
	checkTaxId:
		'A planilha pode ter removido os zeros à esquerda: formate a coluna como texto, ou corrija o número.',
	empty: 'o cliente está vazio',
	mode: 'o cliente não foi escolhido na lista, nem por ID, nem por CPF/CNPJ',
	is: ({ what }) => `o cliente é ${what}, não um texto`,
	giveInRow: 'Informe nesta linha um cliente por ID ou por CPF/CNPJ.',
	choose: 'Escolha um cliente na lista, por ID ou por CPF/CNPJ.',
	filterUnreadable: ({ reason }) => `Não foi possível ler Customer ID or Tax ID: ${reason}`,
	correctFilter: 'Informe um cliente por ID ou por CPF/CNPJ, ou deixe vazio.',
	noneHasTaxId: ({ shown, size }) =>
		`nenhum dos ${number(size)} clientes ativos tem o CPF/CNPJ ${shown}`,
	noneHasId: ({ id, size }) => `nenhum dos ${number(size)} clientes ativos tem o ID ${id}`,
	shareTaxId: ({ ids }) =>
		`${number(ids.length)} clientes têm este CPF/CNPJ (${ids.join(', ')}); escolha um por ID`,
	creationUnknown:
		'uma tentativa anterior enviou esta linha e não recebeu a resposta; não se sabe se o cliente foi criado',
	lookBeforeCreating: ({ candidates }) =>
		`A lista mostra ${count(candidates, 'cliente que pode ser ele', 'clientes que podem ser ele')}. Confira com Customer → Get Many antes de criar outro.`,
};
