/** Lines of notes: the day compared, and the e-mail of it. */
export const RECONCILIATION: Record<string, string> = {
	'## Reconcile a day': '## Conferir um dia',
	'Compares the sheet of a day with what GMC lists for it, by customer, amount and currency. It reads only: no money moves.':
		'Compara a planilha de um dia com o que a GMC lista nele, por cliente, valor e moeda. Só lê: nenhum dinheiro é movimentado.',
	'1. Choose your *GMC API* credential in **Additions around the day** and in **Customers**.':
		'1. Escolha a sua credencial *GMC API* em **Recargas em torno do dia** e em **Clientes**.',
	'2. Let **Read the spreadsheet** read the same file as *Top up customers from a spreadsheet*.':
		'2. Faça **Ler a planilha** ler o mesmo arquivo de *Fazer recargas a partir de uma planilha*.',
	'3. Connect your e-mail, chat or sheet node after **Only in the sheet** and **Only at GMC**.':
		'3. Conecte o seu nó de e-mail, chat ou planilha depois de **Só na planilha** e **Só na GMC**.',
	'### The day': '### O dia',
	"Today, in the workflow's time zone (*Settings → Timezone*). Another day? Write it into **The day**, such as `2026-11-20`.":
		'Hoje, no fuso horário do workflow (*Settings → Timezone*). Outro dia? Escreva em **O dia**, por exemplo `2026-11-20`.',
	'GMC is asked for two days more on each side, since it does not say in which time zone it counts days or whether the last one is included; the comparison takes only the day itself.':
		'A consulta à GMC inclui dois dias a mais de cada lado, porque ela não informa em que fuso conta os dias nem se o último entra; a comparação usa só o próprio dia.',
	'Does **Additions around the day** warn that GMC sent fewer additions than it counts? Then do not trust *Only in the sheet*.':
		'**Recargas em torno do dia** avisa que a GMC enviou menos recargas do que contou? Então não confie em *Só na planilha*.',
	'### The sheet': '### A planilha',
	'The same nodes as in *Top up customers from a spreadsheet*: change the columns here as you changed them there.':
		'Os mesmos nós de *Fazer recargas a partir de uma planilha*: mude as colunas aqui como mudou lá.',
	'Several sheets a day? Put them together before **Compare**, or every addition of the others shows up as *Only at GMC*.':
		'Várias planilhas por dia? Junte-as antes de **Comparar**, senão as recargas das outras aparecem como *Só na GMC*.',
	'**Only in the sheet**: not issued, or not listed yet. Run *Top up customers from a spreadsheet* again: what an ID has paid is not paid again. An amount that can be read in two ways, such as `1.234`, lands here too.':
		'**Só na planilha**: não foi creditado, ou ainda não aparece na lista. Execute *Fazer recargas a partir de uma planilha* de novo: o que já foi pago com um ID não é pago outra vez. Um valor que pode ser lido de duas formas, como `1.234`, também cai aqui.',
	"**Only at GMC**: somebody else's addition, or a row issued twice.":
		'**Só na GMC**: uma recarga de outra pessoa, ou uma linha creditada duas vezes.',
	'**In both**: a row and its addition. Equal rows are counted: two rows and one addition leave one row over.':
		'**Nos dois**: uma linha e a sua recarga. Linhas iguais são contadas: de duas linhas e uma recarga, sobra uma linha.',
	'## Daily reconciliation by e-mail': '## Conferência diária por e-mail',
	'Compares the sheet of the day with what GMC lists for it, and sends the result by e-mail: how many rows are in both, and every one that is only in the sheet or only at GMC. It reads only: no money moves.':
		'Compara a planilha do dia com o que a GMC lista nele e envia o resultado por e-mail: quantas linhas estão nos dois e cada uma que está só na planilha ou só na GMC. Só lê: nenhum dinheiro é movimentado.',
	'1. Open **Settings**: from which address to which address.':
		'1. Abra **Configurações**: de qual endereço para qual endereço.',
	'2. Choose your *GMC API* credential in **Additions around the day** and in **Customers**, and your *SMTP* credential in **Send the e-mail**.':
		'2. Escolha a sua credencial *GMC API* em **Recargas em torno do dia** e em **Clientes**, e a sua credencial *SMTP* em **Enviar o e-mail**.',
	'3. Let **Read the spreadsheet** read the same file as *Top up customers from a spreadsheet*, and change the columns here as you changed them there.':
		'3. Faça **Ler a planilha** ler o mesmo arquivo de *Fazer recargas a partir de uma planilha* e mude as colunas aqui como mudou lá.',
	"Today, in the workflow's time zone (*Settings → Timezone*). Another day? Write it into **Settings**, such as `2026-11-20`.":
		'Hoje, no fuso horário do workflow (*Settings → Timezone*). Outro dia? Escreva em **Configurações**, por exemplo `2026-11-20`.',
	'### No e-mail is no good news': '### Sem e-mail não é boa notícia',
	'An e-mail comes every day, also when all is well. If it does not, look at *Executions*: the file may be missing, or a login refused.':
		'O e-mail chega todo dia, mesmo quando está tudo certo. Se não chegar, veja *Executions*: pode faltar o arquivo, ou um login foi recusado.',
	'Several sheets a day? Put them together before **Compare**, or every addition of the others shows up as *only at GMC*.':
		'Várias planilhas por dia? Junte-as antes de **Comparar**, senão as recargas das outras aparecem como *só na GMC*.',
	'**Compare** is the same as in the sample *Reconcile a day*.':
		'**Comparar** é igual ao do exemplo *Conferir um dia*.',
	'### The e-mail': '### O e-mail',
	'What stands in the sheet is written as text, so a cell cannot bring a link or a picture into the e-mail. The tables hold 100 rows each.':
		'O que está na planilha vai como texto, então uma célula não consegue pôr um link ou uma imagem no e-mail. Cada tabela traz até 100 linhas.',
};
