/** Lines of notes: a sheet that someone approves. */
export const APPROVAL: Record<string, string> = {
	'## Top up a sheet after approval': '## Recarga de uma planilha com aprovação',
	'Checks a sheet, asks a person by e-mail, and pays what that person has approved.':
		'Verifica uma planilha, pergunta a uma pessoa por e-mail e paga o que ela aprovou.',
	'1. Open **Settings**: a name of the sheet, such as `prizes 2026-11`, who is asked, and the most of a day. Another sheet, another name.':
		'1. Abra **Configurações**: um nome para a planilha, como `prêmios 2026-11`, quem é perguntado e o máximo do dia. Outra planilha, outro nome.',
	'2. Choose your *GMC API* credential in **Check the sheet**, **Check it again** and **Add balance**, and your *SMTP* credential in **Ask for approval**.':
		'2. Escolha a sua credencial *GMC API* em **Verificar a planilha**, **Verificar de novo** e **Creditar saldo**, e a sua credencial *SMTP* em **Pedir aprovação**.',
	'3. Put your file where **Read the spreadsheet** looks for it, or change the path there and in **Read it again**.':
		'3. Coloque o arquivo onde **Ler a planilha** o procura, ou mude o caminho ali e em **Ler de novo**.',
	'4. Start it by hand: *Execute workflow*. There is nothing to publish; the run waits for the answer, and an answer pays.':
		'4. Execute manualmente: *Execute workflow*. Não há nada a publicar; a execução espera a resposta, e a resposta paga.',
	'A CSV or an Excel file with `name`, `customer_id` *or* `tax_id`, `amount`, `currency` as the headings of its columns, or `nome`, `cpf/cnpj`, `valor`, `moeda`. Yours have other names? Add them in **The columns**, after a comma.':
		'Um CSV ou um arquivo do Excel com os títulos de coluna `nome`, `cpf/cnpj`, `valor` e `moeda`, ou `name`, `customer_id` *ou* `tax_id`, `amount`, `currency`. As suas têm outros nomes? Acrescente-os em **As colunas**, depois de uma vírgula.',
	'**Check the sheet** is a *Dry Run*: every row is checked, every customer looked up, and nothing is sent.':
		'**Verificar a planilha** é um *Dry Run* (simulação): cada linha é conferida, cada cliente é procurado, e nada é enviado.',
	'The e-mail has the number of top-ups, the total of each currency, the five largest, what is refused, and every name at GMC that differs from the sheet. Names are those that **GMC** has.':
		'O e-mail traz o número de recargas, o total de cada moeda, as cinco maiores, o que foi recusado e cada nome que na GMC é um pouco diferente do da planilha. Os nomes são os que a **GMC** tem.',
	'Its button opens a form: *Approve* or *Decline*. A form, since mail programs open the links of an e-mail by themselves, and that must not approve anything. Whoever has the e-mail can answer: send it to one person.':
		'O botão dele abre um formulário: *Aprovar* ou *Recusar*. É um formulário porque programas de e-mail abrem links sozinhos, e isso não pode aprovar nada. Quem tem o e-mail pode responder: mande a uma pessoa só.',
	'No answer within two days (**Ask for approval**, *Limit Wait Time*), *Decline*, or a second answer: nothing is paid.':
		'Sem resposta em dois dias (**Pedir aprovação**, *Limit Wait Time*), com *Recusar* ou com uma segunda resposta, nada é pago.',
	'### Exactly what was approved': '### Exatamente o que foi aprovado',
	'After the answer the sheet is checked once more (**Check it again**). Would anything be paid that the e-mail did not show, or has somebody changed the file? Then the run ends **red** and pays nothing. Start it again. Each customer must still have the name that the e-mail showed.':
		'Depois da resposta, a planilha é verificada mais uma vez (**Verificar de novo**). Seria pago algo que o e-mail não mostrou, ou alguém mudou o arquivo? Então a execução termina em **vermelho** e não paga nada. Comece de novo. Cada cliente ainda precisa ter o nome que o e-mail mostrou.',
	'The name of the sheet is the **Batch**: what it has paid is not paid again, whoever approves it once more. Correct what was refused, start it again, and only that is asked for.':
		'O nome da planilha é o **Batch** (lote): o que já foi pago nele não é pago de novo, mesmo que alguém aprove outra vez. Corrija o que foi recusado, comece de novo, e só isso será perguntado.',
	'**Issued**: paid. **Pending at GMC**: GMC has it and has not completed it. **Paid before**: by this sheet already. **Needs attention**: with the line of the sheet, the reason and its cure, and as an Excel file in **A sheet to correct**; make the corrections in the whole sheet. Connect your e-mail or chat node there, above **Not everything is settled**: a run with a row there ends **red**.':
		'**Saldo creditado**: pago. **Pendente na GMC**: a GMC recebeu e ainda não concluiu. **Já creditado antes**: já por esta planilha. **Precisa de atenção**: com a linha da planilha, o motivo (`reason`) e o que fazer (`cure`), e em um arquivo do Excel em **Uma planilha para corrigir**; corrija na planilha inteira. Conecte ali o seu nó de e-mail ou chat, acima de **Nem tudo está resolvido**: uma execução com uma linha ali termina em **vermelho**.',
	'*Stop* under *Executions* ends the run; what GMC has been asked for stays asked for. What was paid by then: *Data tables → GMC top-ups*, filter `executionId` by the number of the execution. Then start it again: only the rest is asked for and sent.':
		'*Stop* em *Executions* encerra a execução; o que já foi pedido à GMC continua pedido. O que foi pago até ali: em *Data tables → GMC top-ups*, filtre `executionId` pelo número da execução. Depois comece de novo: só o resto é perguntado e enviado.',
};
