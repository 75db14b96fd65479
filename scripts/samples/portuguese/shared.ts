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
};
