import type { FaultInput } from '../../sandbox/state/faults';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import {
	DURABLE_CURSORS,
	Watcher,
	triggerWorkflow,
	twoLooks,
} from '../../harness/workflows/trigger';
import { LIST_ADDITIONS } from '../../harness/sandbox/routes';
import { until } from '../../harness/system/until';

jest.setTimeout(180_000);

const sorted = (ids: unknown[]) => [...ids].sort();

async function expectEachOnce(watcher: Watcher): Promise<void> {
	expect(sorted(await watcher.told())).toEqual(sorted(watcher.expected));
}

/** Completes additions, and then does `end`, while a poll waits for the answer that has them in it. */
async function inMidPoll(
	{ sandbox: { admin } }: TestBed,
	watcher: Watcher,
	end: () => Promise<void>,
): Promise<void> {
	await admin.addFault({ route: LIST_ADDITIONS, action: { type: 'latency', ms: 5_000 } });
	const hanging = async () => await admin.count({ route: LIST_ADDITIONS, status: 'pending' });
	await until('a poll that hangs', async () => (await hanging()) > 0);
	await watcher.complete();
	await end();
	await admin.clearFaults();
	await watcher.complete();
}

describe.each([
	["in n8n's default mode", {}],
	['with durable cursors', DURABLE_CURSORS],
])('%s', (_, env) => {
	let e2e: TestBed;
	beforeAll(async () => {
		e2e = await startTestBed({ n8n: { env } });
	}, START_TIMEOUT_MS);
	afterAll(async () => await e2e.stop());

	test('each addition is told once, over a pause, a stop, and a kill in mid-poll', async () => {
		const { client, n8n, sandbox } = e2e;
		const { admin } = sandbox;
		await admin.createAddition({ status: 'COMPLETED' });
		const before = (await admin.additions()).map(({ _id }) => _id);
		const watcher = await Watcher.publish(e2e, 6);
		await twoLooks(e2e);
		await expectEachOnce(watcher);

		await watcher.complete();
		await expectEachOnce(watcher);

		await inMidPoll(e2e, watcher, async () => await client.deactivate(watcher.id));
		await client.activate(watcher.id);
		await expectEachOnce(watcher);

		await n8n.stop({ removeFolder: false });
		await watcher.complete();
		await n8n.start();
		await expectEachOnce(watcher);

		await inMidPoll(e2e, watcher, async () => await n8n.kill());
		await n8n.start();
		await expectEachOnce(watcher);

		const books = (await admin.additions()).map(({ _id }) => _id);
		expect(sorted([...before, ...watcher.expected])).toEqual(sorted(books));
		await client.deactivate(watcher.id);
	});

	test('what completes right after publishing is told', async () => {
		const watcher = await Watcher.publish(e2e, 1);
		await watcher.complete();
		await expectEachOnce(watcher);
		await e2e.client.deactivate(watcher.id);
	});
});

describe('when GMC fails', () => {
	const unavailable: FaultInput = {
		route: LIST_ADDITIONS,
		action: { type: 'status', status: 503, body: { message: 'later' } },
	};
	const broken: FaultInput = { route: LIST_ADDITIONS, action: { type: 'resetBefore' } };

	let e2e: TestBed;
	beforeAll(async () => {
		e2e = await startTestBed();
	}, START_TIMEOUT_MS);
	beforeEach(async () => {
		await e2e.sandbox.admin.reset();
	});
	afterAll(async () => await e2e.stop());

	test.each([
		['503', unavailable],
		['a broken connection', broken],
	])(
		'in passing at the first poll (%s), the workflow is published all the same',
		async (_, fault) => {
			// A poll itself asks four times.
			await e2e.sandbox.admin.addFault({ ...fault, nth: [1, 2, 3, 4, 5] });
			const watcher = await Watcher.publish(e2e, 1);
			await twoLooks(e2e);
			await watcher.complete();
			await expectEachOnce(watcher);
			await e2e.client.deactivate(watcher.id);
		},
	);

	test('when n8n starts, the trigger comes back with it', async () => {
		const { client, n8n, sandbox } = e2e;
		const watcher = await Watcher.publish(e2e, 1);
		await twoLooks(e2e);
		await n8n.stop({ removeFolder: false });
		await watcher.complete();
		await sandbox.admin.addFault(unavailable);
		await n8n.start();
		// n8n tries five times to bring a trigger back, and a poll asks four times.
		const refused = async () => await sandbox.admin.count({ route: LIST_ADDITIONS, status: 503 });
		await until('polls after all these', async () => (await refused()) > 20);
		await sandbox.admin.clearFaults();
		await expectEachOnce(watcher);
		await client.deactivate(watcher.id);
	});

	test('in a later poll, a failed execution says so, and nothing is lost', async () => {
		const { client, sandbox } = e2e;
		const watcher = await Watcher.publish(e2e, 1);
		await twoLooks(e2e);
		await sandbox.admin.addFault(unavailable);
		await watcher.complete();
		const failed = async () =>
			await client.executions({ workflowId: watcher.id, status: ['error'] });
		await until('two failed polls', async () => (await failed()).length >= 2);
		const { data } = await client.execution((await failed())[0].id);
		expect(data.resultData.error?.message).toMatch(/^GMC .*503/);
		expect(await client.publicationStatus(watcher.id)).toMatchObject({ status: 'published' });

		await sandbox.admin.clearFaults();
		await expectEachOnce(watcher);
		await client.deactivate(watcher.id);
	});

	test('because the password is wrong, publishing fails in the words of the credential', async () => {
		const { client, sandbox } = e2e;
		const data = { ...(await sandbox.admin.credential()), senha: 'wrong' };
		const credentialId = await client.createCredential('gmcApi', 'Wrong', data);
		const { id } = await client.importWorkflow(triggerWorkflow(), { credentialId });
		const words = /refused the login \(HTTP 401\).*Password \(Senha\)/;
		await expect(client.activate(id, 60_000)).rejects.toThrow(words);
		const [{ errorMessage }] = (await client.publicationStatus(id)).triggers;
		expect(errorMessage).toMatch(words);
		// n8n itself tries five times; GMC may lock the account.
		expect(await sandbox.admin.count({ status: 401 })).toBeLessThan(4);
	});
});
