import { N8N_VERSIONS } from '../../harness/n8n/installed';
import { markdownTable } from '../../harness/system/table';

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
	return markdownTable(
		['n8n', ...N8N_VERSIONS],
		titles.map((title) => [title, ...N8N_VERSIONS.map((version) => cell(title, version))]),
	);
}
