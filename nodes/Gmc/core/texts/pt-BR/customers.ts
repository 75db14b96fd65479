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
	checkNewTaxId:
		'A GMC nunca apaga um cliente de verdade, por isso o CPF/CNPJ é conferido antes do cadastro. Corrija-o, a planilha pode ter removido os zeros à esquerda; para outro tipo de documento, escolha As Is em Options → Tax ID Format.',
	empty: 'o cliente está vazio',
	mode: 'o cliente não foi escolhido nem na lista, nem por ID, nem por CPF/CNPJ',
	is: ({ what }) => `o cliente é ${what}, não um texto`,
	giveInRow: 'Informe nesta linha um cliente por ID ou por CPF/CNPJ.',
	choose: 'Escolha um cliente na lista, por ID ou por CPF/CNPJ.',
	noneHasTaxId: ({ shown, size }) =>
		`nenhum dos ${number(size)} clientes ativos tem o CPF/CNPJ ${shown}`,
	noneHasId: ({ id, size }) => `nenhum dos ${number(size)} clientes ativos tem o ID ${id}`,
	shareTaxId: ({ ids }) =>
		`${number(ids.length)} clientes têm este CPF/CNPJ (${ids.join(', ')}); escolha um por ID`,
	creationUnknown:
		'uma tentativa anterior enviou esta linha e não recebeu a resposta; não se sabe se o cliente foi criado',
	lookBeforeCreating: ({ candidates }) =>
		`A lista mostra ${count(candidates, 'cliente que pode ser ele', 'clientes que podem ser ele')}. Confira com Customer → Get Many antes de criar outro.`,
	notFound: ({ reason }) => `Cliente não encontrado: ${reason}`,
	chooseOrCreate: 'Ele pode ter sido excluído. Escolha um na lista, ou crie-o antes.',
	severalHaveTaxId: ({ ids }) =>
		`${number(ids.length)} clientes têm este CPF/CNPJ (${ids.join(', ')})`,
	deleteExtra: 'Exclua os repetidos, ou use Update com o ID do cliente certo.',
	nothingToChange: 'Não há nada para alterar: Update Fields está vazio',
	addField: 'Inclua pelo menos um entre Tax ID, Name e Email em Update Fields.',
	lost: {
		created:
			'Esta execução foi interrompida, e o n8n já não sabe o que ela tinha criado. Nada foi criado agora',
		changed:
			'Esta execução foi interrompida, e o n8n já não sabe o que ela tinha alterado. Nada foi alterado agora',
		deleted:
			'Esta execução foi interrompida, e o n8n já não sabe o que ela tinha excluído. Nada foi excluído agora',
	},
	createAnew:
		'Execute as linhas de novo com Customer → Create or Update, quando a lista de clientes da GMC estiver atualizada: quem está nela não é criado outra vez.',
	chooseAnew:
		'O CPF/CNPJ pode ser de outro cliente agora. Confira com Customer → Get e escolha o cliente por ID em uma nova execução.',
	afterUnknown: ({ row }) =>
		`não enviada, porque não se sabe o resultado da linha ${row}, que tem o mesmo CPF/CNPJ`,
	lookThenRun: 'Confira o cliente com Customer → Get e execute esta linha de novo.',
	turnTooLong:
		'outra execução nesta conta está cadastrando clientes há muito tempo, e este pode estar entre eles',
	runLater: 'Execute esta linha de novo quando a outra execução terminar.',
};
