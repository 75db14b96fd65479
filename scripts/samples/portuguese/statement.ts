/** Lines of notes: what GMC lists for a period. */
export const STATEMENT_NOTES: Record<string, string> = {
	'## Monthly statement': '## Extrato mensal',
	'What GMC lists for a period, added up by currency, customer and status: what failed and why, what is open, and which workflow or batch has paid. As a page to keep and as an e-mail. It reads only: no money moves.':
		'O que a GMC lista em um período, somado por moeda, cliente e status: o que falhou e por quê, o que está em aberto, e qual workflow ou lote pagou. Como página para guardar e como e-mail. Só lê: nenhum dinheiro é movimentado.',
	'1. Open **Settings**: from which address to which address.':
		'1. Abra **Configurações**: de qual endereço para qual endereço.',
	'2. Choose your *GMC API* credential in **Additions** and **Customers**, and your *SMTP* credential in **Send the e-mail**.':
		'2. Escolha a sua credencial *GMC API* em **Recargas** e **Clientes**, e a sua credencial *SMTP* em **Enviar o e-mail**.',
	'3. Set the time zone of the workflow (*Settings → Timezone*) and publish it.':
		'3. Defina o fuso horário do workflow (*Settings → Timezone*) e publique.',
	'### The period': '### O período',
	'The last month. Another one? Write its first and its last day into **Settings**, such as `2026-10-01` and `2026-10-31`, and run it by hand.':
		'O mês passado. Outro? Escreva o primeiro e o último dia em **Configurações**, por exemplo `2026-10-01` e `2026-10-31`, e execute manualmente.',
	"Does **Additions** warn that GMC's list comes cut? Then the totals are too small: take shorter periods.":
		'**Recargas** avisa que a lista da GMC vem incompleta? Então os totais são baixos demais: use períodos mais curtos.',
	'### The ledger': '### O registro',
	'*Data tables → GMC top-ups* knows which workflow and which batch has paid. Another **Ledger Table**? Write its name into **Settings**. There is none? Then the statement says so, and tells what GMC lists.':
		'*Data tables → GMC top-ups* sabe qual workflow e qual lote pagou. Outra **Ledger Table**? Escreva o nome dela em **Configurações**. Não há nenhuma? Então o extrato diz isso, e mostra o que a GMC lista.',
	'It keeps 40 days at least: an older period may show top-ups as *Not in the ledger*.':
		'Ele guarda pelo menos 40 dias: um período mais antigo pode mostrar recargas como *Fora do registro*.',
	'### The statement': '### O extrato',
	'**Show the page** shows it here (view *HTML*), **Page as a file** lets you download it, and it is attached to the e-mail, which is cut where Gmail would cut it.':
		'**Mostrar a página** mostra o extrato aqui (em *HTML*), **Página como arquivo** permite baixá-lo, e ele vai anexo ao e-mail, que termina antes de o Gmail cortar.',
	'Red: somebody has to look. *Failed* has moved no money and is in no sum of *Paid by*. *In doubt* may be paid: do not pay it anew. A customer whom GMC does not list is named as in the ledger, or by the end of the tax ID.':
		'Vermelho: alguém precisa ver. *Falhou* não movimentou dinheiro e não entra nas somas de *Pago por*. *Em dúvida* pode estar pago: não pague de novo. Um cliente que a GMC não lista aparece com o nome do registro, ou com o fim do CPF ou CNPJ.',
};
