/** Lines of notes: the spreadsheet, Google Sheets, the order of a shop. */
export const TOP_UPS: Record<string, string> = {
	'## Top up customers from a spreadsheet': '## Fazer recargas a partir de uma planilha',
	'Adds balance once for each row of a sheet.':
		'Credita saldo uma vez para cada linha de uma planilha.',
	'1. Open **Add balance** and choose your *GMC API* credential.':
		'1. Abra **Creditar saldo** e escolha a sua credencial *GMC API*.',
	'2. Put your file where **Read the spreadsheet** looks for it, or change the path there. No file there? Then the run ends red.':
		'2. Coloque o arquivo onde **Ler a planilha** o procura, ou mude o caminho ali. Se não houver arquivo, a execução termina com erro.',
	'3. Try it with the option **Dry Run** of **Add balance**: every row is checked and nothing is sent.':
		'3. Faça um teste com a opção **Dry Run** (simulação) de **Creditar saldo**: todas as linhas são conferidas e nada é enviado.',
	'4. **Add balance** has *Maximum per Day* set to 50000 (Options): set yours before you publish it. Whatever GMC lists as added today counts, and a run that would go above it sends nothing.':
		'4. **Creditar saldo** vem com *Maximum per Day* (limite do dia, em Options) em 50000: defina o seu antes de publicar. Conta tudo o que a GMC lista como creditado hoje, e uma execução que passaria do limite não envia nada.',
	'### The file': '### O arquivo',
	'A CSV or an Excel file (.xlsx; its first tab) with `id`, `name`, `customer_id` *or* `tax_id`, `amount`, `currency` (BRL, USDT, GMC, USD) as the headings of its columns, or in Portuguese `pedido`, `nome`, `cpf/cnpj`, `valor`, `moeda`. Semicolons or commas, the accents of Excel or of others: found out. Rows without any content are left out.':
		'Um CSV ou um arquivo do Excel (.xlsx; a primeira aba) com os títulos de coluna `pedido`, `nome`, `cpf/cnpj`, `valor` e `moeda` (BRL, USDT, GMC, USD), ou em inglês `id`, `name`, `customer_id` *ou* `tax_id`, `amount`, `currency`. Ponto e vírgula ou vírgula, acentos do Excel ou de outros programas: é descoberto sozinho. Linhas sem conteúdo ficam de fora.',
	'n8n reads files below the folders named in `N8N_RESTRICT_FILE_ACCESS_TO` only; without that setting below `.n8n-files` in its home folder. The rows are in a *Google Sheet*? There is a sample of its own for that.':
		'O n8n só lê arquivos dentro das pastas indicadas em `N8N_RESTRICT_FILE_ACCESS_TO`; sem essa variável, dentro de `.n8n-files` na pasta pessoal dele. As linhas estão no *Google Sheets*? Há um exemplo só para isso.',
	'Your columns have other names? Add them in **The columns**, after a comma, and nothing else has to change; empty there what your sheet does not have. A sheet in which a column is missing ends red, with the headings that are not known, and nothing is sent.':
		'As suas colunas têm outros nomes? Acrescente-os em **As colunas**, depois de uma vírgula, e nada mais precisa mudar; esvazie ali o que a sua planilha não tem. Se falta uma coluna, a execução termina com erro, mostra os títulos desconhecidos, e nada é enviado.',
	'A tax ID whose leading zeros a spreadsheet has dropped gets them back, and its digits are checked. `1,12223E+13` is what Excel makes of a CNPJ: it is refused.':
		'Se um CPF ou CNPJ perdeu os zeros à esquerda na planilha, o nó os repõe e confere os dígitos verificadores. `1,12223E+13` é o que o Excel faz de um CNPJ: é recusado.',
	'`id` names a row for good, such as the number of the order or of the invoice. It is the **Idempotency Key** of **Add balance**: what an ID has paid is not paid again, whether the same file is run again, tomorrow, after a crash, or twice at once. *Data tables → GMC top-ups* shows it.':
		'O `id` identifica a linha para sempre, como o número do pedido ou da nota. Ele é a **Idempotency Key** de **Creditar saldo**: o que já foi pago com um ID não é pago de novo, nem se o mesmo arquivo for executado outra vez, amanhã, depois de uma queda ou duas vezes ao mesmo tempo. Tudo isso aparece em *Data tables → GMC top-ups*.',
	'Give every top-up an ID of its own, and never number the rows anew. A sheet with a row without an ID ends red, and nothing is sent.':
		'Dê a cada recarga um ID só dela e nunca renumere as linhas. Com uma linha sem ID, a execução termina com erro e nada é enviado.',
	'All rows are checked first. **Issued**: paid by this run. **Paid before**: its ID has paid already; nothing was sent. **Dry run**: would be sent.':
		'Primeiro todas as linhas são conferidas. **Saldo creditado**: pago por esta execução. **Já creditado antes**: já tinha sido pago com esse ID; nada foi enviado. **Simulação**: seria enviado.',
	'**Needs attention**: refused or not sent, with the line of the sheet, the reason and its cure; the others go on. **A sheet to correct** has them as an Excel file to download: correct it and pay it like any other. `unknown` means that no answer came, so it *may* have been paid: run the workflow again, and its ID tells.':
		'**Precisa de atenção**: recusado ou não enviado, com a linha da planilha, o motivo (`reason`) e o que fazer (`cure`); as outras linhas seguem. **Uma planilha para corrigir** traz essas linhas em um arquivo do Excel para baixar: corrija e pague como qualquer outra. `unknown` quer dizer que a resposta não chegou, então *pode* ter sido pago: execute o workflow de novo, e o ID esclarece.',
	'**Pending at GMC**: GMC has it and has not completed it. A run with a row in **Needs attention** ends **red**: connect your e-mail, chat or sheet node above **Not everything is settled**, since n8n works from top to bottom.':
		'**Pendente na GMC**: a GMC recebeu e ainda não concluiu. Uma execução com uma linha em **Precisa de atenção** termina em **vermelho**: conecte o seu nó de e-mail, chat ou planilha acima de **Nem tudo está resolvido**, porque o n8n trabalha de cima para baixo.',
	'## Top up from Google Sheets': '## Fazer recargas a partir do Google Sheets',
	'Adds balance once for each row that *Outcome* does not say is paid, and writes beside the row what became of it.':
		'Credita saldo uma vez para cada linha que *Outcome* (resultado) não diz que foi paga e grava ao lado o que aconteceu.',
	'1. Open **Settings**: paste the address of your spreadsheet, name its tab, set the limits of a run and of a day (whatever GMC lists as added today counts).':
		'1. Abra **Configurações**: cole o endereço da sua planilha, informe o nome da aba, o limite de uma execução e o do dia (conta tudo o que a GMC lista como creditado hoje).',
	'2. Choose your *Google Sheets* credential in **Read the sheet** and **Write the outcomes**, and your *GMC API* credential in **Add balance**.':
		'2. Escolha a sua credencial do *Google Sheets* em **Ler a planilha do Google** e **Gravar os resultados**, e a sua credencial *GMC API* em **Creditar saldo**.',
	"3. The first line of the tab needs the columns `ID`, `Customer` (tax ID or GMC's ID), `Amount`, `Currency` (BRL, USDT, GMC, USD) and `Outcome`. The workflow adds *Name at GMC*, *Addition ID* and *Reason*.":
		'3. A primeira linha da aba precisa das colunas `ID`, `Customer` (cliente: CPF, CNPJ ou o ID da GMC), `Amount` (valor), `Currency` (moeda: BRL, USDT, GMC, USD) e `Outcome` (resultado). O workflow acrescenta *Name at GMC* (nome na GMC), *Addition ID* e *Reason* (motivo).',
	'4. Try it with the option **Dry Run** of **Add balance**: *Reason* then says what would be sent, and *Outcome* stays empty.':
		'4. Faça um teste com a opção **Dry Run** (simulação) de **Creditar saldo**: *Reason* diz o que seria enviado, e *Outcome* fica vazio.',
	'Your columns have other names? Add them in **The columns**, after a comma; `pedido`, `cpf/cnpj`, `valor`, `moeda` are known. The name of *Outcome* stands in **Read the sheet**. Rows without any content are left out.':
		'As suas colunas têm outros nomes? Acrescente-os em **As colunas**, depois de uma vírgula; `pedido`, `cpf/cnpj`, `valor` e `moeda` são conhecidos. O nome de *Outcome* está em **Ler a planilha do Google**. Linhas sem conteúdo ficam de fora.',
	'Cells come as they are stored, not as they look: an amount without its R$, a tax ID perhaps without its zeros. They come back, and the digits are checked.':
		'As células chegam como estão guardadas, não como aparecem: um valor sem o R$, um CPF talvez sem os zeros. Os zeros voltam, e os dígitos verificadores são conferidos.',
	'`ID` names a row for good, such as the number of the order. It is the **Idempotency Key** of **Add balance**: what an ID has paid is not paid again, whatever becomes of *Outcome*. Two runs at once, n8n stopped in the middle, an outcome that could not be written: the next run finds what was paid, and writes `skipped`. *Data tables → GMC top-ups* shows it.':
		'O `ID` identifica a linha para sempre, como o número do pedido. Ele é a **Idempotency Key** de **Creditar saldo**: o que já foi pago com um ID não é pago de novo, aconteça o que acontecer com *Outcome*. Duas execuções ao mesmo tempo, o n8n interrompido no meio, um resultado que não pôde ser gravado: a próxima execução encontra o que foi pago e grava `skipped`. Tudo isso aparece em *Data tables → GMC top-ups*.',
	'Give every top-up an ID of its own, and never change the ID of a row. A row without one is not sent, and the run ends red.':
		'Dê a cada recarga um ID só dela e nunca mude o ID de uma linha. Uma linha sem ID não é enviada, e a execução termina com erro.',
	'`issued`: paid by this run. `skipped`: its ID has paid before; nothing was sent.':
		'`issued`: pago por esta execução. `skipped`: já tinha sido pago com esse ID; nada foi enviado.',
	'`rejected`, `unknown`, `notAttempted`: the next run takes these by itself. `rejected`: nothing was paid; *Reason* says what to correct. `unknown` means that no answer came: it **may** have been paid, and the next run looks before it sends.':
		'`rejected`, `unknown`, `notAttempted`: a próxima execução cuida delas sozinha. `rejected`: nada foi pago; *Reason* diz o que corrigir. `unknown` quer dizer que a resposta não chegou: **pode** ter sido pago, e a próxima execução verifica antes de enviar.',
	'**Pending at GMC**: GMC has it and has not completed it; beside the row it is `issued` or `skipped` all the same. A run with a row in **Needs attention** ends **red**, after the outcomes are written. Connect your e-mail or chat node there, above **Not everything is settled**.':
		'**Pendente na GMC**: a GMC recebeu e ainda não concluiu; ao lado da linha fica `issued` ou `skipped` do mesmo jeito. Uma execução com uma linha em **Precisa de atenção** termina em **vermelho**, depois de gravados os resultados. Conecte ali o seu nó de e-mail ou chat, acima de **Nem tudo está resolvido**.',
	'*Reason* is written as plain text (**RAW**): one that begins with `=` must not become a formula. You may sort the sheet while it runs: outcomes find their row by its ID.':
		'*Reason* é gravado como texto puro (**RAW**): um motivo que começa com `=` não pode virar fórmula. Você pode ordenar a planilha durante a execução: cada resultado encontra a sua linha pelo ID.',
	'## Top up when an order is paid': '## Fazer a recarga quando o pedido é pago',
	'Your shop calls this workflow when an order is paid; the wallet of the customer is topped up, and the shop gets an answer.':
		'A sua loja chama este workflow quando um pedido é pago; a carteira do cliente recebe o saldo, e a loja recebe uma resposta.',
	'2. Make a *Header Auth* credential, such as the name `X-Shop-Key` with a long random value, choose it in **Order paid**, and have your shop send it: whoever has it can spend your money.':
		'2. Crie uma credencial *Header Auth*, por exemplo com o nome `X-Shop-Key` e um valor longo e aleatório, escolha-a em **Pedido pago** e faça a loja enviá-la: quem tem esse valor pode gastar o seu dinheiro.',
	'3. Open **The order**: where your shop writes its number, the tax ID, the amount and the currency.':
		'3. Abra **O pedido**: informe ali em que campos a sua loja envia o número, o CPF ou CNPJ, o valor e a moeda.',
	'### The order': '### O pedido',
	'Expected is a POST with JSON such as': 'A loja envia um POST com JSON, por exemplo',
	'### Delivered twice, paid once': '### Chega duas vezes, é pago uma vez só',
	'Shops deliver a call again when the answer was late, and sometimes without a reason. The number of the order is the **Idempotency Key**: what an order has paid is not paid again, were it delivered three times in the same second, tomorrow, or after n8n has crashed. *Data tables → GMC top-ups* shows it.':
		'As lojas repetem uma chamada quando a resposta demora, e às vezes sem motivo nenhum. O número do pedido é a **Idempotency Key**: um pedido já pago não é pago de novo, mesmo que chegue três vezes no mesmo segundo, amanhã ou depois de uma queda do n8n. Tudo isso aparece em *Data tables → GMC top-ups*.',
	'Two equal orders of one customer are two top-ups. An order that comes again with another amount is refused.':
		'Dois pedidos iguais de um cliente são duas recargas. Um pedido que volta com outro valor é recusado.',
	'### The answers': '### As respostas',
	'**422**: refused, and another delivery changes that only once the cause is mended: an unknown customer, another name than at GMC (**Needs attention** shows both), an amount that cannot be read or is above the limit, an order without a number. Some shops deliver a 422 again, too; that does no harm.':
		'**422**: recusado, e reenviar só adianta depois que a causa for corrigida: um cliente desconhecido, um nome diferente do da GMC (**Precisa de atenção** mostra os dois), um valor ilegível ou acima do limite, um pedido sem número. Algumas lojas reenviam também depois de um 422; não faz mal.',
	'The order has no number': 'O pedido não tem número',
	'1. Choose your *GMC API* credential in **Create a new buyer** and **Add balance**.':
		'1. Escolha a sua credencial *GMC API* em **Criar um comprador novo** e **Creditar saldo**.',
	'4. Open **Words of the shop**: by which words your shop says that an order is paid.':
		'4. Abra **Palavras da loja**: com que palavras a sua loja diz que um pedido está pago.',
	'5. **Add balance** refuses an order above *Maximum Amount* (Options): set yours.':
		'5. **Creditar saldo** recusa um pedido acima de *Maximum Amount* (valor máximo, em Options): defina o seu.',
	'6. Publish it, and give the production URL of **Order paid** to your shop.':
		'6. Publique e cadastre na loja a URL de produção de **Pedido pago**.',
	'Your shop names them otherwise? Change **The order**: the name goes behind `$json.body.` and nothing else has to change.':
		'A sua loja usa outros nomes? Mude em **O pedido**: o nome vem depois de `$json.body.`, e nada mais precisa mudar.',
	'**The tax ID** may come as a number, which gets lost zeros back. So its type in **The order** is *Object*, with *Ignore Type Conversion Errors*: *String* would make a text of it, and a text stays as it is.':
		'**O documento** pode vir como número, que recebe de volta os zeros perdidos. Por isso o tipo dele em **O pedido** é *Object*, com *Ignore Type Conversion Errors*: *String* faria dele um texto, e um texto fica como está.',
	'**A new buyer** is created at GMC, if the order has a name and an e-mail, and then paid. Whom GMC knows already stays as he is: an order overwrites nobody.':
		'**Um comprador novo** é criado na GMC, se o pedido traz nome e e-mail, e depois recebe o saldo. Quem a GMC já conhece fica como está: um pedido não altera o cadastro de ninguém.',
	'**The name** is compared with the one at GMC (*Expected Name* in **Add balance**), so it has to be the full one: a middle name may be missing, and a letter may be wrong. Another name is refused, and so is one word: `Ana` may be any Ana. Your shop has only that? Take *Expected Name* out.':
		'**O nome** é comparado com o da GMC (*Expected Name* em **Creditar saldo**), por isso precisa ser o nome completo: pode faltar um nome do meio ou haver uma letra errada. Outro nome é recusado, e uma palavra só também: `Ana` pode ser qualquer Ana. A sua loja só tem isso? Tire *Expected Name*.',
	'`{ "id": 1001, "status": "paid", "customer_tax_id": "111.444.777-35", "customer_name": "Diego Alves", "customer_email": "diego@example.com", "total": "49.90", "currency": "BRL" }`':
		'`{ "id": 1001, "status": "pago", "customer_tax_id": "111.444.777-35", "customer_name": "Diego Alves", "customer_email": "diego@example.com", "total": "49.90", "currency": "BRL" }`',
	'### The words of the shop': '### As palavras da loja',
	'**Words of the shop** is the one place where they stand, with a comma between them, in capitals or not: what means paid, and what means that there is nothing to pay.':
		'Elas ficam todas em **Palavras da loja**, separadas por vírgula, em maiúsculas ou minúsculas: as que querem dizer pago e as que querem dizer que não há nada a pagar.',
	'A word that is in neither of the two, or none at all, comes to **Needs attention**, and the shop is told 503: it *may* mean that the customer has paid. Put the word where it belongs, and the next delivery does the rest. A 200 would end the deliveries, and many shops take a 422 as the end, too.':
		'Uma palavra que não está em nenhuma das duas listas, ou um pedido sem palavra nenhuma, chega a **Precisa de atenção**, e a loja recebe 503: *pode* ser que o cliente tenha pago. Ponha a palavra na lista certa, e o próximo reenvio faz o resto. Com um 200 a loja não reenviaria mais, e para muitas um 422 também é o fim.',
	'**200**: paid, by this call (`issued`) or before (`skipped`), or an order of which there is nothing to pay (`ignored`). The shop is done. **Pending at GMC** stands apart: GMC has it and has not completed it.':
		'**200**: pago, por esta chamada (`issued`) ou antes (`skipped`), ou um pedido em que não há nada a pagar (`ignored`). A loja não precisa fazer mais nada. **Pendente na GMC** fica à parte: a GMC recebeu e ainda não concluiu.',
	'**503**: not known yet (`unknown`), not sent (`notAttempted`), or refused for what is no fault of the order: the network, the login, the keys, an addition that GMC has failed, a new buyer who could not be created. The shop shall deliver it again, and that is safe: most shops do so by themselves for hours.':
		'**503**: ainda não se sabe (`unknown`), não foi enviado (`notAttempted`), ou foi recusado sem culpa do pedido: a rede, o login, as chaves, uma recarga que falhou na GMC, um comprador novo que não pôde ser criado. A loja deve reenviar, e isso é seguro: a maioria reenvia sozinha durante horas.',
	'**Needs attention** gets every order that is not paid, after the answer and with each delivery: connect your e-mail or chat node there, above **Not everything is settled**. A 503 mostly settles itself with the next delivery; if the shop has given up, have it deliver the order again.':
		'**Precisa de atenção** recebe todo pedido que não foi pago, depois da resposta e a cada reenvio: conecte ali o seu nó de e-mail ou chat, acima de **Nem tudo está resolvido**. Um 503 quase sempre se resolve no reenvio seguinte; se a loja desistiu, faça-a enviar o pedido de novo.',
	"An order that is not paid ends **red**, so that n8n's *Error Workflow* can tell you.":
		'Um pedido que não foi pago termina em **vermelho**, para o *Error Workflow* do n8n poder avisar você.',
};
