import type { IDataObject } from 'n8n-workflow';
import type { GmcRun } from '../../../../../harness/engine';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_CUSTOMERS,
	Service,
	outcomeOf,
} from '../../../../../harness/engine';

// Whose name the row's customer should have: another one is not paid.

const service = Service.forThisFile();
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const VERIFIED = { expectedName: '={{ $json.name }}' };
const goOn = { onError: 'continueRegularOutput' } as const;

const rowOf = (name: unknown, { taxId } = ana, amount = 10): IDataObject => ({
	customer: taxId,
	amount,
	name: name as string,
});
const gmcOf = ({ items }: GmcRun, row = 0) => items[row].json._gmc as IDataObject;
const detailsOf = ({ items }: GmcRun, row = 0) => items[row].json.details as IDataObject;
const sent = async () => await service.asked(ISSUE);

describe('the name at GMC', () => {
	test('is the expected one: paid, and said beside the name', async () => {
		const run = await service.add([rowOf('SOUZA, ana')], VERIFIED);
		expect(Object.entries(gmcOf(run)).slice(0, 3)).toEqual([
			['outcome', 'issued'],
			['customerName', 'Ana Souza'],
			['nameMatch', 'match'],
		]);
		expect(run.hints).toEqual(['1 paid (10 BRL)']);
	});

	test('is close: paid, and a hint names the first ones', async () => {
		const sheet = [rowOf('Ana M. Souza'), rowOf('Bruno Lima', bruno), rowOf('Ana Sousa', ana, 11)];
		const run = await service.add(sheet, VERIFIED);
		expect([0, 1, 2].map((row) => gmcOf(run, row).nameMatch)).toEqual(['close', 'match', 'close']);
		expect(run.hints).toEqual([
			'In 2 of 3 rows the name at GMC is close to Expected Name, but not the same. "Ana M. Souza" is "Ana Souza" in row 1 and "Ana Sousa" is "Ana Souza" in row 3.',
			'3 paid (31 BRL)',
		]);
		const many = Array.from({ length: 5 }, (_, i) => rowOf('Ana Sousa', ana, 20 + i));
		const { hints } = await service.add(many, VERIFIED);
		expect(hints.join()).toMatch(/In 5 of 5 rows.* in row 3 and 2 more\.,/);
	});

	test('says whose a text of digits is that has lost its zeros', async () => {
		const lost = (name: string) => rowOf(name, { ...ana, taxId: '1234567890' });
		const sheet = [lost('Ana Souza'), lost('Ana M. Souza'), lost('Bruno Lima'), lost('')];
		const { items } = await service.add(sheet, VERIFIED, goOn);
		expect(items.map(outcomeOf)).toEqual(['issued', 'rejected', 'rejected', 'rejected']);
		expect(items[0].json._gmc).toMatchObject({ customerName: 'Ana Souza', nameMatch: 'match' });
		for (const { json } of items.slice(1)) {
			expect(json.error).toMatch(/Is a leading zero missing\? With zeros in front it is Ana Souza/);
			expect(json.details).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
		}
		expect([await service.charged(ana._id, 10), await sent()]).toEqual([1, 1]);
	});

	test('is another one: nothing is sent, and both names are said', async () => {
		const sheet = [rowOf('Ana Souza'), rowOf('Ana Souza', bruno), rowOf('x', carla, -1)];
		const { error } = await service.add(sheet, VERIFIED);
		expect(error?.message).toBe('2 of 3 rows are refused. Nothing was sent');
		expect(error?.description).toContain(
			'Row 2: "Ana Souza" is expected, but the customer is "Bruno Lima" at GMC',
		);
		expect(await sent()).toBe(0);
	});

	test('is another one: under Continue the others are paid', async () => {
		const sheet = [rowOf('Ana Souza', bruno), rowOf('Ana Souza')];
		const run = await service.add(sheet, VERIFIED, goOn);
		expect(run.items.map(outcomeOf)).toEqual(['rejected', 'issued']);
		expect(run.items[0].json.error).toBe(
			'Row 1: "Ana Souza" is expected, but the customer is "Bruno Lima" at GMC',
		);
		expect(detailsOf(run)).toMatchObject({
			code: 'CUSTOMER_NAME_MISMATCH',
			expectedName: 'Ana Souza',
			customerName: 'Bruno Lima',
			customerIdentifier: bruno.taxId,
			amount: 10,
		});
		expect([await service.charged(bruno._id, 10), await sent()]).toEqual([0, 1]);
	});

	test.each([null, 7, ''])('is %p, which is no name: refused', async (name) => {
		const action = {
			type: 'json' as const,
			status: 200,
			body: { items: [{ _id: ana._id, taxId: ana.taxId, name }] },
		};
		await service.admin.addFault({ route: LIST_CUSTOMERS, action });
		const run = await service.add([rowOf('Ana Souza')], VERIFIED, goOn);
		expect(run.items[0].json.error).toMatch(
			/"Ana Souza" is expected, but the customer has no name/,
		);
		expect(detailsOf(run).code).toBe('CUSTOMER_NAME_MISMATCH');
		expect(await sent()).toBe(0);
	});
});

describe('what a row expects', () => {
	test.each(['', '  ', null, undefined])('is %p: not checked, and said so', async (name) => {
		const run = await service.add([rowOf(name), rowOf('Bruno Lima', bruno)], VERIFIED);
		expect(run.items.map(outcomeOf)).toEqual(['issued', 'issued']);
		expect([0, 1].map((row) => gmcOf(run, row).nameMatch)).toEqual(['notChecked', 'match']);
		expect(run.hints).toContain(
			'Expected Name is empty in these rows, so their names were not checked: 1.',
		);
	});

	test.each([7, true, {}, ['Ana Souza']])('is %p, no text: the row is refused', async (name) => {
		const run = await service.add([rowOf(name), rowOf('Bruno Lima', bruno)], VERIFIED, goOn);
		expect(run.items.map(outcomeOf)).toEqual(['rejected', 'issued']);
		expect(run.items[0].json.error).toMatch(/^Row 1: Expected Name is .*, but must be a text/);
	});

	test('is typed in, and holds for every row', async () => {
		const sheet = [rowOf(''), rowOf('', bruno)];
		const run = await service.add(sheet, { expectedName: 'Ana Souza' }, goOn);
		expect(run.items.map(outcomeOf)).toEqual(['issued', 'rejected']);
	});

	test('is nothing without the option', async () => {
		const { items, hints } = await service.add([rowOf('Bruno Lima')]);
		expect(items[0].json._gmc).not.toHaveProperty('nameMatch');
		expect(hints).toEqual(['1 paid (10 BRL)']);
	});
});

test('a dry run says row for row what the run does', async () => {
	const sheet = [
		rowOf('Ana Souza'),
		rowOf('Ana Souza', bruno),
		rowOf('Carla Nunez', carla),
		rowOf('', ana, 12),
	];
	const plan = await service.add(sheet, { ...VERIFIED, dryRun: true }, goOn);
	expect(plan.items.map(outcomeOf)).toEqual(['planned', 'rejected', 'planned', 'planned']);
	expect(await sent()).toBe(0);
	expect(Object.keys(gmcOf(plan)).slice(0, 3)).toEqual(['outcome', 'customerName', 'nameMatch']);
	const run = await service.add(sheet, VERIFIED, goOn);
	expect(run.items.map(outcomeOf)).toEqual(['issued', 'rejected', 'issued', 'issued']);
	const matches = ({ items }: GmcRun) =>
		items.map(({ json }) => (json._gmc as IDataObject | undefined)?.nameMatch);
	expect(matches(run)).toEqual(['match', undefined, 'close', 'notChecked']);
	expect(matches(plan)).toEqual(matches(run));
	expect(plan.hints.slice(0, 2)).toEqual(run.hints.slice(0, 2));
});
