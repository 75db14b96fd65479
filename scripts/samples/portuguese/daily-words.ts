import { DRESS, MONEY } from './mail-words';
import type { Phrase } from './phrase';

/** What was found of a row: said by both samples that reconcile. */
export const FOUND: Phrase[] = [
	["'It failed: no money moved'", "'Falhou: não saiu dinheiro'"],
	["'GMC lists it'", "'Está na lista da GMC'"],
	["'Its ID has paid already, on another day'", "'Já foi pago com esse ID, em outro dia'"],
	[
		"'It may be paid: do not pay it anew. Look again after 15 minutes, then at GMC and in the ledger'",
		"'Pode estar pago: não pague de novo. Compare outra vez depois de 15 minutos, e então veja na GMC e no registro'",
	],
	["'Neither GMC nor the ledger has it'", "'Não está nem na GMC nem no registro'"],
	[
		"'Paid by the workflow of this sheet, but its ID is in no row, or the row says something else'",
		"'Pago pelo workflow desta planilha, mas o ID não está em nenhuma linha, ou a linha diz outra coisa'",
	],
	[
		"'In no row, and nobody here knows it: the ledger does not have it'",
		"'Em nenhuma linha, e ninguém aqui conhece: não está no registro'",
	],
	["'The sheet has no row'", "'A planilha não tem nenhuma linha'"],
	["'Reconcile did not run'", "'Comparar com a GMC não foi executado'"],
];

/** The e-mail of the day. */
export const DAILY: Phrase[] = [
	...FOUND,
	...MONEY,
	...DRESS,
	['// What somebody has to look at comes first.', '// O que alguém precisa ver vem primeiro.'],
	["'Not paid'", "'Não pago'"],
	["'Uncertain'", "'Incerto'"],
	["'In no row'", "'Em nenhuma linha'"],
	["'Not compared'", "'Não comparado'"],
	["'Paid by another workflow'", "'Pago por outro workflow'"],
	["'Failed at GMC'", "'Falhou na GMC'"],
	["'Paid'", "'Pago'"],
	["'Paid on another day'", "'Pago em outro dia'"],
	[
		'// In no sum: what could not be compared, since its amount may mean something else, and what was paid on another day.',
		'// Em nenhum total: o que não pôde ser comparado, porque o valor pode ser outro, e o que foi pago em outro dia.',
	],
	["'Unknown'", "'Desconhecido'"],
	['`row ${row.row}`', '`linha ${row.row}`'],
	['`in the sheet: ${row.name}`', '`na planilha: ${row.name}`'],
	['`please look (', '`verifique ('],
	['`all is well (', '`tudo certo ('],
	["'Reconciliation of the day'", "'Conferência do dia'"],
	['`… and ${count} more`', '`… e mais ${count}`'],
];
