/** Lines of notes: the message about an addition, the agent. */
export const OTHERS: Record<string, string> = {
	'## Tell me when an addition completes': '## Avisar quando uma recarga for concluída',
	'Looks once a minute for balance additions that have completed since, wherever they were issued.':
		'Procura a cada minuto as recargas concluídas desde a última vez, não importa de onde vieram.',
	'1. Open **Addition completed** and choose your *GMC API* credential.':
		'1. Abra **Recarga concluída** e escolha a sua credencial *GMC API*.',
	'2. Open **Send the message** and put the address in: that of a Slack *incoming webhook*, or of your WhatsApp gateway. Whoever has it can write to you, so keep it to yourself.':
		'2. Abra **Enviar a mensagem** e informe o endereço: o de um *incoming webhook* do Slack, ou o do seu gateway de WhatsApp. Quem tem esse endereço pode escrever para você, então não o divulgue.',
	'3. Publish the workflow. Additions that were complete before are not told again.':
		'3. Publique o workflow. Ele não avisa das recargas que já estavam concluídas.',
	'### The message': '### A mensagem',
	'One per addition, oldest first. The whole addition is in the output of **Addition completed**: items, fees, conversion, blockchain hashes.':
		'Uma por recarga, da mais antiga para a mais nova. A recarga inteira está na saída de **Recarga concluída**: itens, tarifas, conversão, hashes da blockchain.',
	'`{ "text": "…" }` is what Slack expects. Another service wants other names? Change the *JSON* of **Send the message**.':
		'`{ "text": "…" }` é o que o Slack espera. Outro serviço usa outros nomes? Mude o *JSON* de **Enviar a mensagem**.',
	'**Retry On Fail** is on there: a message is no money, so twice is better than not at all. If all tries fail, the execution fails, and its *Retry* sends the message again.':
		'Ali o **Retry On Fail** está ligado: mensagem não é dinheiro, então duas vezes é melhor do que nenhuma. Se todas as tentativas falharem, a execução falha, e o *Retry* dela envia a mensagem de novo.',
	'## AI agent with approval': '## Agente de IA com aprovação',
	'A chat in which an AI looks up customers and additions by itself. It can **propose** to add balance; the balance is added only after you have pressed *Approve*.':
		'Um chat em que uma IA consulta clientes e recargas sozinha. Ela pode **propor** uma recarga; o saldo só é creditado depois que você aperta *Aprovar*.',
	'**Before the first chat**': '**Antes do primeiro chat**',
	'1. Choose your *OpenAI* credential in **Model**, and your *GMC API* credential in **Find customers**, **List additions**, **Whose wallet is it?** and **Add balance**.':
		'1. Escolha a sua credencial *OpenAI* em **Modelo** e a sua credencial *GMC API* em **Buscar clientes**, **Listar recargas**, **De quem é a carteira?** e **Creditar saldo**.',
	'2. Open **Add balance**: *Maximum Amount* is the most that one addition may be, *Maximum per Day* the most of a day, whatever the AI proposes.':
		'2. Abra **Creditar saldo**: *Maximum Amount* é o máximo de uma recarga, e *Maximum per Day* o máximo do dia, não importa o que a IA proponha.',
	'3. Press *Open chat*. To give colleagues the chat, publish the workflow: **Chat** asks them for their n8n login, and whoever can chat can approve.':
		'3. Clique em *Open chat*. Para abrir o chat aos colegas, publique o workflow: **Chat** pede o login deles no n8n, e quem pode conversar pode aprovar.',
	'### The approval': '### A aprovação',
	'**Ask before paying** shows the amount that will be sent and the name and tax ID that **GMC** has for the customer. None of it is what the AI merely says. *Decline* sends nothing, and neither does an answer in words.':
		'**Perguntar antes de pagar** mostra o valor que será enviado e o nome e o CPF ou CNPJ que a **GMC** tem do cliente. Nada disso é só o que a IA diz. *Recusar* não envia nada, e uma resposta em palavras também não.',
	'**Add balance** stands behind the approval and is no tool of the AI. n8n can also put a *human review* on a tool, but in n8n 2.41 an AI can get past it: it asks twice at once and says itself that the second one is approved (measured). An AI can be talked into such things by a text that it reads, so do not connect **Add balance** to **Agent**.':
		'**Creditar saldo** fica depois da aprovação e não é uma ferramenta da IA. O n8n também oferece uma *human review* para ferramentas, mas no n8n 2.41 uma IA consegue contorná-la: pede duas vezes seguidas e declara ela mesma que a segunda está aprovada (testado). Um texto que a IA lê pode convencê-la a isso, então não conecte **Creditar saldo** a **Agente**.',
	'### Nothing is paid twice': '### Nada é pago duas vezes',
	'The **Idempotency Key** of **Add balance** is made of the chat, the customer, the amount and the currency, not by the AI. So one chat pays the same thing once, whether *Approve* is pressed twice, the execution is retried, or the AI proposes it again: then you are told `skipped`, with the addition of before. *Data tables → GMC top-ups* shows what was paid.':
		'A **Idempotency Key** de **Creditar saldo** é formada pelo chat, o cliente, o valor e a moeda, e não pela IA. Assim um chat paga a mesma coisa uma vez só, mesmo que se aperte *Aprovar* duas vezes, que a execução seja repetida ou que a IA proponha de novo: nesse caso a resposta é `skipped`, com a recarga anterior. *Data tables → GMC top-ups* mostra o que foi pago.',
	'You do mean a **second** equal top-up? Begin a new chat.':
		'Quer mesmo uma **segunda** recarga igual? Comece um chat novo.',
	'`unknown` means that no answer came and it may have been done. Have the AI propose it again: it is looked up before anything is sent.':
		'`unknown` quer dizer que a resposta não chegou e que pode ter sido pago. Peça à IA que proponha de novo: antes de qualquer envio, o nó verifica o que houve.',
	'### The limits': '### Os limites',
	'**Add balance** has them under *Options*: *Maximum Amount* is for one addition, *Maximum per Day* for all that GMC lists as added today, the new one included. Above it nothing is sent, however often somebody approves.':
		'Ficam em **Creditar saldo**, em *Options*: *Maximum Amount* vale para uma recarga, *Maximum per Day* para tudo o que a GMC lista como creditado hoje, incluindo a nova. Acima do limite nada é enviado, não importa quantas vezes alguém aprove.',
};
