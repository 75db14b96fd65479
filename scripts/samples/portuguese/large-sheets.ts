/** Lines of notes: 100,000 rows, in parts. */
export const LARGE_SHEETS: Record<string, string> = {
	'## Top up 100,000 rows': '## Fazer 100.000 recargas',
	'Checks the whole sheet, cuts it into parts and gives each part to a worker of n8n (queue mode). On one machine it works too, part by part.':
		'Verifica a planilha inteira, divide-a em partes e entrega cada parte a um worker do n8n (queue mode). Em uma máquina só também funciona, parte por parte.',
	'1. Import *Top up 100,000 rows: one part*, choose its credentials and publish it.':
		'1. Importe *Fazer 100.000 recargas: uma parte*, escolha as credenciais dele e publique.',
	'2. Choose your *GMC API* credential in **Check the whole sheet**, and a *Header Auth* credential in **Issue the parts**: the same as in the webhook of the other workflow.':
		'2. Escolha a sua credencial *GMC API* em **Verificar a planilha inteira** e uma credencial *Header Auth* em **Enviar as partes**: a mesma do webhook do outro workflow.',
	'4. Give n8n more room for Data Tables; its own limit is 200 MiB, in older versions 50 MB: `N8N_DATA_TABLES_MAX_SIZE_BYTES=524288000`.':
		'4. Dê mais espaço às Data Tables do n8n; o limite padrão é de 200 MiB, em versões antigas 50 MB: `N8N_DATA_TABLES_MAX_SIZE_BYTES=524288000`.',
	'### The check': '### A verificação',
	'**Check the whole sheet** is a *Dry Run*: amounts, customers and *Maximum Total* of all rows are checked, and nothing is sent. One bad row stops the run here, with its number.':
		'**Verificar a planilha inteira** é um *Dry Run* (simulação): valores, clientes e *Maximum Total* são conferidos em todas as linhas, e nada é enviado. Uma única linha com problema interrompe a execução aqui, e o erro diz o número dela.',
	'The columns are those of *Top up customers from a spreadsheet*; change them in **Read the columns**.':
		'As colunas são as de *Fazer recargas a partir de uma planilha*; mude em **Ler as colunas**.',
	'### The parts, and their ledgers': '### As partes e os seus registros',
	'Each part is an execution of its own. **Issue the parts** calls a webhook, since n8n runs sub-workflows on the worker of their parent; only what comes through a webhook is shared among the workers.':
		'Cada parte é uma execução própria. **Enviar as partes** chama um webhook, porque o n8n executa um sub-workflow no mesmo worker do workflow que o chamou; só o que chega por webhook é repartido entre os workers.',
	'`id` is the **Idempotency Key**: what an ID has paid is not paid again. A ledger remembers at least its newest 20,000 rows, so this workflow has ten: *Data tables → GMC top-ups, part 0* to *9*. The ID alone decides which one a row belongs to. Never change their number in **Cut into parts**: rows that were paid would be new.':
		'O `id` é a **Idempotency Key**: o que já foi pago com um ID não é pago de novo. Um registro guarda pelo menos as 20.000 linhas mais recentes, por isso este workflow tem dez: *Data tables → GMC top-ups, part 0* até *9*. Só o ID decide a qual deles a linha pertence. Nunca mude a quantidade em **Dividir em partes**: linhas já pagas seriam tratadas como novas.',
	'### The summary': '### O resumo',
	'`isDone` is true when every row is paid, by this run or before. Rows that need a person are listed with the reason.':
		'`isDone` é verdadeiro quando todas as linhas estão pagas, por esta execução ou antes. As linhas que alguém precisa ver são listadas com o motivo.',
	'`withoutAnswer`: n8n lost the part, for instance with its worker. Run this workflow again, at once or another day: what is paid is skipped, the rest is sent.':
		'`withoutAnswer`: o n8n perdeu a parte, por exemplo junto com o worker. Execute este workflow de novo, na hora ou outro dia: o que está pago é pulado, o resto é enviado.',
	'## Top up 100,000 rows: one part': '## Fazer 100.000 recargas: uma parte',
	'Issues the rows that *Top up 100,000 rows* sends here. In queue mode each call is taken by a worker that is free.':
		'Credita as linhas que *Fazer 100.000 recargas* envia para cá. No queue mode, cada chamada vai para um worker livre.',
	'2. Make a *Header Auth* credential, such as the name `X-Top-Up-Key` with a long random value, and choose it in **Part**: whoever has it can spend your money.':
		'2. Crie uma credencial *Header Auth*, por exemplo com o nome `X-Top-Up-Key` e um valor longo e aleatório, e escolha-a em **Parte**: quem tem esse valor pode gastar o seu dinheiro.',
	'*Stop* of this workflow sends no further part; the parts that run go on, each with its own *Stop* under *Executions*. What each has paid: filter `executionId` in the ten ledgers. Then run it again.':
		'O *Stop* deste workflow não envia mais nenhuma parte; as que estão em execução continuam, cada uma com o seu *Stop* em *Executions*. O que cada uma pagou: filtre `executionId` nos dez registros. Depois execute de novo.',
};
