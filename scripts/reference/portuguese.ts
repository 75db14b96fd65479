/**
 * What the descriptions of the nodes and of the credential say, in the Portuguese of the reference, by what they say in
 * English: one that is changed lacks its Portuguese, and the script says so.
 */
export const PORTUGUESE: Record<string, string> = {
	// Operations
	'Find out how this GMC behaves, and what to watch out for. Only reads; changes nothing.':
		'Descobre como a sua GMC se comporta e em que prestar atenção. Só lê; não muda nada.',
	"Top up a customer's wallet: issue a balance addition":
		'Credita saldo na carteira de um cliente: faz uma recarga',
	'Retrieve a balance addition by its ID': 'Consulta uma recarga pelo ID',
	'Retrieve a list of balance additions': 'Lista recargas',
	'Create a new customer': 'Cria um cliente',
	'Create a new record, or update the current one if it already exists (upsert)':
		'Cria o cliente ou, se ele já existe, atualiza o cadastro (upsert)',
	'Delete a customer permanently': 'Exclui um cliente em definitivo',
	'Retrieve a customer': 'Consulta um cliente',
	'Retrieve a list of customers': 'Lista clientes',
	'Change the name, e-mail or tax ID of a customer':
		'Muda o nome, o e-mail ou o CPF/CNPJ de um cliente',

	// Credential
	'Address of the GMC service, including /api': 'Endereço do serviço da GMC, com /api',
	'E-mail of the access of type INTEGRATION': 'E-mail do acesso do tipo INTEGRATION',
	'First half of the integration key; it must belong to the same user as the e-mail':
		'Primeira metade da chave de integração; precisa ser do mesmo usuário do e-mail',
	'Second half of the integration key': 'Segunda metade da chave de integração',
	'The domain that was released for your integration at GMC. GMC checks it at the first addition only: the test of this credential passes with a wrong one.':
		'O domínio que a GMC liberou para a sua integração. A GMC só o confere na primeira recarga: o teste da credencial passa mesmo com um domínio errado.',
	'The language of the errors and advice of the nodes':
		'O idioma dos erros e das orientações dos nós',
	'The login that GMC names for customers. Try this one first.':
		'O login que a GMC indica para clientes. Tente este primeiro.',
	'The login that GMC names for looking up balance additions':
		'O login que a GMC indica para consultar recargas',
	'An address of your own': 'Um endereço que você informa',
	'Which address of GMC turns e-mail and password into an access token':
		'Em que endereço da GMC o e-mail e a senha são trocados por um token de acesso',
	'Where /auth/login is, if not at the Base URL. Leave empty to use the Base URL.':
		'Onde fica /auth/login, se não for na Base URL. Vazio: na Base URL.',
	'The whole address of the login': 'O endereço completo do login',
	"Where the access token is in the login's answer, as a path with dots. Leave empty: it is found by itself.":
		'Onde o token está na resposta do login, como caminho com pontos. Deixe vazio: ele é encontrado sozinho.',

	// A customer, and how a tax ID is read
	'The GMC customer, chosen from the list, by ID or by tax ID':
		'O cliente na GMC, escolhido na lista, por ID ou por CPF/CNPJ',
	'How the tax ID is read': 'Como o CPF/CNPJ é lido',
	'Text stays as it is. A number, whose leading zeros a spreadsheet dropped, becomes the CPF or CNPJ again, or is refused if its check digits do not agree.':
		'Texto fica como está. Um número, que perdeu os zeros à esquerda na planilha, volta a ser o CPF ou CNPJ, ou é recusado se os dígitos verificadores não conferem.',
	'Nothing is changed or checked': 'Nada é mudado nem conferido',
	'Punctuation is removed and the check digits are verified':
		'A pontuação é retirada e os dígitos verificadores são conferidos',
	'A CPF or CNPJ whose check digits agree, with or without punctuation; zeros that a spreadsheet dropped come back. Anything else is refused.':
		'Um CPF ou CNPJ cujos dígitos verificadores conferem, com ou sem pontuação; os zeros que a planilha retirou voltam. Qualquer outra coisa é recusada.',
	'Nothing is changed or checked: for other kinds of documents':
		'Nada é mudado nem conferido: para outros tipos de documento',
	'As Automatic, and punctuation is removed': 'Como Automatic, e a pontuação é retirada',
	'CPF, CNPJ or another document number of the customer': 'CPF, CNPJ ou outro documento do cliente',
	'Full name of the customer': 'Nome completo do cliente',
	'E-mail address of the customer': 'E-mail do cliente',

	// Lists and their filters
	'Whether to return all results or only up to a given limit':
		'Se vêm todos os resultados, ou só até um limite',
	'Max number of results to return': 'Quantos resultados vêm, no máximo',
	'Only additions of this customer': 'Só recargas deste cliente',
	'Last day of the period. Whether GMC includes it, Account: Check tells.':
		'Último dia do período. Account: Check mostra se a GMC o inclui.',
	"First day of the period, in the workflow's time zone":
		'Primeiro dia do período, no fuso do workflow',
	'Only additions with this status': 'Só recargas com este status',
	'Part of the name, the e-mail or the tax ID': 'Parte do nome, do e-mail ou do CPF/CNPJ',
	'The _id that GMC gave the addition when it was issued':
		'O _id que a GMC deu à recarga quando ela foi feita',

	// Balance: Add
	'How much to add, in units of the chosen currency: 10.50 and 10,50 are ten and a half. GMC turns it into GMC.':
		'Quanto creditar, em unidades da moeda escolhida: 10.50 e 10,50 são dez e meio. A GMC converte em GMC.',
	'Currency of the amount': 'A moeda do valor',
	'How a row is known that was sent before, so that it is not paid twice':
		'Como se reconhece uma linha que já foi enviada, para que não seja paga duas vezes',
	'To try things out, and for top-ups that have no number. A row that equals an addition of the last 15 minutes, or one whose fate is open, is refused. Later, running it again pays again.':
		'Para experimentar, e para recargas que não têm número. Uma linha igual a uma recarga dos últimos 15 minutos, ou a uma que está em dúvida, é recusada. Mais tarde, executar de novo paga de novo.',
	'For orders and invoices: each row has a number of its own, and what that number has paid is not paid again, however often this runs':
		'Para pedidos e notas: cada linha tem um número próprio, e o que já foi pago com ele não é pago de novo, não importa quantas vezes o workflow seja executado',
	'For a sheet whose rows have no number: the sheet has a name, and each of its rows is paid once, however often it is sent, sorted or added to':
		'Para uma planilha cujas linhas não têm número: a planilha tem um nome, e cada linha dela é paga uma vez só, não importa quantas vezes a planilha seja enviada, ordenada ou ganhe linhas',
	'Where something else keeps a row from being sent twice. Every run pays every row.':
		'Para quando outra coisa já impede que uma linha seja enviada duas vezes. Toda execução paga todas as linhas.',
	'The number of the order or invoice, or whatever else names this top-up for good. Two orders with the same amount have two keys, and both are paid. Not a row number or a time, which change.':
		'O número do pedido ou da nota, ou outra coisa que identifique esta recarga para sempre. Dois pedidos de mesmo valor têm duas chaves, e os dois são pagos. Não use o número da linha nem o horário, que mudam.',
	'Names the sheet for good: its file, or the month that is paid. Not the time of the run: a run that is repeated after midnight would be another batch.':
		'Identifica a planilha para sempre: o arquivo dela, ou o mês que está sendo pago. Não use o horário da execução: repetida depois da meia-noite, ela seria outro lote.',
	'How an amount that comes as text is read. Numbers are taken as they are.':
		'Como é lido um valor que vem como texto. Números valem como estão.',
	'Reads 10.5, 1.234,50 and R$ 1.234,50. A text that can be read in two ways, such as 1.234, is refused.':
		'Lê 10.5, 1.234,50 e R$ 1.234,50. Um texto que pode ser lido de duas formas, como 1.234, é recusado.',
	'1.234,50 as in Brazil': '1.234,50, como no Brasil',
	'1,234.50 as in the USA': '1,234.50, como nos EUA',
	'How many additions are in flight at once (1 to 20). Left out, the node finds out how many GMC bears, never more than 20.':
		'Quantas recargas ficam em andamento ao mesmo tempo (1 a 20). Sem a opção, o nó descobre quantas a GMC suporta, nunca mais de 20.',
	'Whether to only return the plan and send nothing':
		'Se o nó só faz uma simulação e não envia nada',
	"How long a row that may have been sent, and that GMC's list does not show, is held back before it is sent again":
		'Por quanto tempo fica retida, antes de ser enviada de novo, uma linha que pode ter sido enviada e que a lista da GMC não mostra',
	'Name of the Data Table that remembers what each Idempotency Key and each batch has paid. It is made when it is first needed.':
		'Nome da Data Table que guarda o que já foi pago com cada Idempotency Key e em cada lote. Ela é criada na primeira vez em que é necessária.',
	"A row above this, in the row's own currency, is refused before anything is sent. Required for AI agents.":
		'Uma linha acima deste valor, na moeda dela, é recusada antes de qualquer envio. Obrigatório para agentes de IA.',
	'A run whose rows of one currency are above this in sum is refused before anything is sent':
		'Uma execução cujas linhas de uma mesma moeda somam mais que isto é recusada antes de qualquer envio',
	"A run whose rows of one currency, together with everything that was added today by whomever, by GMC's list and by the ledger, are above this in sum is refused before anything is sent. Today is that of the workflow's time zone.":
		'Uma execução cujas linhas de uma mesma moeda, somadas a tudo o que foi creditado hoje, por quem quer que seja, segundo a lista da GMC e o registro, passam disto é recusada antes de qualquer envio. Hoje é o dia no fuso do workflow.',
	'Seconds to wait for the answer of each request':
		'Segundos de espera pela resposta de cada requisição',
	'Whether every row is checked, and its customer looked up, before the first one is sent. If any is bad nothing is sent; when On Error is set to continue, the good rows go out.':
		'Se todas as linhas são conferidas, e os clientes delas procurados, antes de enviar a primeira. Se uma tem problema, nada é enviado; com On Error em Continue, as linhas boas são enviadas.',
	'Whether to ask for each addition until it has completed or failed. One that fails becomes an error.':
		'Se o nó consulta cada recarga até ela ser concluída ou falhar. A que falha vira um erro.',
	'Seconds between two looks': 'Segundos entre duas consultas',
	'Seconds to wait at most, for all rows together':
		'Segundos de espera, no máximo, para todas as linhas juntas',

	// GMC Trigger
	'What starts the workflow': 'O que inicia o workflow',
	'A balance addition has reached the status COMPLETED with every item':
		'Uma recarga chegou ao status COMPLETED, com todos os itens',
	'A balance addition shows up in the list': 'Uma recarga aparece na lista',
	'A balance addition, or one of its items, has failed for good':
		'Uma recarga, ou um dos itens dela, falhou em definitivo',
	'A balance addition is new or has another status than before':
		'Uma recarga é nova ou mudou de status',
	'Whether the first poll also emits what is already there. Otherwise only what happens from then on starts the workflow.':
		'Se a primeira consulta também avisa do que já existe. Senão, só o que acontece dali em diante inicia o workflow.',
	'How many days back the list is asked for at each poll. Additions still pending then are looked up one by one until they settle.':
		'Quantos dias para trás cada consulta pede à lista. As recargas ainda pendentes depois disso são consultadas uma a uma até terminarem.',
	'Only additions of at least this amount, in the currency they were issued in. 0 means any.':
		'Só recargas de pelo menos este valor, na moeda em que foram feitas. 0 quer dizer qualquer valor.',
};
