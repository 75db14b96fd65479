import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { Service } from '../../../harness/engine/service';

// What the nodes say with Language set to Português (Brasil). The rules behind it are tested in English.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const row = ({ taxId }: { taxId: string }, amount: string | number = 10) => ({
	...{ customer: taxId, amount, currency: 'BRL' },
});
const CONTINUE = { onError: 'continueRegularOutput' } as const;

const inPortuguese = async (changes: object = {}) =>
	await service.useCredential({ language: 'pt-BR', ...changes });

beforeEach(async () => await inPortuguese());

test('a hint counts in it', async () => {
	const { hints } = await service.run({
		...{ parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' } },
		...{ rows: [{ id: 'nobody' }, { id: '' }], ...CONTINUE },
	});
	expect(hints).toEqual([
		'2 de 2 linhas com erro; veja o motivo em "error" e "details" de cada item',
	]);
});

test('an error item has its message and its advice in it', async () => {
	const { items } = await service.add([row(ana), row(bruno, '1.234')], {}, CONTINUE);
	expect(items[1].json).toMatchObject({
		error: 'Linha 2: o valor "1.234" pode ser lido de duas formas (milhar ou decimal)',
		details: { outcome: 'rejected', description: expect.stringMatching(/^Escolha/) as string },
	});
});

test('an error of the service is explained in it, and its own words are left as they are', async () => {
	await service.admin.addFault({
		...{ route: 'GET /customers/all', nth: 1 },
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

test('without a choice in the credential, and with one that there is not, it is English', async () => {
	for (const language of [undefined, 'fr']) {
		await inPortuguese({ language });
		const { error } = await service.getAddition('');
		expect(error?.message).toMatch(/The addition ID is empty/);
	}
});
