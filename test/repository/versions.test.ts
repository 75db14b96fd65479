/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { versionTable } from '../../scripts/compat/table';
import { tablesIn } from '../../harness/system/pages';
import { N8N_VERSIONS } from '../../harness/n8n/installed';
import { repoRoot } from '../../harness/system/paths';

const [oldest, ...newer] = N8N_VERSIONS;
const result = (version: string, title: string, status = 'passed') => ({
	ancestorTitles: [`n8n ${version}`],
	title,
	status,
});

test('the table has a row for each test and a column for each version', () => {
	const results = [
		result(oldest, 'Loads', 'failed'),
		...newer.map((version) => result(version, 'Loads')),
		...N8N_VERSIONS.slice(0, -1).map((version) => result(version, 'Pays once')),
	];
	expect(versionTable(results).split('\n').slice(2)).toEqual([
		`| Loads | ✖ |${' ✔ |'.repeat(newer.length)}`,
		`| Pays once |${' ✔ |'.repeat(newer.length)} ✖ |`,
	]);
});

test('docs/install.md tells of these versions, and of no failure', () => {
	const document = readFileSync(path.join(repoRoot, 'docs/install.md'), 'utf8');
	const section = tablesIn(document)['n8n versions'];
	expect(section).toContain(`| n8n | ${N8N_VERSIONS.join(' | ')} |`);
	expect(section).not.toContain('✖');
});
