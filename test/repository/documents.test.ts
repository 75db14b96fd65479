import { DEFAULT_N8N_VERSION, OLDEST_N8N_VERSION } from '../../harness/n8n/install';
import { COLUMNS } from '../../nodes/Gmc/ledger/columns';
import { RECENT_MINUTES } from '../../nodes/Gmc/core/additions/recent';
import { CODES } from '../../nodes/Gmc/core/codes';
import { tablesIn, withTables } from '../../harness/system/pages';
import { referenceTables } from '../../scripts/reference/tables';
import { filesBelow, filesIn, read } from './files';

const pages = filesBelow('docs', '.md');
const { engines, scripts } = JSON.parse(read('package.json')) as {
	engines: object;
	scripts: Record<string, string>;
};
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one);

test('each sample is named in the README, each page there or, if it is for those who build it, in CONTRIBUTING', () => {
	const [readme, contributing] = ['README.md', 'CONTRIBUTING.md'].map(read);
	expect(filesIn('workflows', '.json').filter((name) => !readme.includes(`(${name})`))).toEqual([]);
	expect(pages.filter((page) => !(readme + contributing).includes(`(${page}`))).toEqual([]);
});

test('each picture is on a page', () => {
	const texts = ['README.md', ...pages].map(read).join();
	const pictures = filesIn('docs/images', '.png').map((file) => file.replace('docs/', ''));
	expect(pictures.filter((file) => !texts.includes(`${file})`))).toEqual([]);
});

test('the columns of the ledger that people may rely on are explained, in their order', () => {
	const cells = all(read('docs/the-ledger.md'), /^\| (`[^|]+`) \|/gm);
	const names = COLUMNS.map(({ name }) => name);
	const told = cells.flatMap((cell) => all(cell, /`(\w+)`/g));
	expect(told).toEqual(names.slice(0, names.indexOf('note') + 1));
});

describe.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...pages])(
	'%s',
	(page) => {
		const text = read(page);

		test('names commands of npm that are there', () => {
			const commands = all(text, /\bnpm run ([\w:-]+)/g);
			expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
		});

		test('says rightly how long Recent refuses', () => {
			const isAbout = (line: string) => /Recent(?![a-z])|\btool\b|AI agent/.test(line);
			const sentences = text.split('\n').filter(isAbout).join('. ').split('. ');
			const isWrong = (sentence: string) =>
				!/Hold/.test(sentence) &&
				all(sentence, /(\d+) minut(?:es|os)/g).some((told) => Number(told) !== RECENT_MINUTES);
			expect(sentences.filter(isWrong)).toEqual([]);
		});

		test('has JSON that can be read', () => {
			for (const block of all(text, /^\s*```json\n([^]*?)```/gm)) JSON.parse(block);
		});
	},
);

describe('the codes', () => {
	const codes = Object.keys(CODES);
	const without = (text: string, quote: string) =>
		codes.filter((code) => !text.includes(quote + code + quote));

	test('are said somewhere, and "Something went wrong" says what to do about each', () => {
		expect(without(filesBelow('nodes', '.ts').map(read).join(), "'")).toEqual([]);
		expect(without(read('docs/something-went-wrong.md'), '`')).toEqual([]);
	});

	test('have their meaning in the reference, their cure there, and no other table', () => {
		const explains = (page: string) => codes.some((code) => read(page).includes(`\n| \`${code}\``));
		expect(pages.filter(explains)).toEqual(['docs/reference.md', 'docs/something-went-wrong.md']);
	});
});

/** What has one table, and its page. Others link it; the page in Portuguese stands by itself. */
const TABLES: Record<string, string> = {
	'`notAttempted`': 'docs/something-went-wrong.md',
	'`onlyListed`': 'docs/reference.md',
	'**Batch**': 'docs/money-safety.md',
	'Origin `origin`': 'docs/reference.md',
};

test.each(Object.entries(TABLES))('%s is explained in one table, of %s', (cell, where) => {
	const explains = (page: string) => read(page).includes(`\n| ${cell} |`);
	const own = ['README.md', ...pages].filter((page) => page !== 'docs/pt-BR.md');
	expect(own.filter(explains)).toEqual([where]);
});

/** What a page calls the oldest n8n that will do. */
const OLDEST =
	/(?<=oldest n8n that is supported is )\d[\d.]*\d|(?<=n8n,? )\d[\d.]*\d(?= or newer)/g;

test.each(['README.md', 'CHANGELOG.md', 'docs/first-top-up.md', 'docs/internals/n8n.md'])(
	'%s names the oldest n8n that is supported',
	(name) => {
		expect([...new Set(read(name).match(OLDEST))]).toEqual([OLDEST_N8N_VERSION]);
	},
);

test('package.json names the oldest n8n, and the README the versions that the tests run on', () => {
	expect(engines).toMatchObject({ n8n: `>=${OLDEST_N8N_VERSION}` });
	expect(read('README.md')).toContain(`${OLDEST_N8N_VERSION} and ${DEFAULT_N8N_VERSION}.`);
});

// If this fails: `npm run reference`, and look at what it has written.
test('the reference has each table once, as the descriptions of the nodes and of the credential give it', () => {
	const [page, tables] = [read('docs/reference.md'), referenceTables()];
	expect(withTables(page, tables)).toBe(page);
	expect(Object.keys(tablesIn(page)).sort()).toEqual(Object.keys(tables).sort());
});
