import execa from 'execa';
import { repoRoot } from '../../harness/system/paths';

jest.setTimeout(180_000);

test("n8n's scanner finds nothing in the source and nothing in the tarball", async () => {
	const how = { cwd: repoRoot, reject: false };
	const { exitCode, stdout } = await execa('npm', ['run', '--silent', 'scan'], how);
	expect(stdout).toContain('source: nothing found');
	expect(stdout).toContain('tarball: nothing found');
	expect(exitCode).toBe(0);
});
