import { versionTable } from '../../scripts/compat/table';
import { N8N_VERSIONS } from '../../harness/n8n/installed';

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
