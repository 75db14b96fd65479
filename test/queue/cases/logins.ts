import type { QueueMode } from '../../../harness/queue/queue-mode';
import { chargedTally, slowDown, tallyOf } from '../../../harness/sandbox/books';
import { ask, publish, workersOf } from '../executions';
import { rowsOf, calledSheet } from '../../../harness/workflows/webhook';
import { LOGIN } from '../../../harness/sandbox/routes';

/** More than one worker takes at once. */
const SHEETS = 6;
/** What goes wrong between two logins goes wrong now and then. */
const ROUNDS = 4;

/** A row that is refused with its second token is not sent a third time at once: it is left to Retry On Fail. */
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

/** Both workers use one credential at the same time. */
export function loginTests(queue: () => QueueMode): void {
	/** Issues sheets in both workers, first without a token, then each time the sessions have ended. */
	async function issueInRounds(path: string): Promise<{ logins: number }> {
		const { client, sandbox } = queue();
		const id = await publish(queue(), calledSheet(path, {}, RETRY));
		const sheets = Array.from({ length: SHEETS }, () => rowsOf(20));
		await slowDown(queue(), 20);
		for (let round = 1; round <= ROUNDS; round++) {
			await Promise.all(sheets.map(async (rows) => await ask(queue(), path, { rows })));
			const executions = await client.allExecutions({ workflowId: id });
			expect(new Set(workersOf(queue(), executions.slice(-SHEETS))).size).toBe(2);
			await sandbox.admin.expireTokens();
		}
		const executions = await client.allFinished(id);
		const problems = executions.map(({ data }) => data.resultData.error?.message);
		expect(problems).toEqual(problems.map(() => undefined));
		const issued = Array.from({ length: ROUNDS }, () => sheets).flat(2);
		expect(await chargedTally(queue())).toEqual(tallyOf(issued));
		return { logins: await sandbox.admin.count({ route: LOGIN }) };
	}

	test('each worker logs in once at most, and again when the sessions have ended', async () => {
		const { logins } = await issueInRounds('logins');
		expect(logins).toBeGreaterThan(0);
		expect(logins).toBeLessThanOrEqual(2 * ROUNDS);
	});

	test('every row is issued once where a login ends the session of the other worker', async () => {
		await queue().sandbox.admin.configure({ login: { sessionsPerUser: 'one' } });
		const { logins } = await issueInRounds('one-session');
		// The workers end each other's sessions until both have the same token: 25 logins for 480 rows were seen.
		expect(logins).toBeLessThanOrEqual((ROUNDS * SHEETS * 20) / 8);
	});
}
