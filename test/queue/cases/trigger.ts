import { nodeOutput } from '../../../harness/n8n/executions';
import type { QueueMode } from '../../../harness/queue/queue-mode';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { chainFrom, codeNode, locator, polledEvery } from '../../../harness/workflows/build';
import { asked, chargedTally, tallyOf } from '../../../harness/sandbox/books';
import { publish, workersOf } from '../executions';
import { addNode } from '../../../harness/workflows/sheet';
import { looks, TRIGGER, triggerNode } from '../../../harness/workflows/trigger';

/** What main polls, the workers do. */
export function triggerTests(queue: () => QueueMode): void {
	const completed = async (amount: number, customerIdentifier?: string) =>
		(await queue().sandbox.admin.createAddition({ amount, customerIdentifier }))._id;
	/** Until every trigger has looked, and once more so that what it found is done; with one to spare. */
	const fullLooks = async (triggers: number) => await looks(queue(), 3 * triggers);
	/** The additions that each execution was started with, oldest execution first. */
	const emitted = async (workflowId: string) =>
		(await queue().client.allFinished(workflowId)).map((execution) =>
			nodeOutput(execution, TRIGGER)[0].map(({ json }) => json._id),
		);
	const publishPolling = async (...parts: Parameters<typeof chainFrom>) =>
		await publish(queue(), polledEvery(1, chainFrom(...parts)));

	test('each event starts an execution in a worker, which issues one addition', async () => {
		const bonus = addNode({
			customer: locator('id', '={{ $json.items[0].customerIdentifier }}'),
			// Amounts that no other test has sent: the ledger outlives the sandbox's books.
			amount: '={{ $json.items[0].sourceAmount / 100 + 0.75 }}',
		});
		const id = await publishPolling('bonus', triggerNode({ minimumAmount: 100 }), bonus);
		const [ana, bruno] = DEMO_CUSTOMERS.map(({ _id }) => _id);
		const ids: string[] = [];
		for (const amount of [100, 200, 300]) {
			ids.push(await completed(amount, ana), await completed(amount, bruno));
			await asked(queue(), ids.length);
		}
		await fullLooks(1);
		await queue().client.deactivate(id);
		const executions = await queue().client.allFinished(id);
		expect((await emitted(id)).flat().sort()).toEqual(ids.sort());
		expect(new Set(executions.map(({ status, mode }) => `${status} ${mode}`))).toEqual(
			new Set(['success trigger']),
		);
		expect(workersOf(queue(), executions)).not.toContain(undefined);
		const bonuses = [1.75, 2.75, 3.75].flatMap((amount) =>
			[ana, bruno].map((customer) => ({ customer, amount })),
		);
		expect(await chargedTally(queue())).toEqual(tallyOf(bonuses));
	});

	test('each event is emitted once, also after a node has wiped the memory or main was restarted', async () => {
		const wipe = "$getWorkflowStaticData('global').runs = 1; return $input.all();";
		const plain = await publishPolling('plain', triggerNode(), codeNode('Code', 'return [];'));
		const wiping = await publishPolling('wiping', triggerNode(), codeNode('Code', wipe));
		await fullLooks(2);
		const first = await completed(1);
		await fullLooks(2);
		const wiped = (await queue().client.workflow(wiping)).staticData;
		const second = await completed(2);
		await fullLooks(2);
		const before = [await emitted(plain), await emitted(wiping)];

		await queue().main.stop({ removeFolder: false });
		const third = await completed(3);
		await queue().main.start();
		await fullLooks(2);
		const fourth = await completed(4);
		await fullLooks(2);
		await queue().client.deactivate(plain);
		await queue().client.deactivate(wiping);

		expect(before).toEqual([
			[[first], [second]],
			[[first], [second]],
		]);
		// What n8n does, and the trigger makes up for as long as main runs.
		expect(wiped).toEqual({ global: { runs: 1 } });
		expect(await emitted(plain)).toEqual([[first], [second], [third], [fourth]]);
		// A new main cannot know what was wiped; the log says so.
		expect(await emitted(wiping)).toEqual([[first], [second], [fourth]]);
		expect(queue().main.logs()).toMatch(/"wiping": there is no readable memory of earlier polls/);
	});
}
