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
	'The domain that was released for your integration at GMC. GMC checks it at the first addition only: the test of this credential sees no more than how it is written.':
		'O domínio que a GMC liberou para a sua integração. A GMC só o confere na primeira recarga: o teste da credencial vê apenas se ele está bem escrito.',
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
	'CPF, CNPJ or another document number of the customer': 'CPF, CNPJ ou outro documento do cliente',
	'Full name of the customer': 'Nome completo do cliente',
	'E-mail address of the customer': 'E-mail do cliente',
	'What becomes of a customer that GMC already has':
		'O que acontece com um cliente que a GMC já tem',
	'Nothing is changed: the customer comes out as GMC has it':
		'Nada é mudado: o cliente sai como está na GMC',
	'A name or e-mail that differs is changed': 'Um nome ou e-mail diferente é atualizado',

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
	'The number of the order or invoice, or whatever else names this top-up for good. Two orders with the same amount have two keys, and both are paid. Not a row number or a time, which change.':
		'O número do pedido ou da nota, ou outra coisa que identifique esta recarga para sempre. Dois pedidos de mesmo valor têm duas chaves, e os dois são pagos. Não use o número da linha nem o horário, que mudam.',
	'Names the sheet for good: its file, or the month that is paid. Not the time of the run: a run that is repeated after midnight would be another batch.':
		'Identifica a planilha para sempre: o arquivo dela, ou o mês que está sendo pago. Não use o horário da execução: repetida depois da meia-noite, ela seria outro lote.',
	'How many top-ups are sent at the same time, 1 to 100; left out, the node finds out how many GMC bears':
		'Quantas recargas são enviadas ao mesmo tempo, 1 a 100; sem a opção, o nó descobre quantas a GMC suporta',
	"The customer's name in your sheet: a row whose customer has another name at GMC is refused before anything is sent":
		'O nome do cliente na sua planilha: uma linha cujo cliente tem outro nome na GMC é recusada antes de qualquer envio',
	'Name of the Data Table that remembers what each key and each batch has paid, made when it is first needed':
		'Nome da Data Table que guarda o que já foi pago com cada chave e em cada lote, criada na primeira vez em que é necessária',
	'Seconds to wait for the answer of each request':
		'Segundos de espera pela resposta de cada requisição',
	'Whether all rows are checked before the first one is sent, so that a bad one keeps back all of them':
		'Se todas as linhas são conferidas antes de enviar a primeira, e uma com problema segura todas',
	'Seconds between two looks at a top-up that has not completed':
		'Segundos entre duas consultas a uma recarga que não foi concluída',
	'Seconds to wait at most, for all rows together':
		'Segundos de espera, no máximo, para todas as linhas juntas',

	// Balance: Reconcile
	"Compare rows with GMC's list of a period and with the ledger: what is paid, and what is in no row. Reads only.":
		'Compara linhas com a lista da GMC de um período e com o registro: o que está pago, e o que não está em nenhuma linha. Só lê.',
	'What the row says was to be added, in units of the chosen currency':
		'O que a linha diz que devia ser creditado, em unidades da moeda escolhida',
	'The key under which Balance: Add pays the row, if it has one: what the ledger says that it has paid is then found by it':
		'A chave com que Balance: Add paga a linha, se ela tem uma: por ela se acha o que o registro diz que já foi pago',
	'The name under which Balance: Add pays the sheet, if it has one: what the ledger says that its rows have paid is then found by it':
		'O nome com que Balance: Add paga a planilha, se ela tem um: por ele se acha o que o registro diz que as linhas dela já pagaram',
	'Name of the Data Table that remembers what each key and each batch has paid; it is only read, and not made':
		'Nome da Data Table que guarda o que já foi pago com cada chave e em cada lote; ela só é lida, e não é criada',
	"Where the period begins, in the workflow's time zone, as the first row says; left out, with today":
		'Onde o período começa, no fuso do workflow, como diz a primeira linha; sem ela, com o dia de hoje',
	'Where the period ends, as the first row says, a day without a time included; left out, now':
		'Onde o período termina, como diz a primeira linha, um dia sem hora inteiro; sem ela, agora',

	// GMC Trigger
	'What starts the workflow': 'O que inicia o workflow',
	'A balance addition has reached the status COMPLETED with every item':
		'Uma recarga chegou ao status COMPLETED, com todos os itens',
	'A balance addition shows up in the list': 'Uma recarga aparece na lista',
	'A balance addition, or one of its items, has failed for good':
		'Uma recarga, ou um dos itens dela, falhou em definitivo',
	'A balance addition is new or has another status than before':
		'Uma recarga é nova ou mudou de status',
	'Whether what is there already starts the workflow, too, and not only what happens from now on':
		'Se o que já existe também inicia o workflow, e não só o que acontece daqui em diante',
	'How many days back each look asks for; an older addition that is still pending is followed until it settles':
		'Quantos dias para trás cada consulta pede; uma recarga mais antiga que ainda está pendente é acompanhada até terminar',
	'Only additions of at least this amount, in the currency they were issued in; 0 means any':
		'Só recargas de pelo menos este valor, na moeda em que foram feitas; 0 quer dizer qualquer valor',
};
