import { N8N_VERSIONS } from '../../harness/n8n/versions';

/** What jest tells of one test. */
export interface TestResult {
	/** `n8n <version>` */
	ancestorTitles: string[];
	title: string;
	status: string;
}

/** A table in Markdown: a row for each test, a column for each version. */
export function versionTable(results: TestResult[]): string {
	const titles = [...new Set(results.map(({ title }) => title))];
	const cell = (title: string, version: string) => {
		const found = results.find(
			(one) => one.title === title && one.ancestorTitles[0] === `n8n ${version}`,
		);
		return found?.status === 'passed' ? '✔' : '✖';
	};
	const rows = [
		['n8n', ...N8N_VERSIONS],
		['---', ...N8N_VERSIONS.map(() => '---')],
		...titles.map((title) => [title, ...N8N_VERSIONS.map((version) => cell(title, version))]),
	];
	return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
