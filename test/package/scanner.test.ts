/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

test('what it finds is shown and fails the scan', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'gmc-scanned-'));
	try {
		await mkdir(path.join(folder, 'nodes'));
		const source = "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);\n";
		await writeFile(path.join(folder, 'nodes', 'Bad.node.ts'), source);
		const { code, stdout } = await scan(folder);
		expect(stdout).toContain('no-restricted-imports');
		expect(code).toBe(1);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
