import { N8N_VERSIONS } from '../../harness/n8n/versions';

/** What jest tells of one test. */
export interface TestResult {
	/** `n8n <version>` */
	ancestorTitles: string[];
	title: string;
	status: string;
}

const BEGIN = '<!-- n8n versions: begin (npm run test:compat) -->';
const END = '<!-- n8n versions: end -->';

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

/** The document with another table between its two marks. @throws Error when it has no such marks */
export function withTable(document: string, table: string): string {
	const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
	if (begin < 0 || end < begin) throw new Error(`There is no "${BEGIN}" before "${END}"`);
	return `${document.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${document.slice(end)}`;
}
