import type { Language } from '../../sandbox/language';

/** What the demo prints, beside the rows and the credential. */
interface Words {
	help: string;
	steps: Record<'install' | 'pack' | 'sandbox' | 'n8n' | 'import' | 'run', string>;
	columns: string[];
	issued(done: number, rows: number): string;
	/** Labels of the addresses. */
	labels: Record<'editor' | 'logIn' | 'password' | 'workflow' | 'sheet' | 'sandbox', string>;
	sandboxPage: string;
	ownCredential: string;
	leaveEmpty: string;
	end: string;
}

const HELP_EN = `Usage: npm start -- [options]

Starts a GMC sandbox and a real n8n with this package in it, runs the sample workflow
"Top up customers from a spreadsheet" once, and stays until Ctrl-C. Nothing leaves this computer.

Options:
  --once                 end after the table; the exit code is 1 if a row was not issued
  --language <name>      en or pt-BR: of the samples, the messages and the sandbox's page
                         (default: as your system)
  --port <number>        the port of n8n (default 5678)
  --sandbox-port <number>
                         the port of the sandbox (default 4010)
  --help                 show this

The first run downloads n8n (about 2 GB) into .cache; the variable GMC_CACHE_DIR names another folder.
`;

const HELP_PT = `Uso: npm start -- [opções]

Inicia um sandbox da GMC e um n8n de verdade com este pacote, executa uma vez o workflow de exemplo
"Fazer recargas a partir de uma planilha" e fica no ar até Ctrl-C. Nada sai deste computador.

Opções:
  --once                 termina depois da tabela; código de saída 1 se uma linha não foi creditada
  --language <nome>      en ou pt-BR: dos exemplos, das mensagens e da página do sandbox
                         (padrão: o do seu sistema)
  --port <número>        a porta do n8n (padrão 5678)
  --sandbox-port <número>
                         a porta do sandbox (padrão 4010)
  --help                 mostra isto

A primeira vez baixa o n8n (cerca de 2 GB) para .cache; a variável GMC_CACHE_DIR indica outra pasta.
`;

export const WORDS: Record<Language, Words> = {
	en: {
		help: HELP_EN,
		steps: {
			install: 'Installing n8n',
			pack: 'Building and packing the nodes',
			sandbox: 'Starting the GMC sandbox',
			n8n: 'Starting n8n',
			import: 'Importing the credential and the workflows',
			run: 'Running "Top up customers from a spreadsheet"',
		},
		columns: ['Row', 'Customer', 'Amount', 'Currency', 'Outcome', 'Addition'],
		issued: (done, rows) => `${done} of ${rows} rows issued`,
		labels: {
			editor: "n8n's editor",
			logIn: '  log in as',
			password: '  password',
			workflow: '  workflow',
			sheet: '  its sheet',
			sandbox: 'GMC sandbox',
		},
		sandboxPage: '(buttons for faults; requests and books as they come)',
		ownCredential:
			'The credential "GMC sandbox" is in this n8n already. For one of your own, "GMC API", enter:',
		leaveEmpty: '(leave it empty)',
		end: 'Ctrl-C ends both.',
	},
	'pt-BR': {
		help: HELP_PT,
		steps: {
			install: 'Instalando o n8n',
			pack: 'Compilando e empacotando os nós',
			sandbox: 'Iniciando o sandbox da GMC',
			n8n: 'Iniciando o n8n',
			import: 'Importando a credencial e os workflows',
			run: 'Executando "Fazer recargas a partir de uma planilha"',
		},
		columns: ['Linha', 'Cliente', 'Valor', 'Moeda', 'Resultado', 'Recarga'],
		issued: (done, rows) => `${done} de ${rows} linhas creditadas`,
		labels: {
			editor: 'Editor do n8n',
			logIn: '  login',
			password: '  senha',
			workflow: '  workflow',
			sheet: '  planilha',
			sandbox: 'Sandbox',
		},
		sandboxPage: '(botões para falhas; requisições e lançamentos na hora)',
		ownCredential:
			'A credencial "GMC sandbox" já está neste n8n. Para uma sua, "GMC API", preencha:',
		leaveEmpty: '(deixe vazio)',
		end: 'Ctrl-C encerra os dois.',
	},
};
