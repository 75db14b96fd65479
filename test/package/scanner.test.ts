import { repoRoot } from '../../harness/system/paths';
import { tryRun } from '../../harness/system/run';

jest.setTimeout(180_000);

const scan = async (...source: string[]) =>
	await tryRun('npm', ['run', '--silent', 'scan', '--', ...source], { cwd: repoRoot });

test("n8n's scanner finds nothing in the source and nothing in the tarball", async () => {
	const { code, stdout } = await scan();
	expect(stdout).toContain('source: nothing found');
	expect(stdout).toContain('tarball: nothing found');
	expect(code).toBe(0);
});
