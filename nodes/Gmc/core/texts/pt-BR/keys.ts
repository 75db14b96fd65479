import type { keys as en } from '../en/keys';
import { count, list, money, number, time } from './words';

/** Idempotency Keys e o registro. */
export const keys: typeof en = {
	keyIs: ({ what }) => `a Idempotency Key é ${what}, não um texto ou um número`,
	mapKey: 'Use um campo que identifique a linha para sempre, como o número do pedido.',
	keyTooLong: ({ length, max }) =>
		`a Idempotency Key tem ${number(length)} caracteres; o máximo é ${number(max)}`,
	mapShorterKey:
		'Use um campo mais curto que identifique a linha para sempre, como o número do pedido.',
	keyInexact: ({ shown }) => `a Idempotency Key ${shown} é um número grande demais para ser exato`,
	giveKeyAsText: 'Dois números longos podem ter virado o mesmo. Informe a chave como texto.',
	missing: 'a linha não tem Idempotency Key',
	everyRow:
		'Dê uma chave a todas as linhas e confira se o campo da expressão está escrito como na entrada. Linhas sem chave vão em um nó com outra Duplicate Protection.',
	contradicted: ({ shown }) =>
		`a Idempotency Key ${shown} está em várias linhas com outro cliente, valor ou moeda`,
	oneKeyEach:
		'Uma chave identifica uma recarga. Dê a cada linha uma chave própria, como o número do pedido.',
	differInZeros: ({ one, other }) =>
		`as Idempotency Keys ${one} e ${other} desta planilha diferem só nos zeros à esquerda`,
	knownWithZeros: ({ known, shown, amount, currency, at }) =>
		`o registro conhece a Idempotency Key ${known} (${money(amount, currency)}, ${time(at)}), e esta linha diz ${shown}`,
	keyAsItWas:
		'Uma planilha pode ter tirado ou acrescentado os zeros. Dê à linha a chave como era no início, em uma coluna formatada como texto. Se é outra recarga, dê a ela uma chave que difira em mais do que zeros à esquerda.',
	seeLedger: ({ known, table }) => `A Data Table "${table}" mostra o que aconteceu com ${known}.`,
	reused: ({ shown, amount, currency, at }) =>
		`a Idempotency Key ${shown} já foi usada para outra recarga (${money(amount, currency)}, ${time(at)})`,
	newKeyOrDifference: ({ table }) =>
		`A outra já foi paga, como mostra a Data Table "${table}". Se esta linha é uma recarga nova, dê a ela uma chave própria. Se ela corrige o valor, envie só a diferença, em uma linha com chave própria: esta linha inteira seria um segundo pagamento.`,
	newKeyOrLook:
		'Não se sabe se a outra foi paga: procure antes com Balance → Get Many. Se esta linha é uma recarga nova, dê a ela uma chave própria.',
	inUse: ({ shown }) =>
		`outra execução enviou a Idempotency Key ${shown}, ou está enviando agora; não se sabe se foi paga`,
	runAgain: ({ after, table }) =>
		`Execute de novo depois de ${time(after)}: o que a GMC listar até lá é pulado, e o que ela não listar é enviado. Se continuar assim, procure a recarga com Balance → Get Many e mude o outcome da linha dela na Data Table "${table}" para issued ou rejected.`,
	written: ({ table }) => `Data tables → ${table} mostra o que foi pago`,
	failedUnasked: ({ id }) =>
		`a recarga ${id} desta linha tinha falhado, e não foi possível perguntar se continua assim`,
	askAgain:
		'Execute o workflow de novo. Se continuar assim, confira com Balance → Get: enquanto ela estiver com falha, apagar a linha no registro libera o nome.',
	heldByTwin: ({ row }) =>
		`não enviada, porque a linha ${number(row)}, com a mesma Idempotency Key, não foi creditada`,
	oneTopUp: 'É uma só recarga: o que se diz daquela linha vale também para esta.',
	ledgerFailed: 'O registro falhou',
	undone: {
		resolving: 'O que está em dúvida continua em dúvida',
		comparing: 'As linhas não foram comparadas com o que execuções anteriores deixaram em dúvida',
		writingDown:
			'O resultado de linhas em dúvida não foi registrado; execuções seguintes podem não saber dele',
	},
	unwritten: ({ issued, others, table }) =>
		[
			issued > 0 &&
				`${count(issued, 'linha foi emitida', 'linhas foram emitidas')}, e a Data Table "${table}" ainda as mostra como sending: a próxima execução as encontra na lista da GMC`,
			others > 0 &&
				`${count(others, 'linha que não foi emitida, ou talvez não, também está', 'linhas que não foram emitidas, ou talvez não, também estão')} lá como sending: a próxima execução esclarece, no máximo depois de Hold`,
		]
			.filter(Boolean)
			.join('. '),
	ledgerUnusable: ({ table, said }) =>
		`Não foi possível usar o registro (Data Table "${table}")${said === undefined ? '' : `. O n8n diz: ${said}`}`,
	ledgerAdvice: {
		switchedOff:
			'As Data Tables estão desativadas neste n8n. Retire data-table de N8N_DISABLED_MODULES, ou escolha Recent em Duplicate Protection e dispense Maximum per Day.',
		missing:
			'Este n8n não tem Data Tables, ou não pode usá-las aqui. Atualize o n8n para a versão 2.20 ou mais recente, ou escolha Recent em Duplicate Protection e dispense Maximum per Day.',
		tooOld:
			'O nó Data Table deste n8n não tem operações sobre tabelas. Atualize o n8n para a versão 2.20 ou mais recente, ou escolha Recent em Duplicate Protection e dispense Maximum per Day.',
		full: 'As Data Tables deste n8n estão cheias. Apague linhas ou tabelas de que não precisa, ou aumente N8N_DATA_TABLES_MAX_SIZE_BYTES.',
		otherColumns: ({ columns }) =>
			`A tabela tem colunas diferentes das do registro. Use outro nome, para que o nó crie uma nova, ou acrescente o que falta: ${columns}.`,
		notAllowed:
			'O n8n não permite que este workflow altere as suas Data Tables. Fale com quem o administra.',
		other:
			'Veja o log do n8n. Nada foi pago duas vezes: execute as linhas de novo quando o registro puder ser usado.',
	},
	ledgerRenamed: ({ table, tables }) =>
		`o registro (Data Table "${table}") foi renomeado: agora é ${list(tables.map((name) => `"${name}"`))}, cujas linhas dizem que foram escritas com o nome antigo`,
	ledgerPerhapsRenamed: ({ table, tables }) =>
		`o registro (Data Table "${table}") não existe e pode ter sido renomeado: as linhas de ${list(tables.map((name) => `"${name}"`))} não dizem de qual registro são`,
	ledgerBackOrNew: ({ table, renamed }) =>
		`Renomeie-o de volta para "${table}", ou use "${renamed}" em Ledger Table onde quer que se pague com ele. Para um registro próprio, escolha um nome que nenhum tenha tido.`,
	nameRows: ({ renamed }) =>
		`Se "${renamed}" é outro registro, escreva o nome dele na coluna ledger de uma das suas linhas.`,
	ledgerMade: ({ table, others }) => {
		const made = `O registro (Data Table "${table}") é novo, porque não havia nenhum com este nome: ele não conhece nenhum pagamento anterior`;
		if (others.length === 0) return made;
		return `${made}. Outros registros neste projeto: ${list(others.map((name) => `"${name}"`))}`;
	},
	rowUnreadable: ({ table, id, shown, columns }) =>
		`não enviada, porque não foi possível ler a linha ${id} do registro (Data Table "${table}"${shown === undefined ? '' : `, chave ${shown}`}): ${columns.join(', ')}`,
	mendRow:
		'Alguém a editou. Mude o outcome para "issued" se foi paga e para "rejected" se não foi, e preencha o que falta; ou apague a linha, o que libera o nome dela.',
};
