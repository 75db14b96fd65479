import type { OriginProblem, login as en } from '../en/login';

const CHECK_URL = 'Confira a Base URL e o endereço de login na credencial da GMC.';

const ORIGIN_PROBLEMS: Record<OriginProblem, string> = {
	noScheme: 'não começa com https:// (nem com http://)',
	noAddress: 'não é um endereço web',
	path: 'tem algo depois do domínio',
	slash: 'termina com uma barra',
};

/** O login. */
export const login: typeof en = {
	unreachable: ({ url }) => `Não foi possível acessar o login da GMC em ${url}. ${CHECK_URL}`,
	noHttps:
		'Quem responde nesse endereço não usa https. Confira a porta, ou escreva http:// para um serviço da sua própria rede que não tem https.',
	noPlainHttp:
		'A conexão foi interrompida antes da resposta, como faz um serviço que só aceita https. Se for o caso, escreva https://.',
	notSent: ({ said }) => `O login na GMC não foi enviado: ${said}`,
	noWebAddress:
		'A Base URL, ou o endereço de login da credencial da GMC, não é um endereço web. Ela precisa começar com https://',
	refused: ({ statusCode }) =>
		`A GMC recusou o login (HTTP ${statusCode}). Confira Email, Password (Senha) e Login Endpoint na credencial da GMC; o acesso precisa ser do tipo INTEGRATION.`,
	blankInPassword:
		'A senha começa ou termina com um espaço. Se ele não faz parte da senha, remova-o.',
	origin: ({ problem, bare }) =>
		`A Origin na credencial da GMC ${ORIGIN_PROBLEMS[problem]}. Ela precisa ser exatamente como a GMC liberou${bare ? `: talvez o certo seja ${bare}` : ''}.`,
	redirects: ({ statusCode }) =>
		`O endereço de login da GMC redireciona para outro (HTTP ${statusCode}); a senha não é enviada para lá. ${CHECK_URL}`,
	notThere: ({ statusCode }) =>
		`Não existe login neste endereço (HTTP ${statusCode}). Confira Login Endpoint, Login Base URL e Base URL na credencial da GMC; a Base URL precisa incluir /api.`,
	failed: ({ statusCode }) =>
		`O login na GMC não funcionou (HTTP ${statusCode}). Tente de novo mais tarde.`,
	noToken: ({ tokenField, keys }) => {
		const looked = tokenField
			? `Não há token em "${tokenField}" na resposta do login da GMC.`
			: 'Não foi encontrado um access token na resposta do login da GMC.';
		const came =
			keys.length > 0
				? `Vieram estes campos: ${keys.join(', ')}.`
				: 'A resposta não é um objeto JSON.';
		return `${looked} ${came} Informe o caminho do token em Token Field, na credencial da GMC.`;
	},
	noOtherToken: 'O login só devolveu um access token que a GMC tinha acabado de recusar.',
};
