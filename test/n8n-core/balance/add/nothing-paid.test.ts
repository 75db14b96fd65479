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
	const errorOf = async (nodes: object[], links: object, types = {}) => {
		const connections = { Rows: { main: [to('GMC')] }, ...links };
		const workflow = workflowOf({
			nodes: [gmcNode({ parameters }), ...nodes] as never,
			connections: connections as never,
			rows: [row(1)],
			types,
		});
		const { error } = await service.runWorkflow(workflow);
		expect(await service.charged(ana.taxId, 1)).toBe(1);
		return error?.description;
	};

	test('a later pass of a loop does not say it', async () => {
		const links = { GMC: { main: [to('Back')] }, Back: { main: [to('GMC')] } };
		const types = { 'test.back': backNode({ passes: 2, rowsOf: () => [{ json: row(2) }] }) };
		expect(await errorOf([node('Back', 'test.back')], links, types)).not.toContain(NOTHING);
	});

	test('a second node does not say it', async () => {
		const customer = { __rl: true, mode: 'id', value: ana._id } as never;
		const fixed = { ...parameters, amount: 2, customer };
		const second = gmcNode({ name: 'GMC 2', parameters: fixed });
		expect(await errorOf([second], { GMC: { main: [to('GMC 2')] } })).not.toContain(NOTHING);
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
