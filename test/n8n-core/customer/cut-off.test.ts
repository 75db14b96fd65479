import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	bruno,
	CREATE,
	Customers,
	DELETE,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';
import type { CustomerOperation } from '../../../harness/engine/customerOperations';
import type { GmcRun } from '../../../harness/engine/engine';

// An execution whose memory a crash has taken does nothing to a customer that it may have done before.

const customers = Customers.forThisFile();
const joao = { ...maria, taxId: '935.411.347-80', name: 'João Teste' };

/** The last row ends the run; then the memory goes the way of a crash (n8n.md E6). */
async function crashed(
	operation: CustomerOperation,
	rows: IDataObject[],
	parameters: INodeParameters = {},
): Promise<GmcRun> {
	const route = { create: CREATE, update: UPDATE, delete: DELETE }[operation as 'create'];
	await customers.refuse(route, rows.length);
	const failed = await customers.run(operation, rows, parameters);
	await customers.admin.clearFaults();
	failed.run.data.executionData!.contextData = {};
	const { GMC: runs } = failed.run.data.resultData.runData;
	runs.push(runs[0]);
	return failed;
}

describe.each(['delete', 'update'] as const)('customer: %s by tax ID', (operation) => {
	const parameters = {
		customer: { __rl: true, mode: 'taxId', value: '={{ $json.taxId }}' },
		...(operation === 'update' && { updateFields: { taxId: '111' } }),
	} as INodeParameters;

	test('is refused when it is run again, unless it is by ID', async () => {
		const failed = await crashed(operation, [{ taxId: bruno.taxId }], parameters);
		const { error } = await customers.retry(operation, failed, parameters);
		expect(error?.message).toMatch(/^Row 1: This execution was cut off/);
		const byId = { ...parameters, customer: bruno._id };
		expect((await customers.retry(operation, failed, byId)).error).toBeUndefined();
	});
});

describe('customer: create, whose memory a crash has taken', () => {
	test('creates nothing when it is run again, and says what to do', async () => {
		let failed = await crashed('create', [maria, joao]);
		for (let i = 0; i < 2; i++) {
			failed = await customers.retry('create', failed);
			expect(failed.error?.message).toMatch(/cut off.*Nothing was created now/);
			expect(failed.error?.description).toMatch(/Create or Update/);
		}
		expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
	});

	test('says so in every row under Continue', async () => {
		const failed = await crashed('create', [maria, joao]);
		const { items } = await customers.retry(
			'create',
			failed,
			{},
			{ onError: 'continueRegularOutput' },
		);
		for (const { json } of items) expect(json.error).toMatch(/cut off/);
		expect(items).toHaveLength(2);
	});
});
