/** Lines of notes: customers of a CRM. */
export const CUSTOMERS: Record<string, string> = {
	'## Sync customers from a CRM': '## Sincronizar clientes de um CRM',
	'Your CRM posts its contacts; those GMC does not know are created, those that changed are updated, the others stay as they are.':
		'O seu CRM envia os contatos; os que a GMC não conhece são criados, os que mudaram são atualizados, os outros ficam como estão.',
	'1. Make a *Header Auth* credential, such as the name `X-CRM-Key` with a long random value, choose it in **Contacts from the CRM**, and have your CRM send it: whoever has it can change your customers.':
		'1. Crie uma credencial *Header Auth*, com o nome `X-CRM-Key` e um valor longo e aleatório, por exemplo, escolha-a em **Contatos do CRM** e faça o seu CRM enviá-la: quem a tem pode alterar os seus clientes.',
	'2. Open **Create or update** and choose your *GMC API* credential.':
		'2. Abra **Criar ou atualizar** e escolha a sua credencial *GMC API*.',
	'3. Publish the workflow, and give the production URL of the webhook to your CRM.':
		'3. Publique o workflow e cadastre no CRM a URL de produção do webhook.',
	'### The contacts': '### Os contatos',
	'Expected is a JSON array in the body of a POST:':
		'O CRM envia uma lista JSON no corpo de um POST:',
	'Your CRM names them otherwise? Change the three expressions in **Create or update**. The tax ID is what a customer is known by.':
		'O seu CRM usa outros nomes? Mude as três expressões em **Criar ou atualizar**. É pelo CPF ou CNPJ que um cliente é reconhecido.',
	'### The answer': '### A resposta',
	'The CRM gets one entry per contact: `created`, `updated`, `unchanged`, or `failed` with the reason. A contact that fails does not hold up the others.':
		'O CRM recebe uma entrada por contato: `created`, `updated`, `unchanged`, ou `failed` com o motivo. Um contato que falha não segura os outros.',
	'Then the run ends **red**: connect your e-mail or chat node after **Needs attention**. Once the cause is mended, have the CRM send them again: what is saved stays as it is.':
		'Nesse caso a execução termina em **vermelho**: conecte o seu nó de e-mail ou chat depois de **Precisa de atenção**. Corrigida a causa, faça o CRM enviar de novo: o que já está salvo fica como está.',
	'## Sync customers from HubSpot': '## Sincronizar clientes do HubSpot',
	'Contacts of HubSpot that have changed lately become customers of GMC: new ones are created, those that differ are updated, the others stay as they are.':
		'Os contatos do HubSpot alterados há pouco viram clientes da GMC: os novos são criados, os que têm diferenças são atualizados, os outros ficam como estão.',
	'1. Open **Settings**: name the contact property that holds the CPF or CNPJ. HubSpot calls it the *internal name*.':
		'1. Abra **Configurações**: informe a propriedade do contato que guarda o CPF ou CNPJ. Use o nome que o HubSpot chama de *nome interno*.',
	'2. Choose your *HubSpot Service Key* credential in **Contacts changed lately**, and your *GMC API* credential in **Create or update**.':
		'2. Escolha a sua credencial *HubSpot Service Key* em **Contatos alterados há pouco** e a sua credencial *GMC API* em **Criar ou atualizar**.',
	'3. Run it by hand once and look at **Summary**. A first run for everybody? Set *changedInTheLastDays* to `3650` for that one.':
		'3. Execute uma vez manualmente e veja o **Resumo**. Para trazer todos na primeira execução, ponha *changedInTheLastDays* em `3650` só dessa vez.',
	'It looks back over more days than lie between two runs, so that nothing is lost while n8n is down. That does no harm: what is equal is left alone.':
		'O workflow olha mais dias para trás do que há entre duas execuções, para nada se perder enquanto o n8n está fora do ar. Não faz mal: o que está igual não é tocado.',
	'*HubSpot → Settings → Properties* shows the internal name of a property.':
		'*HubSpot → Configurações → Propriedades* mostra o nome interno de uma propriedade.',
	"HubSpot's search finds a change some seconds after it was made, and at most 10,000 contacts per question: with more, run it for fewer days at a time.":
		'A busca do HubSpot encontra uma alteração alguns segundos depois, e no máximo 10.000 contatos por consulta: com mais, execute para menos dias de cada vez.',
	'Other fields? Change **Name the fields**, and name the properties to read in **Contacts changed lately**. A tax ID of digits only is made a *number*, so that the GMC node puts back the zeros that a field of numbers has dropped.':
		'Outros campos? Mude **Nomear os campos** e informe as propriedades a ler em **Contatos alterados há pouco**. Um CPF ou CNPJ só de dígitos vira *número*, para o nó GMC repor os zeros que um campo numérico perdeu.',
	'**Customers at GMC**: `created`, `updated` or `unchanged`. **Needs attention**: the reason beside the contact, such as a tax ID whose check digits do not agree, or a missing e-mail. **Without a tax ID**: cannot be a customer yet.':
		'**Clientes na GMC**: `created`, `updated` ou `unchanged`. **Precisa de atenção**: o motivo ao lado do contato, como um CPF com dígitos verificadores errados ou um e-mail que falta. **Sem CPF nem CNPJ**: ainda não pode ser cliente.',
	'**Summary** counts them all. Connect your e-mail or chat node after it. It comes only when a contact has changed.':
		'**Resumo** mostra quantos há de cada. Conecte o seu nó de e-mail ou chat depois dele. Ele só sai quando algum contato mudou.',
	'A contact that fails does not hold up the others. It is tried again at each run as long as it counts as changed lately. Customers are never deleted by this workflow.':
		'Um contato que falha não segura os outros. A cada execução há nova tentativa, enquanto ele ainda estiver entre os alterados há pouco. Este workflow nunca exclui clientes.',
	'## Sync customers from Pipedrive': '## Sincronizar clientes do Pipedrive',
	'Contacts of Pipedrive that have changed lately become customers of GMC: new ones are created, those that differ are updated, the others stay as they are.':
		'Os contatos do Pipedrive alterados há pouco viram clientes da GMC: os novos são criados, os que têm diferenças são atualizados, os outros ficam como estão.',
	'1. Open **Settings**: name the person field that holds the CPF or CNPJ, as Pipedrive shows it.':
		'1. Abra **Configurações**: informe o campo da pessoa que guarda o CPF ou CNPJ, como o Pipedrive o mostra.',
	'2. Choose your *Pipedrive API* credential in **Persons**, and your *GMC API* credential in **Create or update**.':
		'2. Escolha a sua credencial *Pipedrive API* em **Pessoas** e a sua credencial *GMC API* em **Criar ou atualizar**.',
	'*Pipedrive → Company settings → Data fields → Person* shows the names of the fields.':
		'*Pipedrive → Configurações da empresa → Campos de dados → Pessoa* mostra os nomes dos campos.',
	'**Persons** reads all of them, and **Changed lately** keeps those that matter. Very many persons? Make a filter in Pipedrive (*Update time is later than…*) and choose it in **Persons** under *Filters*.':
		'**Pessoas** lê todas, e **Alteradas há pouco** fica com as que importam. São muitas pessoas? Crie um filtro no Pipedrive (*hora de atualização depois de…*) e escolha-o em **Pessoas**, em *Filters*.',
	'Other fields? Change **Name the fields**. A tax ID of digits only is made a *number*, so that the GMC node puts back the zeros that a field of numbers has dropped.':
		'Outros campos? Mude **Nomear os campos**. Um CPF ou CNPJ só de dígitos vira *número*, para o nó GMC repor os zeros que um campo numérico perdeu.',
};
