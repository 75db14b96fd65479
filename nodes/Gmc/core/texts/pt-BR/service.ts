import type { service as en } from '../en/service';

/** O que a GMC responde, e o que isso significa. */
export const service: typeof en = {
	says: ({ words }) => `A GMC diz: ${words}`,
	answers: {
		integrationRefused: {
			message: 'A GMC não aceita esta integração (401)',
			description:
				'O access token, a Client Key com o Client Secret e a Origin não são válidos juntos. Compare Client Key, Client Secret e Origin na credencial da GMC com a integração na GMC: os três precisam ser exatamente iguais aos de lá, e do mesmo usuário do e-mail.',
		},
		issuerRefused: {
			message: 'A GMC não aceita esta integração (401)',
			description:
				'O access token, a Client Key com o Client Secret e a Origin não são válidos juntos. Compare os três na credencial da GMC com a integração na GMC. A GMC só confere a Origin ao creditar saldo, por isso o teste da credencial passa mesmo com uma Origin errada: ela precisa ser exatamente o domínio que a GMC liberou (https://, www., sem barra no fim).',
		},
		notYourCustomer: {
			message: 'O cliente é de outro usuário da GMC (403)',
			description: 'Use um cliente do usuário que está na credencial da GMC. Escolha um na lista.',
		},
		noSuchCustomer: {
			message: 'A GMC não encontrou este cliente (404)',
			description: 'O cliente não existe ou foi excluído. Escolha um na lista.',
		},
		additionInvalid: {
			message: 'A GMC recusou a recarga (400): os dados não são válidos',
			description:
				'O valor é inconsistente, o cliente não é seu, ou a sua carteira operacional não está cadastrada e aprovada na GMC.',
		},
		mayNotIssue: {
			message: 'Este usuário da GMC não pode creditar saldo (403)',
			description:
				'O acesso precisa ser do tipo INTEGRATION com INTEGRATION_ONLY ativo, e a carteira operacional precisa estar aprovada. Peça à GMC para conferir o acesso.',
		},
		issueUnavailable: {
			message:
				'A GMC estava temporariamente indisponível (503); não se sabe se o saldo foi creditado',
			description: '',
		},
		noSuchAddition: {
			message: 'A GMC não encontrou esta recarga entre as suas (417)',
			description:
				'A recarga não existe ou é de outro usuário. Use o _id que Balance → Add devolveu.',
		},
		customerInvalid: {
			message: 'A GMC recusou o novo cliente (400): os dados não são válidos',
			description:
				'Confira CPF/CNPJ, nome e e-mail. Se o cliente talvez já exista, use Create or Update.',
		},
		changeInvalid: {
			message: 'A GMC recusou a alteração (400): os dados não são válidos',
			description: 'Confira os campos em Update Fields.',
		},
	},
	loginFailed: 'O login na GMC não funcionou, por isso nada foi enviado',
	tooLate: {
		message: 'não enviada, porque esperou tanto que outra execução pode enviá-la',
		description:
			'Execute o workflow de novo. Uma planilha mais curta, ou um Hold mais longo, evita que linhas esperem tanto.',
	},
	unreachable: {
		message: 'Não foi possível acessar a GMC, por isso nada foi enviado',
		description: 'Confira a Base URL na credencial da GMC e a rede do seu n8n.',
	},
	network: 'A conexão com a GMC caiu antes de chegar a resposta',
	timeout: 'A GMC não respondeu a tempo',
	cancelled: 'A execução foi cancelada enquanto a GMC trabalhava',
	unreadable: {
		answer: 'Não foi possível ler a resposta da GMC',
		additions: 'Não foi possível ler a lista de recargas da GMC',
		customers: 'Não foi possível ler a lista de clientes da GMC',
		thisAddition: 'A GMC respondeu com outra coisa',
		noAdditionId: 'A GMC respondeu sem o id da recarga',
		noCustomerId: 'A GMC respondeu sem o id do novo cliente',
	},
	redirects: ({ statusCode }) => `O endereço da GMC redireciona para outro (${statusCode})`,
	correctBaseUrl: 'O nó não segue redirecionamentos. Corrija a Base URL na credencial da GMC.',
	notThere: ({ statusCode }) => `Não existe este serviço da GMC neste endereço (${statusCode})`,
	checkBaseUrl: 'Confira a Base URL na credencial da GMC; ela precisa incluir /api.',
	tooMany: ({ statusCode }) => `A GMC está recebendo requisições demais (${statusCode})`,
	sendFewer: 'Espere um pouco e envie menos de cada vez.',
	failed: ({ statusCode }) => `A GMC não conseguiu responder (${statusCode})`,
	refused: ({ statusCode }) => `A GMC recusou a requisição (${statusCode})`,
	checkFields: 'Confira os campos desta linha.',
	notItsOwn: ({ statusCode }) => `A resposta (${statusCode}) não veio da própria GMC`,
	intermediary:
		'A resposta não está no formato da GMC: um proxy ou firewall na frente dela pode ter respondido.',
	intermediaryWrite:
		'Um proxy ou firewall na frente da GMC pode ter respondido, antes ou depois de a GMC receber a requisição.',
	checkBaseUrlToo: 'Confira também a Base URL na credencial da GMC.',
	during: {
		issueAddition: '; não se sabe se o saldo foi creditado',
		createCustomer: '; não se sabe se o cliente foi criado',
		updateCustomer: '; não se sabe se o cliente foi alterado',
		deleteCustomer: '; não se sabe se o cliente foi excluído',
		getAddition: ' ao consultar a recarga',
		listAdditions: ' ao consultar a lista de recargas',
		listCustomers: ' ao consultar a lista de clientes',
	},
	lookAtCustomer: 'Confira o cliente com Customer → Get antes de repetir.',
	tryLater: 'A consulta foi tentada várias vezes. Tente de novo mais tarde.',
	requestFailed: ({ what }) => `A requisição à GMC falhou (${what})`,
};
