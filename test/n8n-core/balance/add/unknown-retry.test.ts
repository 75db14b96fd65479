import type { IDataObject, INodeType } from 'n8n-workflow';
import type { GmcRun } from '../../../../harness/engine';
import { descriptionOf, gmcNode, node, to, workflowOf } from '../../../../harness/engine';
import { KEY, OFF, RECENT } from './given';
import { ana } from './people';
import { addParameters, AFTER_HOLD, passTime, Service } from './support';

// An execution has ended before it could send. Each Retry of it begins without knowing what another Retry has sent.

const service = Service.forThisFile();
const rows = [1, 2].map((amount) => ({ customer: ana.taxId, amount, key: `k${amount}` }));
const paid = async () => await service.charged(ana.taxId, 1);
const parametersOf = (options: IDataObject) => addParameters({ ...options, concurrency: 1 });
beforeEach(async () => await service.refuse({ match: { amount: 2 }, times: 1 }));

describe('where a node before has failed', () => {
	const flow = (options: IDataObject, isBroken: boolean, name = 'Pay') => {
		const type: INodeType = {
			description: descriptionOf('Gate'),
			async execute() {
				if (isBroken) throw new Error('the shop did not answer');
				return [this.getInputData()];
			},
		};
		const workflow = workflowOf({
			nodes: [node('Gate', 'test.gate'), gmcNode({ parameters: parametersOf(options) })],
			rows,
			types: { 'test.gate': type },
		});
		workflow.name = name;
		return workflow;
	};
	const fail = async (options: IDataObject) => await service.runWorkflow(flow(options, true));
	const retry = async (failed: GmcRun, options: IDataObject, name?: string) =>
		await service.retryOf(failed, flow(options, false, name), 'Gate');

	test.each(
		['Pay', 'Pay (corrected)'].flatMap((name) => [OFF, RECENT].map((one) => [name, one] as const)),
	)('and the workflow is called "%s" by then: %j', async (name, options) => {
		const failed = await fail(options);
		expect((await retry(failed, options)).error?.message).toMatch(/refused/);
		passTime(AFTER_HOLD);
		await retry(failed, options, name);
		expect(await paid()).toBe(1);
	});

	test.each([OFF, RECENT])('and the rows had keys before: %j', async (options) => {
		const failed = await fail(KEY);
		await retry(failed, KEY);
		passTime(AFTER_HOLD);
		await retry(failed, options);
		expect(await paid()).toBe(1);
	});
});

test('where the node itself could not begin, and has another GMC node before it', async () => {
	const plan = gmcNode({ name: 'Plan', parameters: parametersOf({ ...KEY, dryRun: true }) });
	const flow = (options: IDataObject) =>
		workflowOf({
			nodes: [plan, gmcNode({ parameters: parametersOf(options) })],
			connections: { Rows: { main: [[...to('Plan'), ...to('GMC')]] } },
			rows,
		});
	const wrong = flow({ ...KEY, hold: -1 });
	const failed = await service.runWorkflow(wrong);
	for (const options of [KEY, OFF]) await service.retryOf(failed, flow(options));
	expect(await paid()).toBe(1);
});
