/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import execa from 'execa';
import { parse } from 'yaml';
import { releaseNotes } from '../../scripts/release/notes';
import { read } from './files';

const changelog = `# Changelog

All notable changes.

## [1.2.0] - 2026-11-20

### Added

- Something.

## [1.1.0] - 2026-10-01

- Older.

[1.2.0]: https://example.com/1.2.0
`;

const release = (fields: object = {}) => ({
	tag: 'v1.2.0',
	versions: { manifest: '1.2.0', lock: '1.2.0' },
	changelog,
	...fields,
});

test('the notes are the section of the version, the last one up to the links', () => {
	const last = changelog.replace(/## \[1\.1\.0\][^[]*/, '');
	for (const given of [changelog, last])
		expect(releaseNotes(release({ changelog: given }))).toBe('### Added\n\n- Something.');
});

test.each([
	['a tag that is no version', { tag: 'release-1' }, 'is not a version tag'],
	['another version in package.json', { tag: 'v1.3.0' }, 'package.json is of version 1.2.0'],
	[
		'a changelog that begins with another version',
		{ changelog: changelog.replace('[1.2.0] -', '[1.2.1] -') },
		'does not begin with',
	],
	[
		'an empty section',
		{ changelog: '## [1.2.0] - 2026-11-20\n\n[1.2.0]: https://example.com\n' },
		'says nothing about 1.2.0',
	],
])('%s is refused', (_, fields, message) => {
	expect(() => releaseNotes(release(fields))).toThrow(message);
});

describe('the scan of what was published', () => {
	const { jobs } = parse(read('.github/workflows/release.yml')) as {
		jobs: { publish: { steps: Array<{ name?: string; run?: string }> } };
	};
	const { run } = jobs.publish.steps.find(({ name }) => name?.includes('published package'))!;
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'gmc-release-'));
		await writeFile(path.join(folder, 'package.json'), '{ "name": "some", "version": "1.2.0" }');
		for (const [name, line] of [
			['npx', 'echo "$SAID $2"'],
			['sleep', 'exit 0'],
		]) {
			await writeFile(path.join(folder, name), `#!/bin/sh\n${line}\n`);
			await chmod(path.join(folder, name), 0o755);
		}
	});
	afterAll(async () => await rm(folder, { recursive: true }));

	// As n8n's scanner does, which ends with 0 whatever it finds.
	test.each([
		['has passed all security checks', 0],
		['has failed security checks', 1],
	])('a package that %s', async (said, expected) => {
		const env = { SAID: said, PATH: `${folder}:${process.env.PATH}` };
		const how = { cwd: folder, env, reject: false };
		const { exitCode, stdout } = await execa('bash', ['-e', '-c', run!], how);
		expect(exitCode).toBe(expected);
		expect(stdout).toContain(`${said} some@1.2.0`);
	});
});
