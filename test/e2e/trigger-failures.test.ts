import type { FaultInput } from '../../sandbox/state/faults';
import { visitShared } from '../../harness/n8n/shared';
import type { Guest } from '../../harness/n8n/test-bed';
import {
	Watcher,
	expectEachOnce,
	triggerWorkflow,
	twoLooks,
} from '../../harness/workflows/trigger';
import { LIST_ADDITIONS } from '../../harness/sandbox/routes';
import { until } from '../../harness/system/until';

jest.setTimeout(180_000);

/** A refused login is not tried again for this long. */
const REFUSAL_MEMORY_MS = 10_000;

describe('when GMC fails', () => {
	const unavailable: FaultInput = {
		route: LIST_ADDITIONS,
		action: { type: 'status', status: 503, body: { message: 'later' } },
	};

	/** Runs beside the others, with its own sandbox. */
	function testBeside(title: string, work: (guest: Guest) => Promise<void>): void {
		test.concurrent(title, async () => {
			const guest = await visitShared();
			await work(guest).finally(async () => await guest.stop());
		});
	}

	testBeside('in a later poll, a failed execution says so, and nothing is lost', async (guest) => {
		const { client, sandbox } = guest;
		const watcher = await Watcher.publish(guest, 1);
		await twoLooks(guest);
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

	const wrongPassword =
		'because the password is wrong, publishing fails with the error of the credential';
	testBeside(wrongPassword, async ({ client, sandbox }) => {
		const data = { ...(await sandbox.admin.credential()), senha: 'wrong' };
		const credentialId = await client.createCredential('gmcApi', 'Wrong', data);
		const { id } = await client.importWorkflow(triggerWorkflow(), { credentialId });
		const began = Date.now();
		const words = /refused the login \(HTTP 401\).*Check 'Email', 'Password'/;
		await expect(client.activate(id)).rejects.toThrow(words);
		const [{ errorMessage }] = (await client.publicationStatus(id)).triggers;
		expect(errorMessage).toMatch(words);
		// n8n itself tries five times in a quarter of a minute; GMC may lock the account.
		const most = 1 + (Date.now() - began) / REFUSAL_MEMORY_MS;
		expect(await sandbox.admin.count({ status: 401 })).toBeLessThanOrEqual(most);
	});
});
