import type { IDataObject, INode } from 'n8n-workflow';
import { agentWorkflow, fallbackWorkflow, gmcNode } from '../../../../harness/engine';
import { ISSUE, KEY, OFF, PROTECTIONS, RECENT } from './given';
import { ana, bruno, toolParameters } from './people';
import { addParameters, detailsOf, errorOf, passTime, Service } from './support';

// What one GMC node of an execution has lost, another one of it gets as a row: a fallback on the error output, behind a
// Wait or an agent.
// promises.md P13

const service = Service.forThisFile();
const row = { customer: ana.taxId, amount: 10, key: 'k1' };
const paid = async () => await service.charged(ana._id, 10);

const nodeOf = (name: string, options: IDataObject, more: Partial<INode> = {}): INode => ({
	...gmcNode({ name, parameters: addParameters({ ...options, concurrency: 1 }) }),
	onError: 'continueRegularOutput',
	...more,
});

/** @returns what becomes of the row in the last node */
async function fallBack(protections: IDataObject[], between?: () => Promise<unknown>) {
	const nodes = protections.map((one, at) => nodeOf(at === 0 ? 'GMC' : `Fallback ${at}`, one));
	const workflow = fallbackWorkflow(nodes, { rows: [row], between });
	return await service.runWorkflow(workflow, nodes.at(-1)!.name);
}

/** GMC shows what it has made. */
const shown = async () => passTime({ seconds: 90 });
/** Another execution finds it, so that nothing is open any more. */
async function foundOut() {
	await shown();
	await service.addOn([{ customer: bruno.taxId, amount: 7 }], { ...OFF, maxPerDay: 1_000 });
}
const PAIRS = PROTECTIONS.flatMap((one) => PROTECTIONS.map((two) => [one, two] as const));
const DRY = { dryRun: true };

describe('a lost row that was paid', () => {
	beforeEach(async () => {
		await service.listLate(60);
		await service.lose('done');
	});

	describe.each([
		['once GMC shows it', shown],
		['once another execution has found it', foundOut],
	])('is not paid again %s', (_, between) => {
		test.each(PAIRS)('by %j, then %j', async (first, second) => {
			const run = await fallBack([first, second], between);
			expect(await paid()).toBe(1);
			expect(['issued', 'skipped', 'rejected']).toContain(run.outcomes[0]);
			if (run.outcomes[0] !== 'rejected') return;
			expect(errorOf(run)).toMatch(/another GMC node of this execution sent the same top-up/);
			expect(detailsOf(run)).toMatchObject({ code: 'DUPLICATE_SUSPECTED' });
		});

		test.each(PAIRS)('nor does a dry run say so: %j, then %j', async (first, second) => {
			const { outcomes } = await fallBack([first, { ...second, ...DRY }], between);
			expect(outcomes).toEqual([expect.stringMatching(/issued|skipped|rejected/)]);
		});
	});

	test.each(PAIRS)('is not sent beside while nothing is known: %j, then %j', async (...both) => {
		const { outcomes } = await fallBack([...both]);
		expect(outcomes).not.toContain('issued');
		await shown();
		expect(await paid()).toBe(1);
	});

	test('under a key of its own is refused', async () => {
		const parameters = addParameters(KEY, { idempotencyKey: 'another', simplify: false });
		const other = { parameters };
		const nodes = [nodeOf('GMC', KEY), nodeOf('Fallback', KEY, other)];
		const workflow = fallbackWorkflow(nodes, { rows: [row], between: shown });
		expect((await service.runWorkflow(workflow, 'Fallback')).codes).toEqual([
			'DUPLICATE_SUSPECTED',
		]);
		expect(await paid()).toBe(1);
	});

	test.each([RECENT, OFF])('is not paid by a third node, either: %j', async (protection) => {
		let pauses = 0;
		const between = async () => (++pauses === 2 ? await foundOut() : undefined);
		const { outcomes } = await fallBack([protection, protection, protection], between);
		expect(outcomes).toEqual([expect.stringMatching(/issued|skipped/)]);
		expect(await paid()).toBe(1);
	});

	test.each([RECENT, OFF, KEY])(
		'by a tool is not paid behind the agent: %j',
		async (protection) => {
			const setup = { parameters: toolParameters(RECENT), rows: [row] };
			const agent = async (take: () => Promise<(values: IDataObject) => Promise<string>>) => {
				await (await take())({ customer: ana._id, amount: 10 }).catch(() => {});
				await shown();
				return [row];
			};
			const workflow = agentWorkflow(setup, agent, nodeOf('Behind', protection));
			const { outcomes } = await service.runWorkflow(workflow, 'Behind');
			expect(outcomes).toHaveLength(1);
			expect(await paid()).toBe(1);
		},
	);

	test('is not paid by a Retry of the execution whose fallback has stopped', async () => {
		const nodes = [nodeOf('GMC', RECENT), nodeOf('Fallback', RECENT, { onError: 'stopWorkflow' })];
		const workflow = () => fallbackWorkflow(nodes, { rows: [row] });
		const failed = await service.runWorkflow(workflow(), 'Fallback');
		expect(failed.error?.description).toMatch(/Executions → Retry/);
		await shown();
		await service.retryOf(failed, workflow(), 'Fallback');
		expect([await paid(), await service.asked(ISSUE)]).toEqual([1, 1]);
	});
});

test.each(PAIRS)('a row that was never done is paid once: %j, then %j', async (first, second) => {
	await service.lose('never');
	const { outcomes } = await fallBack([first, second], async () => passTime({ seconds: 7_200 }));
	expect(outcomes).toEqual(['issued']);
	expect(await paid()).toBe(1);
});
