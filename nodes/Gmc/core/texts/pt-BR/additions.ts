import type { additions as en } from '../en/additions';
import { tally } from '../words/wordsIn';
import { count, list, money, number, time } from './words';

/** Balance: Add. O que se diz de duplicidade e de chaves fica em outros arquivos. */
export const additions: typeof en = {
	correctOptions: 'Corrija em Options.',
	runOption: ({ label, first, here }) =>
		`${label} vale para a execução inteira e está como ${first} na primeira linha, mas como ${here} aqui`,
	sameInEveryRow: ({ label }) =>
		`Use o mesmo valor de ${label} em todas as linhas, ou divida as linhas em execuções separadas.`,
	agentUnlimited: 'Um agente de IA não pode creditar saldo sem um limite',
	setMaxAmount: 'Defina Options → Maximum Amount na ferramenta GMC. Não há outro jeito.',
	agentChooses: ({ labels }) =>
		`Em uma ferramenta de agente de IA, ${labels.join(', ')} não pode vir do modelo`,
	chooseYourself:
		'Tire $fromAI daí na ferramenta GMC e escreva o valor você mesmo. Cliente, valor e moeda podem vir do modelo.',
	lostMemory:
		'Esta execução foi interrompida, e o n8n já não sabe o que ela tinha enviado. Nada foi enviado agora',
	startAnew:
		'Espere o Hold acabar, passe a planilha por Balance → Reconcile, com Since antes da primeira tentativa, e envie em um lote (Batch) o que está notListed, para que isso não se repita.',
	otherNames:
		'Uma tentativa anterior desta execução enviou linhas com outro Duplicate Protection ou outro Batch Name, e com este elas seriam pagas de novo',
	namesAsBefore:
		'Volte ao que era antes, e Executions → Retry envia o resto. Para usar outra proteção, inicie uma execução nova só com as linhas que ainda não foram pagas.',
	lostBefore:
		'não enviada, porque antes, nesta execução, uma resposta se perdeu, e não se sabe se aquela linha foi paga',
	startWithNew: 'Executions → Retry esclarece a que se perdeu e envia o resto.',
	correctCustomer:
		'Corrija o cliente ou crie-o antes. Para enviar sem esta conferência, desligue Options → Validate First.',
	mismatchedAnswer: {
		notAskedFor: ({ id }) => `A GMC respondeu com uma recarga que não foi pedida (${id})`,
		madeBefore: ({ id }) => `A GMC respondeu com uma recarga que já existia (${id})`,
		ofAnotherKey: ({ id }) =>
			`A GMC respondeu com uma recarga que pertence a outra linha do registro (${id})`,
	},
	lostAnswer:
		'uma tentativa anterior enviou esta linha e não recebeu a resposta; não se sabe se o saldo foi creditado',
	notAttempted: ({ row }) =>
		row === undefined
			? 'não enviada, porque a execução terminou antes'
			: `não enviada, por causa da linha ${number(row)}`,
	failed: ({ id, reason }) =>
		`A GMC recebeu a recarga ${id}, mas ela falhou${reason ? `: ${reason}` : ''}`,
	findOutWhy: ({ status }) =>
		`A recarga está com o status ${status}, portanto nada foi creditado. Descubra o motivo na GMC e envie a linha de novo: o nome dela está livre.`,
	whatIsKnown: ({ askedAt, candidates }) => {
		const asked = `A requisição foi feita à GMC em ${time(askedAt)}.`;
		if (candidates === undefined) {
			return `${asked} A lista da GMC não foi vista inteira, por isso não prova nada.`;
		}
		if (candidates.length === 0) return `${asked} Até agora a recarga não aparece na lista da GMC.`;
		return `${asked} Pode ser uma destas recargas: ${candidates.join(', ')}.`;
	},
	ofRows: ({ all, outcomes }) => `De ${count(all, 'linha', 'linhas')}: ${outcomes}.`,
	summary: ({ counts, sums, isDryRun }) => {
		const paid = list(sums.map(({ amount, currency }) => money(amount, currency)));
		const pays = (n: number) => {
			if (isDryRun) return n === 1 ? 'seria paga' : 'seriam pagas';
			return n === 1 ? 'paga' : 'pagas';
		};
		const told = tally(counts, {
			paid: (n) => `${number(n)} ${pays(n)} (${paid})`,
			pending: (n) => `${number(n)} delas a GMC ainda não concluiu`,
			paidBefore: (n) => `${number(n)} já ${n === 1 ? 'paga' : 'pagas'} antes`,
			same: (n) => `${number(n)} ${n === 1 ? 'igual' : 'iguais'} a outra linha`,
			unknown: (n) => `${number(n)} talvez ${n === 1 ? 'paga' : 'pagas'}`,
			withProblem: (n) => `${number(n)} com problema`,
		});
		const isWhy = counts.unknown + counts.withProblem > 0;
		return [
			isDryRun ? `Simulação (Dry Run): ${told}. Nada foi enviado` : told,
			...(isWhy ? ['Veja o motivo em "error" e "details" de cada item'] : []),
		].join('. ');
	},
	retryAfter: ({ after }) =>
		`Use Executions → Retry depois de ${time(after)}: o que a GMC listar até lá é mostrado, e o que ela não listar é enviado. Antes de enviar a linha de outro jeito, procure a recarga com Balance → Get Many.`,
	lookAfter: ({ after }) =>
		`Procure a recarga com Balance → Get Many depois de ${time(after)}, antes de enviar esta linha de novo.`,
	replayed: ({ replayed, all }) =>
		`${number(replayed)} de ${count(all, 'linha', 'linhas')} já ${replayed === 1 ? 'tinha sido creditada' : 'tinham sido creditadas'} por uma tentativa anterior desta execução e não ${replayed === 1 ? 'foi creditada' : 'foram creditadas'} de novo`,
	stillPending: ({ pending, all }) =>
		`${number(pending)} de ${count(all, 'linha', 'linhas')} ${pending === 1 ? 'foi creditada, mas não estava concluída' : 'foram creditadas, mas não estavam concluídas'} quando Wait Timeout acabou. Não é preciso enviar nada de novo: Balance → Get mostra o status mais tarde.`,
	notAllSteps: ({ why }) => `Nem todas as etapas foram feitas: ${why}`,
	again: {
		retry:
			'Executions → Retry desta execução é seguro: o que foi creditado não é creditado outra vez.',
		anew: {
			recent: ({ minutes }) =>
				`Execute step e novas execuções não sabem disso: por ${minutes} minutos recusam o que acabou de ser enviado, e depois pagam de novo. Para enviar só o que falta, tire da planilha o que Balance → Get Many mostra. Uma Idempotency Key ou um Batch Name acrescentado só agora não reconhece o que foi enviado antes.`,
			off: 'Execute step e novas execuções não sabem disso e creditariam tudo outra vez, mesmo com uma Idempotency Key ou um Batch Name acrescentado só agora. Tire da planilha o que Balance → Get Many mostra.',
		},
		withNames:
			'É seguro executar estas linhas de novo, com Executions → Retry ou com Execute step: o que já foi pago não é pago outra vez.',
		subWorkflow:
			'Este nó está em um sub-workflow: Executions → Retry do workflow que o chamou começa do zero, sem saber o que foi creditado. Tire antes da planilha o que Balance → Get Many mostra. Uma Idempotency Key ou um Batch Name acrescentado só agora não reconhece o que foi enviado antes.',
	},
};
