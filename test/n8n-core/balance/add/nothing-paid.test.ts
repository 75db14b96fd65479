import type { INode } from 'n8n-workflow';
import { backNode, gmcNode, node, to, workflowOf } from '../../../../harness/engine';
import { OFF, RECENT } from './given';
import { ana, row } from './people';
import { addParameters, AFTER_HOLD, loseMemory, passTime, Service } from './support';

// "Nothing was paid" is said only where no GMC node of the execution has paid: whoever reads it runs the workflow again.

const service = Service.forThisFile();
const NOTHING = 'Nothing was paid';

describe.each([RECENT, OFF])('%j', (options) => {
	const parameters = addParameters(options);
	beforeEach(async () => await service.refuse({ match: { amount: 2 } }));
	const errorOf = async (second: INode, more: object = {}) => {
		const nodes = [gmcNode({ parameters }), second];
		const { error } = await service.runWorkflow(workflowOf({ nodes, rows: [row(1)], ...more }));
		expect(await service.charged(ana.taxId, 1)).toBe(1);
		return error?.description;
	};

	test('a later pass of a loop does not say it', async () => {
		const main = [to('GMC')];
		const connections = { Rows: { main }, GMC: { main: [to('Back')] }, Back: { main } };
		const types = { 'test.back': backNode({ passes: 2, rowsOf: () => [{ json: row(2) }] }) };
		const back = node('Back', 'test.back');
		expect(await errorOf(back, { connections, types })).not.toContain(NOTHING);
	});

	test('a second node does not say it', async () => {
		const customer = { __rl: true, mode: 'id', value: ana._id } as never;
		const fixed = { ...parameters, amount: 2, customer };
		const second = gmcNode({ name: 'GMC 2', parameters: fixed });
		expect(await errorOf(second)).not.toContain(NOTHING);
	});
});

test.each([RECENT, OFF])('a Retry whose memory is lost does not say it: %j', async (options) => {
	await service.refuse({ match: { amount: 2 }, times: 1 });
	const failed = await service.add([row(1), row(2)], { ...options, concurrency: 1 });
	loseMemory(failed);
	delete failed.run.data.resultData.runData.GMC;
	passTime(AFTER_HOLD);
	expect((await service.retry(failed, options)).error?.description).not.toContain(NOTHING);
});

test('a run that paid nothing says it', async () => {
	await service.refuse(1);
	expect((await service.add([row(2), row(3)])).error?.description).toContain(NOTHING);
});
