import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { DataTables } from '../../../harness/engine/dataTables';
import { PolledTrigger } from '../../../harness/engine/engine';
import { ISSUE, Service } from '../../../harness/engine/service';

// What the nodes say with Language set to Português (Brasil). The rules behind it are tested in English.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const row = ({ taxId }: { taxId: string }, amount: string | number = 10) => ({
	customer: taxId,
	amount,
	currency: 'BRL',
});
const CONTINUE = { onError: 'continueRegularOutput' } as const;

const inPortuguese = async (changes: object = {}) =>
	await service.useCredential({ language: 'pt-BR', ...changes });

beforeEach(async () => await inPortuguese());

test('a hint counts in it', async () => {
	const { hints } = await service.run({
		parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' },
		rows: [{ id: 'nobody' }, { id: '' }],
		...CONTINUE,
	});
	expect(hints).toEqual([
		'2 de 2 linhas com erro; veja o motivo em "error" e "details" de cada item',
	]);
});

test('an error item has its message and its advice in it', async () => {
	const { items } = await service.add([row(ana), row(bruno, '1.234')], {}, CONTINUE);
	expect(items[1].json).toMatchObject({
		error: 'Linha 2: o valor "1.234" pode ser lido de duas formas (milhar ou decimal)',
		details: { outcome: 'rejected', description: expect.stringMatching(/^Escreva como/) as string },
	});
});

test('an error of the service is explained in it, and its own words are left as they are', async () => {
	await service.admin.addFault({
		route: 'GET /customers/all',
		nth: 1,
		action: { type: 'status', status: 400, body: { message: 'The list is closed today' } },
	});
	const { error } = await service.run({
		parameters: { resource: 'customer', operation: 'getAll' },
	});
	expect(error?.message).toBe('Linha 1: A GMC recusou a requisição (400)');
	expect(error?.description).toMatch(/^Confira os campos.* A GMC diz: The list is closed today\.$/);
});

test('a refused login is explained in it', async () => {
	await inPortuguese({ senha: 'wrong' });
	const { error } = await service.getAdditions();
	expect(error?.message).toMatch(/O login na GMC não funcionou/);
	expect(error?.description).toMatch(/^A GMC recusou o login \(HTTP 401\)\. Confira Email/);
});

test('Account: Check warns in it', async () => {
	await service.restart({ list: { finalDateInclusive: false } });
	await inPortuguese();
	await service.admin.createCustomer({ taxId: ana.taxId });
	await service.admin.createAddition();
	const { items } = await service.run({ parameters: { resource: 'account', operation: 'check' } });
	expect(items[0].json.warnings).toEqual([
		expect.stringMatching(/^1 CPF\/CNPJ aparece em mais de um cliente: …7890 \(/),
		expect.stringMatching(/^O dia da Final Date não entra no período/),
	]);
});

test('Account: Check says in it what could not be had, and why', async () => {
	const body = { statusCode: 403, message: 'Not for you' };
	await service.admin.addFault({
		route: 'GET /customers/all',
		action: { type: 'status', status: 403, body },
	});
	const { items } = await service.run({ parameters: { resource: 'account', operation: 'check' } });
	const [why] = items[0].json.warnings as string[];
	expect(why).toBe(
		'Não foi possível listar os clientes: A GMC recusou a requisição (403). Confira os campos desta linha. A GMC diz: Not for you.',
	);
});

test('Balance: Get Many says in it of whom there is nothing, and who is unknown', async () => {
	const of = async (value: string) =>
		await service.getAdditions({ filters: { customer: { __rl: true, mode: 'id', value } } });
	expect((await of(ana._id)).hints).toEqual(['A GMC lista 0 recargas de Ana Souza']);
	expect((await of('nobody')).error?.message).toBe(
		'Linha 1: O cliente não foi encontrado: nenhum dos 12 clientes ativos tem o ID nobody',
	);
	expect((await of('')).error?.message).toMatch(/^Linha 1: Não foi possível ler o filtro Customer/);
});

test('without a choice in the credential, and with one that there is not, it is English', async () => {
	for (const language of [undefined, 'fr']) {
		await inPortuguese({ language });
		const { error } = await service.getAddition('');
		expect(error?.message).toMatch(/The addition ID is empty/);
	}
});

test('a lost answer and the rows that it keeps back are told in it, by the clock of the workflow', async () => {
	await service.admin.addFault({
		route: ISSUE,
		match: { amount: 77 },
		action: { type: 'resetBefore' },
	});
	const rows = [row(ana, 77), row(bruno)];
	const { items, hints } = await service.add(rows, { concurrency: 1 }, CONTINUE);
	expect(items.map(({ json }) => json)).toMatchObject([
		{
			error:
				'Linha 1: A conexão com a GMC caiu antes de chegar a resposta; não se sabe se o saldo foi creditado',
			details: {
				outcome: 'unknown',
				description: expect.stringMatching(
					/^Procure a recarga.* A requisição foi feita à GMC em \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d\. /,
				) as string,
			},
		},
		{ error: 'Linha 2: não enviada, por causa da linha 1', details: { outcome: 'notAttempted' } },
	]);
	expect(hints.join()).toContain('1 talvez paga, 1 com problema');
});

test('a sheet that is refused says in it that nothing was sent', async () => {
	const { error } = await service.add([row(ana, 0), row(bruno), row(ana, 'dez')]);
	expect(error?.message).toBe('2 de 3 linhas foram recusadas. Nada foi enviado');
	expect(error?.description).toBe(
		'Linha 1: o valor precisa ser maior que zero.\nLinha 3: "dez" não é um valor.',
	);
});

test('a setting that is refused, too', async () => {
	const { error } = await service.add([row(ana)], { duplicateProtection: 'Recent' });
	expect(error?.message).toMatch(
		/^Duplicate Protection está como "Recent", mas precisa ser um destes valores: .*\. Nada foi enviado$/,
	);
	expect(error?.description).toBe(
		'Preencha Duplicate Protection com um destes valores: recent, key, batch, off.',
	);
	const limited = await service.add([row(ana)], { maxAmount: 'dez' });
	expect(limited.error?.description).toBe('Corrija em Options.');
});

test('what a batch has paid is told in it, and what to do instead of correcting it', async () => {
	const { executeWorkflow } = new DataTables();
	const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
	await service.add([row(ana)], batch, { executeWorkflow });
	const { error } = await service.add([row(ana, 13)], batch, { executeWorkflow });
	expect(error?.message).toMatch(/^Linha 1: o lote "2026-11" já pagou R\$\s10,00 a Ana Souza/);
	expect(error?.description).toMatch(/acrescente uma de R\$\s3,00/);
});

describe('the trigger warns in it', () => {
	const polled = () => new PolledTrigger(service.credential, { event: 'additionCreated' });

	test('of a list that comes cut', async () => {
		const trigger = polled();
		await trigger.poll();
		await trigger.poll();
		await service.admin.configure({ list: { cutAt: 1 } });
		for (let n = 0; n < 3; n++) await service.admin.createAddition({ customerIdentifier: ana._id });
		// What is new is emitted first.
		await trigger.poll();
		await expect(trigger.poll()).rejects.toMatchObject({
			message: expect.stringMatching(/^A lista de recargas da GMC vem incompleta para 2/) as string,
			description: expect.stringMatching(/^A GMC conta mais recargas/) as string,
		});
	});

	test('of a test without an event', async () => {
		await expect(polled().poll('manual')).rejects.toMatchObject({
			message: 'Não há recarga com este evento nos últimos 7 dias',
			description: expect.stringMatching(/^Escolha outro evento/) as string,
		});
	});
});
