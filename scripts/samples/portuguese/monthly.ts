/** Lines of notes: the same amount every month. */
export const MONTHLY: Record<string, string> = {
	'## Monthly top-ups': '## Recargas mensais',
	'Adds the same amount to the wallet of every customer, once a month.':
		'Credita o mesmo valor na carteira de cada cliente, uma vez por mês.',
	'1. Choose your *GMC API* credential in **Customers** and **Add balance**.':
		'1. Escolha a sua credencial *GMC API* em **Clientes** e **Creditar saldo**.',
	'2. Open **Settings**: the amount and the currency for each customer, and the most that GMC may list as added in a day. The amount is 0 as long as you have not set it, and then nothing is sent.':
		'2. Abra **Configurações**: o valor e a moeda para cada cliente, e o máximo que a GMC pode listar como creditado em um dia. Enquanto você não definir o valor, ele é 0, e nada é enviado.',
	'4. Set the time zone of the workflow (*Settings → Timezone*) and publish it.':
		'4. Defina o fuso horário do workflow (*Settings → Timezone*) e publique.',
	'### Who gets how much': '### Quem recebe quanto',
	'**Customers** lists all whom your access to GMC sees (*Return All* is on: without it there would be 50). Not all of them, or not the same amount for each? Put the nodes that read your sheet in the place of **Customers**, and name its columns in **Who gets how much**: that is the one node to change.':
		'**Clientes** lista todos os que o seu acesso vê na GMC (*Return All* está ligado: sem isso seriam 50). Nem todos, ou valores diferentes? Ponha os nós que leem a sua planilha no lugar de **Clientes** e informe as colunas dela em **Quem recebe quanto**: é o único nó a mudar.',
	'### Once a month, each': '### Cada um, uma vez por mês',
	'The month that is paid names the **Batch**, such as `monthly 2026-11`: whatever is run again, retried, or run twice at once, each customer is paid once in it. *Data tables → GMC top-ups* shows it.':
		'O mês que se paga dá nome ao **Batch** (lote), como `mensal 2026-11`: não importa o que seja executado de novo, repetido ou executado duas vezes ao mesmo tempo, cada cliente recebe uma vez nele. Tudo isso aparece em *Data tables → GMC top-ups*.',
	'It runs on days 5 to 10 at 8:00. The 5th pays; the days after try again what has failed, and pay who is new. **Settings** writes the month: from the 5th on the current one, until the 4th the one before. So a run by hand on the 2nd ends the last month, and no run of the schedule is near a border.':
		'Ele é executado nos dias 5 a 10 às 8h. O dia 5 paga; os dias seguintes tentam de novo o que falhou e pagam quem é novo. **Configurações** escreve o mês: a partir do dia 5 o atual, até o dia 4 o anterior. Assim uma execução manual no dia 2 completa o mês passado, e nenhuma execução agendada fica perto da virada.',
	'Another amount in the middle of a month is refused for those who have been paid: it counts from the next one on.':
		'Se o valor muda no meio do mês, ele é recusado para quem já recebeu: vale a partir do mês seguinte.',
	'One customer who is refused stops nobody. **Issued**: paid by this run. **Pending at GMC**: GMC has it and has not completed it. **Paid before**: in this month already. **Needs attention**: with the reason; correct it, and the next day tries again.':
		'Um cliente recusado não segura ninguém. **Saldo creditado**: pago por esta execução. **Pendente na GMC**: a GMC recebeu e ainda não concluiu. **Já creditado antes**: já neste mês. **Precisa de atenção**: com o motivo; corrija, e o dia seguinte tenta de novo.',
	'**Summary** counts them. Connect your e-mail or chat node there or after **Needs attention**, above **Not everything is settled**: n8n works from top to bottom, and a run with somebody in **Needs attention** ends **red**.':
		'**Resumo** mostra quantos há de cada. Conecte o seu nó de e-mail ou chat ali ou depois de **Precisa de atenção**, acima de **Nem tudo está resolvido**: o n8n trabalha de cima para baixo, e uma execução com alguém em **Precisa de atenção** termina em **vermelho**.',
};
