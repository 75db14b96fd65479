/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import axios from 'axios';
import MarkdownIt from 'markdown-it';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import { repoRoot } from '../../harness/system/paths';

const markdown = new MarkdownIt({ html: true });
const read = (name: string) => readFileSync(path.join(repoRoot, name), 'utf8');

const samples = readdirSync(path.join(repoRoot, 'workflows')).filter((name) =>
	name.endsWith('.json'),
);

test('each sample workflow is named in the README', () => {
	const missing = samples.filter((name) => !read('README.md').includes(`(workflows/${name})`));
	expect(missing).toEqual([]);
});

test('each page is named in the README, or in CONTRIBUTING if it is for those who build it', () => {
	const all = read('README.md') + read('CONTRIBUTING.md');
	expect(pages.filter((page) => !all.includes(`(${page}`))).toEqual([]);
});

const inFolder = (folder: string) =>
	readdirSync(path.join(repoRoot, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `${folder}/${name}`);
const pages = [...inFolder('docs'), ...inFolder('docs/internals')];
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages];
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

test.each(documents)('each command of npm in %s is there', (document) => {
	const commands = [...read(document).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name);
	expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

const blocksOf = (document: string, kind: string) =>
	markdown
		.parse(read(document), {})
		.filter(({ type, info }) => type === 'fence' && info === kind)
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
