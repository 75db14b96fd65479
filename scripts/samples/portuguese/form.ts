/** The names, texts and lines of notes of a form. */
export const FORM: Record<string, string> = {
	'Top up by a form': 'Recarga por um formulário',
	'Top-up form': 'Formulário de recarga',
	'Check it': 'Verificar',
	'Was it paid before?': 'Já foi pago?',
	'Was it confirmed?': 'Foi confirmado?',
	'Show the result': 'Mostrar o resultado',
	'Note: the result': 'Nota: o desfecho',
	'Top up a wallet': 'Recarregar uma carteira',
	'The next page says who will get how much. Nothing is paid before that.':
		'A próxima página diz quem vai receber quanto. Nada é pago antes disso.',
	'CPF or CNPJ': 'CPF ou CNPJ',
	Amount: 'Valor',
	Currency: 'Moeda',
	Reference: 'Referência',
	'Order 1001: each reference is paid once': 'Pedido 1001: cada referência é paga uma vez',
	Next: 'Avançar',
	Pay: 'Pagar',
	'Is this right?': 'Está certo?',
	'To change something, close this page: nothing is paid then.':
		'Para mudar algo, feche esta página: assim nada é pago.',
	'## Top up by a form': '## Recarga por um formulário',
	'A page for people who top up one customer at a time: who, how much, what for. The next page says who will get how much, and only its button pays.':
		'Uma página para quem recarrega um cliente por vez: quem, quanto, para quê. A página seguinte diz quem vai receber quanto, e só o botão dela paga.',
	'1. Make a *Basic Auth* credential and choose it in **Top-up form**: whoever has it can spend your money.':
		'1. Crie uma credencial *Basic Auth* e escolha-a em **Formulário de recarga**: quem a tem pode gastar o seu dinheiro.',
	'2. Choose your *GMC API* credential in **Check it** and **Add balance**.':
		'2. Escolha a sua credencial *GMC API* em **Verificar** e **Creditar saldo**.',
	'3. Open **Settings**: the most of one top-up, and of a day, all top-ups at GMC counted.':
		'3. Abra **Configurações**: o máximo de uma recarga e o de um dia, contando tudo o que a GMC creditou nele.',
	'4. Publish it, and give the *Production URL* of **Top-up form** to those who top up.':
		'4. Publique e passe a *Production URL* do **Formulário de recarga** a quem faz as recargas.',
	'### Who gets how much': '### Quem recebe quanto',
	'**Check it** is a *Dry Run*: it looks the customer up and checks everything, and sends nothing. **Ask before paying** shows the name that **GMC** has, not one that somebody has typed. **Add balance** expects that very name.':
		'**Verificar** é um *Dry Run* (simulação): procura o cliente, confere tudo e não envia nada. **Perguntar antes de pagar** mostra o nome que a **GMC** tem, não um que alguém digitou. **Creditar saldo** exige exatamente esse nome.',
	'The page is closed: nothing is paid. Its run stands as *Waiting* under *Executions* for 30 days, which does no harm: until then the button pays, and checks everything once more before it does.':
		'Se a página for fechada, nada é pago. A execução dela fica como *Waiting* em *Executions* por 30 dias, o que não faz mal: até lá o botão paga, e antes disso verifica tudo mais uma vez.',
	'### Pressed twice, paid once': '### Dois cliques, um pagamento',
	'The reference is the **Idempotency Key**: an order, an invoice, *Ana November*; capitals and blanks do not matter. What a reference has paid is not paid again, were the button pressed twice, the form sent by two people, or sent again next week. The page says so, in words. Another amount under the same reference is refused.':
		'A referência é a **Idempotency Key**: um pedido, uma fatura, *Ana novembro*; maiúsculas e espaços não importam. O que uma referência pagou não é pago de novo, mesmo com dois cliques no botão, com o formulário enviado por duas pessoas ou outra vez na semana que vem. A página diz isso com palavras. Outro valor com a mesma referência é recusado.',
	'*Data tables → GMC top-ups* shows each reference.':
		'*Data tables → GMC top-ups* mostra cada referência.',
	'### The result': '### O desfecho',
	'**Show the result** says what became of it: paid, sent to GMC and not completed yet, paid before, refused and why, or not known yet. What is not known is found out when the same form is sent again: it is never paid twice. Such a run ends **red** once its page was shown; where nobody waits for the page, the run stays *Waiting*, and the ledger says `unknown`.':
		'**Mostrar o resultado** diz o que aconteceu: pago, enviado à GMC e ainda não concluído, já pago antes, recusado e por quê, ou ainda sem resposta certa. O que não se sabe é verificado quando o mesmo formulário é enviado de novo: nunca é pago duas vezes. Essa execução termina em **vermelho** depois que a página dela é mostrada; se ninguém espera pela página, ela fica em *Waiting*, e o registro diz `unknown`.',
	'Connect your e-mail or chat node behind **What became of it** if others shall know, too.':
		'Se mais alguém precisa saber, ligue o seu nó de e-mail ou chat depois de **O que aconteceu**.',
};
