import type { batches as en } from '../en/batches';
import { amounts, money, number } from './words';

/** Lotes: planilhas com nome. */
export const batches: typeof en = {
	nameIs: ({ what }) => `o Batch Name é ${what}, não um texto ou um número inteiro`,
	nameEmpty: 'o Batch Name está vazio',
	nameTooLong: ({ max }) => `o Batch Name tem mais de ${number(max)} caracteres`,
	nameSheet:
		'Dê à planilha um nome definitivo, como o nome do arquivo ou o mês que está sendo pago.',
	oneRun:
		'Um lote é uma planilha paga em uma só execução, não em passagens de um loop nem por um agente de IA',
	keysInstead:
		'Escolha Idempotency Key em Duplicate Protection e dê a cada linha uma chave própria.',
	changed: ({ sums, isPaid, batch, name }) =>
		isPaid
			? `o lote "${batch}" já pagou ${amounts(sums)} a ${name}, e nenhuma linha da planilha diz isso agora`
			: `o lote "${batch}" enviou ${amounts(sums)} para ${name}, o que nenhuma linha da planilha diz agora; não se sabe se foi pago`,
	putBack: ({ sums, now }) => {
		const [paid] = sums;
		const more = now.amount - paid.amount;
		const isCorrection = sums.length === 1 && paid.currency === now.currency && more > 0;
		const rest = isCorrection
			? `acrescente uma de ${money(Number(more.toFixed(8)), now.currency)}`
			: 'acrescente uma com o que ainda falta pagar';
		const back =
			sums.length === 1
				? 'Ponha aquela linha de volta como era'
				: 'Ponha aquelas linhas de volta como eram';
		return `Uma correção nunca é paga por cima. ${back} e ${rest}. Se é outra planilha, dê a ela outro Batch Name.`;
	},
	moved: ({ name }) =>
		`o lote já pagou um cliente com este CPF ou CNPJ, que na GMC agora é de outro (${name})`,
	lookAtBoth:
		'Confira os dois na GMC. Se esta linha é outra recarga, envie-a em um lote com outro nome.',
	inUse: ({ batch }) =>
		`outra execução enviou esta linha do lote "${batch}", ou está pagando este cliente agora; não se sabe se foi paga`,
	afterOther:
		'Nada foi enviado para esta linha. Execute a planilha de novo quando a outra execução terminar.',
};
