/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import axios from 'axios';
import MarkdownIt from 'markdown-it';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import { repoRoot } from '../../harness/system/paths';

const markdown = new MarkdownIt({ html: true });
const read = (name: string) => readFileSync(path.join(repoRoot, name), 'utf8');

/** What a program prints, and sheets, are in the language of their reader. */
const IN_A_LANGUAGE = new Set(['text', 'csv']);

/** Of these only how much it is. */
const linesOf = (content: string) => `${content.split('\n').length} lines`;

/** Levels of the headings, the code blocks and the sizes of the tables, in their order. */
function shapeOf(file: string): string[] {
	const shape: string[] = [];
	let cells = 0;
	for (const { type, tag, info, content } of markdown.parse(read(file), {})) {
		if (type === 'heading_open') shape.push(tag);
		if (type === 'fence')
			shape.push(`${info}\n${IN_A_LANGUAGE.has(info) ? linesOf(content) : content}`);
		if (type === 'th_open' || type === 'td_open') cells++;
		if (type === 'table_close') {
			shape.push(`table of ${cells}`);
			cells = 0;
		}
	}
	return shape;
}

const translated = readdirSync(path.join(repoRoot, 'docs', 'pt-BR'));
const pairs = [
	['README.md', 'README.pt-BR.md'],
	...translated.map((name) => [`docs/${name}`, `docs/pt-BR/${name}`]),
];

test.each(pairs)('%s and %s have the same headings, code blocks and tables', (english, other) => {
	expect(shapeOf(other)).toEqual(shapeOf(english));
	expect(shapeOf(english).length).toBeGreaterThan(1);
});

test('each page for users is there in both languages, and both READMEs name it', () => {
	const named = (readme: string, folder: string) =>
		translated.filter((name) => read(readme).includes(`(${folder}/${name}`));
	expect(translated.length).toBeGreaterThan(0);
	expect(named('README.md', 'docs')).toEqual(translated);
	expect(named('README.pt-BR.md', 'docs/pt-BR')).toEqual(translated);
});

const samples = readdirSync(path.join(repoRoot, 'workflows')).filter((name) =>
	name.endsWith('.json'),
);

test('each sample workflow is named in both READMEs', () => {
	const missing = (readme: string, folder: string) =>
		samples.filter((name) => !read(readme).includes(`(${folder}/${name})`));
	expect(missing('README.md', 'workflows')).toEqual([]);
	expect(missing('README.pt-BR.md', 'workflows/pt-BR')).toEqual([]);
});

const inFolder = (folder: string) =>
	readdirSync(path.join(repoRoot, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `${folder}/${name}`);
const documents = [
	'README.md',
	'README.pt-BR.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	...inFolder('docs'),
	...inFolder('docs/pt-BR'),
];
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

test.each(documents)('each command of npm in %s is there', (document) => {
	const commands = [...read(document).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name);
	expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

const blocksOf = (document: string, language: string) =>
	markdown
		.parse(read(document), {})
		.filter(({ type, info }) => type === 'fence' && info === language)
		.map(({ content }) => content);

test.each(documents)('each JSON block of %s can be read', (document) => {
	for (const block of blocksOf(document, 'json'))
		expect(() => void JSON.parse(block)).not.toThrow();
});

/** A request to the sandbox, as a page writes it for a shell. */
interface Curl {
	method: string;
	url: string;
	data?: unknown;
}

function curlsOf(document: string): Curl[] {
	const lines = blocksOf(document, 'sh').flatMap((block) =>
		block.replace(/\\\n/g, ' ').split('\n'),
	);
	return lines
		.filter((line) => /^curl .*127\.0\.0\.1:4010/.test(line))
		.map((line) => {
			const data = / -d '([^']*)'/.exec(line)?.[1];
			const method = / -X (\w+)/.exec(line)?.[1] ?? 'GET';
			const [, url] = /(http:\/\/127\.0\.0\.1:4010[^\s']*)/.exec(line)!;
			return { method, url, ...(data !== undefined && { data: JSON.parse(data) as unknown }) };
		});
}

describe('what the pages send to the sandbox', () => {
	let sandbox: RunningSandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(async () => await sandbox.close());

	const curls = documents.flatMap((document) =>
		curlsOf(document).map((curl) => [document, `${curl.method} ${curl.url}`, curl] as const),
	);

	test('is not nothing', () => expect(curls.length).toBeGreaterThan(20));

	test.each(curls)('%s: %s is understood', async (_document, _name, { method, url, data }) => {
		await sandbox.admin.reset();
		const { _id } = await sandbox.admin.createAddition({ status: 'PENDING' });
		const answer = await axios.request<unknown>({
			method,
			data,
			proxy: false,
			validateStatus: () => true,
			url: url.replace('http://127.0.0.1:4010', sandbox.url).replace('/ID/', `/${_id}/`),
		});
		expect([answer.status, answer.data]).toEqual([200, expect.anything()]);
	});
});

test('each file that package.json publishes is there', () => {
	const { files } = JSON.parse(read('package.json')) as { files: string[] };
	const missing = files.filter((name) => name !== 'dist' && !existsSync(path.join(repoRoot, name)));
	expect(missing).toEqual([]);
});
