import MarkdownIt from 'markdown-it';
import { RECENT_MINUTES } from '../../nodes/Gmc/core/additions/recent';
import { filesIn, read } from './files';

const markdown = new MarkdownIt({ html: true });

const samples = filesIn('workflows', '.json');

test('each sample workflow is named in the README', () => {
	const missing = samples.filter((name) => !read('README.md').includes(`(${name})`));
	expect(missing).toEqual([]);
});

test('each page is named in the README, or in CONTRIBUTING if it is for those who build it', () => {
	const all = read('README.md') + read('CONTRIBUTING.md');
	expect(pages.filter((page) => !all.includes(`(${page}`))).toEqual([]);
});

const pages = [...filesIn('docs', '.md'), ...filesIn('docs/internals', '.md')];
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages];
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

test.each(documents)('each command of npm in %s is there', (document) => {
	const commands = [...read(document).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name);
	expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test.each([...documents, 'CHANGELOG.md'])(
	'how long Recent refuses is said rightly in %s',
	(document) => {
		const lines = read(document).split('\n');
		const minutes = lines
			.filter((line) => /\bRecent\b/.test(line))
			.flatMap((line) => [...line.matchAll(/(\d+) minutes/g)].map(([, told]) => Number(told)));
		expect(minutes.filter((told) => told !== RECENT_MINUTES)).toEqual([]);
	},
);

const jsonBlocksOf = (document: string) =>
	markdown
		.parse(read(document), {})
		.filter(({ type, info }) => type === 'fence' && info === 'json')
		.map(({ content }) => content);

test.each(documents)('each JSON block of %s can be read', (document) => {
	for (const block of jsonBlocksOf(document)) expect(() => void JSON.parse(block)).not.toThrow();
});
