import { LoadOptionsContext } from 'n8n-core';
import { Gmc } from '../../../nodes/Gmc/Gmc.node';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { stopN8nClock } from '../../../harness/engine/triggers';
import { additionalDataWith, gmcNode, workflowOf } from '../../../harness/engine';
import { ana, answer, Customers, elisa, LIST } from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

beforeEach(forgetProcess);

/** What the editor does when the list of customers is opened or typed into. */
async function search(filter?: string, paginationToken?: string) {
	const node = gmcNode({ parameters: {} });
	const workflow = workflowOf({ nodes: [node] });
	const additionalData = additionalDataWith(customers.service.credential);
	const context = new LoadOptionsContext(workflow, node, additionalData, 'customer');
	return await new Gmc().methods.listSearch.searchCustomers.call(context, filter, paginationToken);
}
const idsOf = ({ results }: Awaited<ReturnType<typeof search>>) =>
	results.map(({ value }) => value);

test('the picker shows every customer with name and tax ID, by name', async () => {
	const { results, paginationToken } = await search();
	expect(results).toHaveLength(DEMO_CUSTOMERS.length);
	expect(results[0]).toMatchObject({ value: ana._id });
	expect(results[0].name).toContain(ana.name);
	expect(results[0].name).toContain(ana.taxId);
	const names = results.map(({ name }) => name);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
	expect(paginationToken).toBeUndefined();
});

test('the picker turns pages until every customer was shown once', async () => {
	await customers.plant(250);
	let page = await search();
	const shown = idsOf(page);
	for (let pages = 1; page.paginationToken !== undefined && pages < 10; pages++) {
		page = await search(undefined, page.paginationToken as string);
		shown.push(...idsOf(page));
	}
	expect([page.paginationToken, shown.length, new Set(shown).size]).toEqual([undefined, 250, 250]);
});

describe('what is typed into the picker', () => {
	test('is searched in the list that was loaded when it was opened', async () => {
		await search();
		for (const filter of ['e', 'el', 'eli', 'elis']) await search(filter);
		expect(await customers.service.asked(LIST)).toBe(1);
		expect(idsOf(await search('elisa.prado@'))).toEqual([elisa._id]);
	});

	test('a minute later finds customers that are new', async () => {
		await search();
		const { _id } = await customers.admin.createCustomer({ name: 'Zulmira Nova' });
		expect(idsOf(await search('zulmira'))).toEqual([]);
		stopN8nClock(61_000);
		expect(idsOf(await search('zulmira'))).toEqual([_id]);
	});

	test('is not searched in the list of another account', async () => {
		await search();
		await customers.service.useCredential({ senha: 'wrong' });
		await expect(search('elisa')).rejects.toThrow(/login at GMC did not work/);
	});
});

test('the picker says in plain words why it cannot show anybody', async () => {
	await customers.fault(LIST, answer(401));
	await expect(search()).rejects.toMatchObject({
		name: 'NodeApiError',
		message: expect.stringContaining('does not accept this integration') as string,
		httpCode: '401',
	});
});
