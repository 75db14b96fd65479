/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { versionTable, withTable } from '../../scripts/compat/table';
import { N8N_VERSIONS } from '../../harness/n8n/versions';
import { repoRoot } from '../../harness/system/paths';
import { DEFAULT_N8N_VERSION } from '../../harness/n8n/installed';

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

test('the table goes between its marks', () => {
	const before = 'a\n<!-- n8n versions: begin (npm run test:compat) -->\nold\n';
	const after = '<!-- n8n versions: end -->\nb';
	const document = withTable(before + after, '| new |');
	expect(document).not.toContain('old');
	expect(document).toMatch(/^a\n.*begin.*\n\n\| new \|\n\n<!-- n8n versions: end -->\nb$/);
	expect(() => withTable('a', '| new |')).toThrow('There is no');
});

test.each(['docs/install.md', 'docs/pt-BR/install.md'])(
	'%s tells of these versions, and of no failure',
	(name) => {
		const document = readFileSync(path.join(repoRoot, name), 'utf8');
		const [, section] = document.split(/<!-- n8n versions: \w+[^>]*-->/);
		expect(section).toContain(`| n8n | ${N8N_VERSIONS.join(' | ')} |`);
		expect(section).not.toContain('✖');
		expect(N8N_VERSIONS.at(-1)).toBe(DEFAULT_N8N_VERSION);
	},
);
