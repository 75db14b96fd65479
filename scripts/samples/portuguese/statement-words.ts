import { DRESS, MONEY } from './mail-words';
import type { Phrase } from './phrase';

/** The statement: its sums, and what it says. */
export const STATEMENT: Phrase[] = [
	...MONEY,
	...DRESS,
	[
		"'In Settings, since and until must be days such as 2026-10-01, the earlier one first.'",
		"'Em Configurações, since e until devem ser dias como 2026-10-01, o mais antigo primeiro.'",
	],
	[
		'// The ledger: who has paid an addition, and what is open. There may be none.',
		'// O registro: quem pagou uma recarga, e o que está em aberto. Pode não haver.',
	],
	[
		'// Whose it is: GMC lists a customer by _id or by tax ID, which is shown by its end.',
		'// De quem é: a GMC lista um cliente por _id ou por CPF ou CNPJ, do qual só se mostra o fim.',
	],
	[
		'// The same statuses as the node takes for failed, wherever GMC says so: at the addition, its item, or its summary.',
		'// Os mesmos status que o nó toma por falha, onde quer que a GMC diga: na recarga, no item ou no resumo.',
	],
	[
		'// Totals by status, in whole units; the bars are parts of the largest total of the currency.',
		'// Totais por status, em unidades inteiras; as barras são partes do maior total da moeda.',
	],
	[
		'// What the ledger has and the list does not. Rows of accounts that have paid nothing of the list are another business.',
		'// O que está no registro e não na lista. Linhas de contas que não pagaram nada da lista são outro assunto.',
	],
	["word: 'completed'", "word: 'concluído'"],
	["word: 'waiting'", "word: 'aguardando'"],
	["word: 'failed'", "word: 'falhou'"],
	["'1 top-up'", "'1 recarga'"],
	['`${count} top-ups`', '`${count} recargas`'],
	['`batch ${batch}`', '`lote ${batch}`'],
	['`key ${key}`', '`chave ${key}`'],
	["'Unknown customer'", "'Cliente desconhecido'"],
	["'was being sent'", "'estava sendo enviado'"],
	["'sent, and the answer was lost'", "'enviado, e a resposta se perdeu'"],
	[
		'`There is no ledger: this project has no Data Table “${found.ledgerTable}”. So nothing can be said of who has paid, and of what is in doubt.`',
		'`Não há registro: este projeto não tem a Data Table “${found.ledgerTable}”. Então não se pode dizer quem pagou nem o que está em dúvida.`',
	],
	[
		'`The ledger could not be read, so nothing can be said of who has paid, and of what is in doubt: ${found.why}`',
		'`O registro não pôde ser lido, então não se pode dizer quem pagou nem o que está em dúvida: ${found.why}`',
	],
	[
		"'By the ledger. What it does not have was made by hand, by another system, under Recent or Off, or is older than the ledger.'",
		"'Pelo registro. O que não está nele foi feito à mão, por outro sistema, em Recent ou Off, ou é mais antigo que o registro.'",
	],
	['// What somebody has to look at comes first.', '// O que alguém precisa ver vem primeiro.'],
	["'Failed'", "'Falhou'"],
	["'Failed: no money moved'", "'Falhou: não saiu dinheiro'"],
	['`GMC gives no reason (${one.status})`', '`A GMC não dá o motivo (${one.status})`'],
	["'In doubt'", "'Em dúvida'"],
	["'In doubt: it may be paid'", "'Em dúvida: pode estar pago'"],
	[
		"'By the ledger. Do not pay it by hand: send it again by its workflow, shop or form, which looks first and pays what GMC does not list.'",
		"'Pelo registro. Não pague à mão: envie de novo pelo workflow, pela loja ou pelo formulário, que verifica primeiro e paga o que a GMC não lista.'",
	],
	['`cannot be read: ${one.outcome}`', '`não pode ser lido: ${one.outcome}`'],
	["'Not in the list'", "'Fora da lista'"],
	[
		"'Paid by the ledger, and not in the list of GMC'",
		"'Pago segundo o registro, e fora da lista da GMC'",
	],
	[
		"'The list may have come cut, which Additions says above its output: then the totals are too small. Look up such an addition with Balance: Get.'",
		"'A lista pode ter vindo incompleta, o que Recargas avisa acima da saída: então os totais são baixos demais. Consulte essa recarga com Balance: Get.'",
	],
	["'Unreadable'", "'Ilegível'"],
	[
		"'Amount or currency cannot be read: in no total'",
		"'Valor ou moeda que não se pode ler: em nenhum total'",
	],
	["'Waiting'", "'Aguardando'"],
	[
		"'Waiting: GMC has it and has not completed it'",
		"'Aguardando: a GMC recebeu e ainda não concluiu'",
	],
	["'Workflow without a name'", "'Workflow sem nome'"],
	["'Not in the ledger'", "'Fora do registro'"],
	['`Please look (', '`Verifique ('],
	['`All is well (', '`Tudo certo ('],
	[
		'// Of a period that has not ended, more may come.',
		'// De um período que não terminou, pode vir mais.',
	],
	['`, as of ${now}: the period has not ended`', '`, até ${now}: o período ainda não terminou`'],
	[
		'`Their time cannot be read, so they may be of a day before or after: ${found.withoutTime}`',
		'`Sem horário legível, talvez de um dia antes ou depois: ${found.withoutTime}`',
	],
	["'GMC statement'", "'Extrato da GMC'"],
	['`… and ${missing} more, in the attached page`', '`… e mais ${missing}, na página anexa`'],
	["'GMC lists no top-up in this period.'", "'A GMC não lista nenhuma recarga neste período.'"],
	["'By customer'", "'Por cliente'"],
	["'The largest of each currency first.'", "'Primeiro as maiores de cada moeda.'"],
	["'Paid by'", "'Pago por'"],
	['lang="en"', 'lang="pt-BR"'],
];
