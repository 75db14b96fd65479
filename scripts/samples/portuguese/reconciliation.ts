/** Lines of notes: the day compared, and the e-mail of it. */
export const RECONCILIATION: Record<string, string> = {
	'## Reconcile a day': '## Conferir um dia',
	'Compares the sheet of a day with what GMC lists for it and with the ledger of your top-ups. It reads only: no money moves.':
		'Compara a planilha de um dia com o que a GMC lista nele e com o registro das suas recargas. Só lê: nenhum dinheiro é movimentado.',
	'1. Choose your *GMC API* credential in **Reconcile**.':
		'1. Escolha a sua credencial *GMC API* em **Comparar com a GMC**.',
	'2. Let **Read the spreadsheet** read the same file as *Top up customers from a spreadsheet*.':
		'2. Faça **Ler a planilha** ler o mesmo arquivo de *Fazer recargas a partir de uma planilha*.',
	'3. Open **Settings**: *paidBy* is the name of the workflow that pays this sheet.':
		'3. Abra **Configurações**: *paidBy* é o nome do workflow que paga esta planilha.',
	'4. Connect your e-mail, chat or sheet node after **Not paid**, **Uncertain**, **In no row** and **Not compared**.':
		'4. Conecte o seu nó de e-mail, chat ou planilha depois de **Não pago**, **Incerto**, **Em nenhuma linha** e **Não comparado**.',
	'### The day': '### O dia',
	"Yesterday, the whole day, in the workflow's time zone (*Settings → Timezone*). Another day? Write it into **Settings**, such as `2026-11-20`.":
		'Ontem, o dia inteiro, no fuso horário do workflow (*Settings → Timezone*). Outro dia? Escreva em **Configurações**, por exemplo `2026-11-20`.',
	'The sheet must still have the rows of that day. Rows of other days may stand there, too: one that nothing has paid yet is *not paid*.':
		'A planilha ainda precisa ter as linhas desse dia. Linhas de outros dias também podem estar lá: uma que nada pagou ainda é *não pago*.',
	"Does **Reconcile** warn that GMC's list comes cut, or that the ledger could not be asked? Then what is not seen is *uncertain*, never *not paid*.":
		'**Comparar com a GMC** avisa que a lista da GMC vem incompleta, ou que o registro não pôde ser consultado? Então o que não aparece é *incerto*, nunca *não pago*.',
	'### The sheet': '### A planilha',
	'The same nodes as in *Top up customers from a spreadsheet*: change the columns here as you changed them there. `id` is the **Idempotency Key**: what it has paid on another day is found in the ledger.':
		'Os mesmos nós de *Fazer recargas a partir de uma planilha*: mude as colunas aqui como mudou lá. O `id` é a **Idempotency Key**: o que já foi pago com ele em outro dia é encontrado no registro.',
	'Do you pay the sheet in a batch? Empty **Idempotency Key** in **Reconcile** and give **Batch Name** that name. Another **Ledger Table**? Add that option, too.':
		'Você paga a planilha como lote? Esvazie **Idempotency Key** em **Comparar com a GMC** e informe o nome do lote em **Batch Name**. Outra **Ledger Table**? Inclua essa opção também.',
	'Several sheets a day? Put them together before **Reconcile**, or the rows of the others come as *in no row*.':
		'Várias planilhas por dia? Junte-as antes de **Comparar com a GMC**, senão as linhas das outras aparecem como *em nenhuma linha*.',
	'### The rows': '### As linhas',
	'**Paid**: GMC lists it on that day.': '**Pago**: está na lista da GMC nesse dia.',
	'**Paid on another day**: its ID has paid it then.':
		'**Pago em outro dia**: foi pago então com esse ID.',
	'**Not paid**: neither GMC nor the ledger has it. Run *Top up customers from a spreadsheet* again: what an ID has paid is not paid again.':
		'**Não pago**: não está nem na GMC nem no registro. Execute *Fazer recargas a partir de uma planilha* de novo: o que já foi pago com um ID não é pago outra vez.',
	'**Uncertain**: it may be paid, or GMC shows what its ID has paid as something else. Do not pay it anew; look again after 15 minutes.':
		'**Incerto**: pode estar pago, ou a GMC mostra o que foi pago com esse ID como outra coisa. Não pague de novo; compare outra vez depois de 15 minutos.',
	'**Not compared**: its amount or customer is missing or cannot be read, or GMC could not be asked.':
		'**Não comparado**: o valor ou o cliente falta ou não pôde ser lido, ou a GMC não pôde ser consultada.',
	'*who* is the name at GMC, *name* the one in the sheet.':
		'*who* é o nome na GMC, *name* é o da planilha.',
	'### Additions without a row': '### Recargas sem linha',
	'**Paid by another workflow**: the ledger knows which one, and under which ID or batch. No alarm.':
		'**Pago por outro workflow**: o registro sabe qual, e com que ID ou lote. Não é alarme.',
	'**In no row**: nobody here knows it. It was made by hand, by another system, with another ledger, or by a workflow under *Recent* or *Off*. What the workflow of this sheet has paid (*paidBy* in **Settings**) is here, too: a row was taken out or changed, or was paid twice under two IDs.':
		'**Em nenhuma linha**: ninguém aqui conhece. Foi feita à mão, por outro sistema, com outro registro, ou por um workflow em *Recent* ou *Off*. O que o workflow desta planilha pagou (*paidBy* em **Configurações**) também fica aqui: uma linha foi retirada ou mudada, ou paga duas vezes com dois IDs.',
	'**Failed at GMC**: no money moved.': '**Falhou na GMC**: não saiu dinheiro.',
	'## Daily reconciliation by e-mail': '## Conferência diária por e-mail',
	'Compares the sheet every morning with what GMC lists for the day before and with the ledger of your top-ups, and sends the result by e-mail. It reads only: no money moves.':
		'Toda manhã compara a planilha com o que a GMC lista no dia anterior e com o registro das suas recargas, e envia o resultado por e-mail. Só lê: nenhum dinheiro é movimentado.',
	'1. Open **Settings**: from which address to which address; *paidBy* is the name of the workflow that pays this sheet.':
		'1. Abra **Configurações**: de qual endereço para qual endereço; *paidBy* é o nome do workflow que paga esta planilha.',
	'2. Choose your *GMC API* credential in **Reconcile**, and your *SMTP* credential in **Send the e-mail**.':
		'2. Escolha a sua credencial *GMC API* em **Comparar com a GMC** e a sua credencial *SMTP* em **Enviar o e-mail**.',
	'3. Let **Read the spreadsheet** read the same file as *Top up customers from a spreadsheet*.':
		'3. Faça **Ler a planilha** ler o mesmo arquivo de *Fazer recargas a partir de uma planilha*.',
	'### The e-mail': '### O e-mail',
	'**Paid on another day**: its ID has paid it then. It is counted, and is in no sum.':
		'**Pago em outro dia**: foi pago então com esse ID. É contado, e não entra em nenhum total.',
	'All but what is paid is red: somebody has to look.':
		'Tudo o que não está pago vem em vermelho: alguém precisa ver.',
	'**In no row** (red): nobody here knows it. It was made by hand, by another system, with another ledger, or by a workflow under *Recent* or *Off*. What the workflow of this sheet has paid (*paidBy* in **Settings**) is here, too: a row was taken out or changed, or was paid twice under two IDs.':
		'**Em nenhuma linha** (em vermelho): ninguém aqui conhece. Foi feita à mão, por outro sistema, com outro registro, ou por um workflow em *Recent* ou *Off*. O que o workflow desta planilha pagou (*paidBy* em **Configurações**) também fica aqui: uma linha foi retirada ou mudada, ou paga duas vezes com dois IDs.',
	'### No e-mail is no good news': '### Sem e-mail não é boa notícia',
	'An e-mail comes every day, also when all is well. If it does not, look at *Executions*: the file may be missing, or the mail server refused the login.':
		'O e-mail chega todo dia, mesmo quando está tudo certo. Se não chegar, veja *Executions*: pode faltar o arquivo, ou o servidor de e-mail recusou o login.',
	'The total of each currency stands at the top. What stands in the sheet is written as text, so a cell cannot bring a link or a picture into the e-mail. A long e-mail ends with how many rows more there are: Gmail would cut it off.':
		'O total de cada moeda fica no começo. O que está na planilha vai como texto, então uma célula não consegue pôr um link ou uma imagem no e-mail. Um e-mail longo termina dizendo quantas linhas faltam: o Gmail o cortaria.',
};
