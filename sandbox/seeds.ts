import type { Customer, User } from './model';
import { idOf } from './rules/identifiers';

export const SEED_NAMES = ['empty', 'demo', 'large'] as const;
export type SeedName = (typeof SEED_NAMES)[number];

/** The integration user of every seed. It opens nothing but a sandbox. */
export const DEMO_USER: User = {
	_id: idOf('user demo'),
	email: 'integracao@gmc-sandbox.example.com',
	senha: 'sandbox-senha',
	clientKey: 'sandbox-client-key',
	clientSecret: 'sandbox-client-secret',
	allowedOrigins: ['https://app.gmc-sandbox.example.com'],
};

/** Another integration user. The demo user cannot reach its customers (403) and additions (417). */
export const OUTSIDER_USER: User = {
	...DEMO_USER,
	_id: idOf('user outsider'),
	email: 'outra.integracao@gmc-sandbox.example.com',
	senha: 'sandbox-outra-senha',
	clientKey: 'sandbox-outsider-key',
	// Not ASCII: secret-key is the Base64 of the UTF-8.
	clientSecret: 'sandbox-outro-segredo-não-é-segredo',
	allowedOrigins: ['https://outsider.gmc-sandbox.example.com'],
};

type SeedCustomer = Pick<Customer, '_id' | 'taxId' | 'name' | 'email'>;

const person = (taxId: string, name: string, mailbox: string): SeedCustomer => ({
	_id: idOf(`demo ${taxId}`),
	taxId,
	name,
	email: `${mailbox}@example.com`,
});

/** Customers of the demo user: CPFs (three begin with 0), CNPJs and one alphanumeric CNPJ. */
export const DEMO_CUSTOMERS: readonly SeedCustomer[] = [
	person('01234567890', 'Ana Souza', 'ana.souza'),
	person('00123456797', 'Bruno Lima', 'bruno.lima'),
	person('00045678979', 'Carla Nunes', 'carla.nunes'),
	person('11144477735', 'Diego Alves', 'diego.alves'),
	person('529.982.247-25', 'Elisa Prado', 'elisa.prado'),
	person('39053344705', 'Fábio Moraes', 'fabio.moraes'),
	person('71460238001', 'Gabriela Conceição', 'gabriela.conceicao'),
	person('84613426073', 'Heitor Dias', 'heitor.dias'),
	person('11222333000181', 'Padaria Exemplo Ltda', 'padaria'),
	person('04567891000113', 'Mercado Modelo S.A.', 'mercado'),
	person('33.000.167/0001-01', 'Oficina Amostra ME', 'oficina'),
	person('12ABC34501DE35', 'Tecnologia Alfanumérica Ltda', 'tecnologia'),
];

/** A customer of the outsider. No customer of the demo user has its tax ID. */
export const OUTSIDER_CUSTOMER = person('28534167044', 'Íris de Outra Conta', 'iris');
export const OUTSIDER_ADDITION_ID = idOf('addition of the outsider');
