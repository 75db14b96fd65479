/** Lines of notes that stand in several samples. */
export const SHARED: Record<string, string> = {
	'**Before the first run**': '**Antes da primeira execução**',
	'**Before you publish it**': '**Antes de publicar**',
	'### The outcome': '### O resultado',
	'### The columns': '### As colunas',
	'### Each row is paid once': '### Cada linha é paga uma vez só',
	'3. Put the address of your n8n and the limits into **Settings**.':
		'3. Informe o endereço do seu n8n e os limites em **Configurações**.',
	'3. Publish the workflow.': '3. Publique o workflow.',
	'1. Choose your *GMC API* credential in **Add balance**.':
		'1. Escolha a sua credencial *GMC API* em **Creditar saldo**.',
	'### How to stop, and then?': '### Como parar, e depois?',
	'*Stop* in the editor or under *Executions* ends the run; what GMC has been asked for stays asked for.':
		'*Stop* no editor ou em *Executions* encerra a execução; o que já foi pedido à GMC continua pedido.',
	'What was paid by then: *Data tables → GMC top-ups*, filter `executionId` by the number of the execution. `issued` is paid. `sending` may be: leave it as it is.':
		'O que foi pago até ali: em *Data tables → GMC top-ups*, filtre `executionId` pelo número da execução. `issued` foi pago. `sending` pode ter sido: deixe como está.',
	'Then run it again, at once or on another day: what is paid is **Paid before**, what is in doubt is looked up, and only the rest is sent.':
		'Depois execute de novo, na hora ou em outro dia: o que foi pago sai em **Já creditado antes**, o que está em dúvida é verificado, e só o resto é enviado.',
	'Then run it again, at once or on another day: what is paid is `skipped`, what is in doubt is looked up, and only the rest is sent.':
		'Depois execute de novo, na hora ou em outro dia: o que foi pago sai como `skipped`, o que está em dúvida é verificado, e só o resto é enviado.',
};
