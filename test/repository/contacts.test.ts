// eslint-disable-next-line @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package
import { Script } from 'node:vm';
import { loadSample } from '../../harness/samples/samples';

// "The contacts" of the sample for CRMs: what came is used where it is certain what it is, else told.

interface Read {
	contacts: unknown[];
	action: string;
	error?: string;
}

let read: (body: unknown) => Read;

beforeAll(async () => {
	const { nodes } = await loadSample('sync-customers-from-crm');
	const { jsCode } = nodes.find(({ name }) => name === 'The contacts')!.parameters;
	const script = new Script(`($input) => { ${String(jsCode)} }`);
	const run = script.runInThisContext() as (input: object) => [{ json: Read }];
	read = (body) => run({ first: () => ({ json: { body } }) })[0].json;
});

const one = { taxId: '11144477735', name: 'Diego Alves', email: 'diego@example.com' };
const rich = { ...one, tags: [], partners: [{ taxId: '52998224725' }] };
const other = { taxId: '52998224725', name: 'Ana Souza', email: 'ana@example.com' };

test.each<[string, unknown, unknown[]]>([
	['a list', [one, other], [one, other]],
	['one contact', one, [one]],
	['one in Portuguese', { leads: [{ CPF: '1', nome: 'X' }] }, [{ CPF: '1', nome: 'X' }]],
	['one contact with lists of its own', rich, [rich]],
	['a list under a name', { leads: [one, other], page: 1 }, [one, other]],
	['a list beside an empty one', { leads: [one], errors: [] }, [one]],
	[
		'a list with a contact that lacks its tax ID',
		{ leads: [{ name: 'X' }, one] },
		[{ name: 'X' }, one],
	],
	['a list two levels down', { _embedded: { contacts: [one] }, _links: { self: 'x' } }, [one]],
	['a list of additions', { leads: { add: [one] } }, [one]],
	['one contact under a name', { data: one, previous: null, meta: { action: 'change' } }, [one]],
	['one contact beside an empty list', { event: 'updated', contact: one, changes: [] }, [one]],
])('%s is used', (_, body, contacts) => {
	expect(read(body)).toEqual({ contacts, action: 'nothing' });
});

test.each<[string, unknown]>([
	['an empty list', []],
	['an empty list under a name', { contacts: [] }],
	['an empty list and its pages', { contacts: [], total: 0, paging: { next: null } }],
	['an empty list two levels down', { _embedded: { contacts: [] } }],
])('%s is nothing to do', (_, body) => {
	expect(read(body)).toEqual({ contacts: [], action: 'nothing' });
});

test.each<[string, unknown, string]>([
	['two lists', { created: [one], updated: [other] }, 'an object with created, updated'],
	['a contact and what it was before', { data: one, previous: other }, 'an object with data'],
	[
		'contacts without a tax ID',
		{ contacts: [{ phone: '1', name: 'X' }] },
		'an object with contacts',
	],
	[
		'a contact without a tax ID beside an empty list',
		{ contact: { phone: '1' }, changes: [] },
		'an object with contact, changes',
	],
	['an error', { errors: [], message: 'too many calls' }, 'an object with errors, message'],
	['two empty lists', { created: [], updated: [] }, 'an object with created, updated'],
	['a text', 'x', 'a text'],
	['nothing', null, 'nothing'],
])('%s is told', (_, body, came) => {
	const { contacts, action, error } = read(body);
	expect([contacts, action]).toEqual([[], 'failed']);
	expect(error).toContain(`No list of contacts came, but ${came}`);
});
