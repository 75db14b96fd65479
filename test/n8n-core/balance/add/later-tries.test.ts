import type { IDataObject, INode, INodeType } from 'n8n-workflow';
import type { GmcRun } from '../../../../harness/engine';
import { backNode, descriptionOf, gmcNode, node, to, workflowOf } from '../../../../harness/engine';
import { ISSUE, KEY, LIST_CUSTOMERS, OFF, PROTECTIONS, RECENT } from './given';
import { ana, BY_ANA, row } from './people';
import { addParameters, AFTER_HOLD, loseMemory, onEachTry, passTime, Service } from './support';

// A try, a pass or a Retry that cannot see, or cannot know, what another one of its execution has sent.
// promises.md P17, P39

const service = Service.forThisFile();
const rows = [row(1), row(2)];
const ONE = { concurrency: 1 };
const paid = async () => await service.charged(ana.taxId, 1);
const refuseSecond = async () => await service.refuse({ match: { amount: 2 }, times: 1 });

describe('Retry On Fail, whose second try cannot use the ledger or the credential', () => {
	const setup = { retryOnFail: true, maxTries: 3 };
	let tries: number;
	beforeEach(() => void onEachTry((now) => (tries = now)));
	const failSecond = () => {
		if (tries === 2) throw new Error('database is locked');
	};

	test.each([KEY, OFF, RECENT])('after an unknown row, no new row is sent: %j', async (options) => {
		service.tables.before = failSecond;
		await service.lose('never');
		await service.add(rows, { ...options, ...ONE }, setup);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test.each([OFF, RECENT])('what was paid is not called unpaid: %j', async (options) => {
		service.tables.before = failSecond;
		await refuseSecond();
		// From the third try on, GMC cannot be reached.
		await service.refuse({ route: LIST_CUSTOMERS, nth: [3, 4, 5, 6, 7, 8, 9, 10] }, 403);
		const { error } = await service.add(rows, { ...options, ...ONE }, setup);
		expect(await paid()).toBe(1);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/Nothing was (paid|sent)/i);
	});

	test.each(PROTECTIONS)('what was sent is unknown without the credential: %j', async (options) => {
		await service.refuse({ match: { amount: 1 } });
		const { credential } = service;
		const { getDecrypted } = credential;
		jest.spyOn(credential, 'getDecrypted').mockImplementation(async () => {
			failSecond();
			return await getDecrypted.call(credential);
		});
		const { outcomes } = await service.addOn(rows, options, { ...setup, maxTries: 2 });
		expect(await service.charged(ana.taxId, 2)).toBe(1);
		expect(outcomes).toEqual(['unknown', 'unknown']);
	});
});

describe('Retry of an execution that has ended before it could send', () => {
	const parametersOf = (options: IDataObject) => addParameters({ ...options, ...ONE });
	beforeEach(refuseSecond);
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
	)('after a failed node, and the workflow is called "%s" by then: %j', async (name, options) => {
		const failed = await fail(options);
		expect((await retry(failed, options)).error?.message).toMatch(/refused/);
		passTime(AFTER_HOLD);
		await retry(failed, options, name);
		expect(await paid()).toBe(1);
	});

	test.each([OFF, RECENT])('after a failed node, where rows had keys: %j', async (options) => {
		const failed = await fail(KEY);
		await retry(failed, KEY);
		passTime(AFTER_HOLD);
		await retry(failed, options);
		expect(await paid()).toBe(1);
	});

	test('where the node itself could not begin, and has another GMC node before it', async () => {
		const plan = gmcNode({ name: 'Plan', parameters: parametersOf({ ...KEY, dryRun: true }) });
		const flow = (options: IDataObject) =>
			workflowOf({
				nodes: [plan, gmcNode({ parameters: parametersOf(options) })],
				connections: { Rows: { main: [[...to('Plan'), ...to('GMC')]] } },
				rows,
			});
		const failed = await service.runWorkflow(flow({ ...KEY, hold: -1 }));
		for (const options of [KEY, OFF]) await service.retryOf(failed, flow(options));
		expect(await paid()).toBe(1);
	});
});

describe.each([RECENT, OFF])('"Nothing was paid" is not said under %j', (options) => {
	const NOTHING = 'Nothing was paid';
	const parameters = addParameters(options);
	beforeEach(async () => await service.refuse({ match: { amount: 2 } }));
	const errorOf = async (second: INode, more: object = {}) => {
		const nodes = [gmcNode({ parameters }), second];
		const { error } = await service.runWorkflow(workflowOf({ nodes, rows: [row(1)], ...more }));
		expect(await paid()).toBe(1);
		return error?.description;
	};

	test('by a later pass of a loop', async () => {
		const main = [to('GMC')];
		const connections = { Rows: { main }, GMC: { main: [to('Back')] }, Back: { main } };
		const types = { 'test.back': backNode({ passes: 2, rowsOf: () => [{ json: row(2) }] }) };
		const back = node('Back', 'test.back');
		expect(await errorOf(back, { connections, types })).not.toContain(NOTHING);
	});

	test('by a second node', async () => {
		const fixed = { ...parameters, amount: 2, ...BY_ANA };
		const second = gmcNode({ name: 'GMC 2', parameters: fixed });
		expect(await errorOf(second)).not.toContain(NOTHING);
	});

	test('by a Retry whose memory is lost; by another run, which has paid nothing, it is', async () => {
		const failed = await service.add(rows, { ...options, ...ONE });
		loseMemory(failed);
		delete failed.run.data.resultData.runData.GMC;
		passTime(AFTER_HOLD);
		expect((await service.retry(failed, options)).error?.description).not.toContain(NOTHING);
		expect((await service.add([row(2), row(3)], ONE)).error?.description).toContain(NOTHING);
	});
});
