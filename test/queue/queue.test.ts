import { type QueueMode, startQueueMode } from '../../harness/queue/queue-mode';
import { until } from '../../harness/system/until';
import { burstTests } from './cases/bursts';
import { keyTests } from './cases/keys';
import { killTests } from './cases/kills';
import { loginTests } from './cases/logins';
import { meetingTests } from './cases/meetings';
import { triggerTests } from './cases/trigger';

jest.setTimeout(300_000);

/** Enough for a cold machine: PostgreSQL and Redis may have to be installed. */
const START_TIMEOUT_MS = 600_000;

let queue: QueueMode;

let credentials = 0;

/**
 * A credential with another login address: the workers remember tokens by it, and a test must not get those of the
 * test before.
 */
async function newCredential({ client, sandbox }: QueueMode): Promise<string> {
	const loginUrl = `${sandbox.baseUrl}/auth/login?test=${credentials++}`;
	const data = { ...(await sandbox.admin.credential()), loginEndpoint: 'custom', loginUrl };
	return await client.createCredential('gmcApi', 'GMC', data);
}

// One for all tests: starting it takes longer than most of them.
beforeAll(async () => {
	queue = await startQueueMode();
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await queue.sandbox.admin.reset();
	queue = { ...queue, credentialId: await newCredential(queue) };
});
afterAll(async () => await queue?.stop());

// First: they count logins, and a poll that is still running logs in, too.
describe('two workers with one credential', () => loginTests(() => queue));
describe('GMC Trigger', () => triggerTests(() => queue));
describe('a worker killed in mid-run', () => killTests(() => queue));
describe('rows with keys', () => keyTests(() => queue));
describe('two workers that get the same order', () => meetingTests(() => queue));
describe('a burst of orders on two workers', () => burstTests(() => queue));

test('in the end n8n has given up the jobs of the killed workers, and run no execution twice', async () => {
	const givenUp = () => queue.main.logs().match(/job stalled more than maxStalledCount/g) ?? [];
	await until('n8n to give up both jobs', async () => givenUp().length >= 2, 200_000);
	const ids = queue.workers.flatMap((worker) => worker.executionIds());
	expect(ids.length).toBeGreaterThan(0);
	expect([...new Set(ids)].sort()).toEqual(ids.sort());
});
