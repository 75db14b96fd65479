/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import ts from 'typescript';
import { repoRoot } from '../../harness/system/paths';

// What the guides quote, the nodes say: word for word, in one of their languages.

const TEXTS = 'nodes/Gmc/core/texts';
const markdown = new MarkdownIt({ html: true });
const read = (file: string) => readFileSync(path.join(repoRoot, file), 'utf8');
const filesIn = (folder: string, end: string) =>
	readdirSync(path.join(repoRoot, folder))
		.filter((name) => name.endsWith(end))
		.map((name) => path.posix.join(folder, name));

/** Guides for users. What tells of the code or of n8n quotes other things. */
const GUIDES = [
	...['README.md', 'README.pt-BR.md'],
	...filesIn('docs', '.md'),
	...filesIn('docs/pt-BR', '.md'),
].filter((file) => !/\/(n8n|service)\.md$/.test(file));

/** Letters of texts, the parts between their values apart. */
const words = (text: string) => text.replace(/[^\p{L}]+/gu, ' ').trim();

/** Everything that a file of the catalogue says; what is filled in stands as a gap. */
function saidIn(file: string): string[] {
	const said: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) said.push(words(node.text));
		else if (ts.isTemplateMiddleOrTemplateTail(node)) said.push(words(node.text));
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
	return said;
}

const catalogue = ['en', 'pt-BR']
	.flatMap((language) => filesIn(`${TEXTS}/${language}`, '.ts'))
	.concat(`${TEXTS}/log.ts`, `${TEXTS}/credentialTest.ts`)
	.flatMap(saidIn)
	.filter((said) => said !== '');
/** Whole texts and the parts between their values; not such as `of`, which would fit anywhere. */
const fragments = new Set(catalogue.filter((said) => said.length > 3));
const catalogueText = catalogue.map((said) => ` ${said} `).join('|');

/** A command, a setting, a path or an expression is no quotation, nor is what has no words in a row. */
const IS_OTHER = /^(npm|npx|node|docker|git|curl|GET|POST|N passed)\b|_|=|\{|\$json|^\/|^n8n-/;
const MIN_WORDS = 4;

/** Inline code and the errors of JSON examples. */
function quotationsIn(text: string): string[] {
	const tokens = markdown.parse(text, {});
	const inline = tokens
		.flatMap(({ children }) => children ?? [])
		.filter(({ type }) => type === 'code_inline')
		.map(({ content }) => content);
	const examples = tokens.filter(({ type, info }) => type === 'fence' && info === 'json');
	const errors = examples.flatMap(({ content }) =>
		[...content.matchAll(/"(?:error|description)": "((?:[^"\\]|\\.)*)"/g)].map(([, said]) =>
			said.replace(/\\"/g, '"'),
		),
	);
	return [...inline, ...errors].filter(
		(one) => !IS_OTHER.test(one) && one.split(' ').filter(words).length >= MIN_WORDS,
	);
}

/** What GMC itself says is quoted in an error after these words. */
const OF_GMC = /(GMC says|A GMC diz): .*$/;

/** Parts of a quotation that are values. */
const VALUES = /Elisa Prado|[A-Z]*\$|…|\d[\d.,:/ -]*|"[^"]*"|\([^)]*\)|[:;]|\. /;
const MIN_RUN = 3;
/** Words of values that no sign sets apart, such as a currency, at each end of a part. */
const MAX_VALUE_WORDS = 2;

/** Whether words are pieced together from whole fragments of texts, and from runs of words out of them. */
function isPieced(part: string[]): boolean {
	if (part.length === 0) return true;
	return part.some((_, at) => {
		const head = part.slice(0, at + 1);
		const text = head.join(' ');
		const isRun = head.length >= MIN_RUN && catalogueText.includes(` ${text} `);
		return (isRun || fragments.has(text)) && isPieced(part.slice(at + 1));
	});
}

/** Whether all words of a quotation, but for values, are said somewhere in the catalogue. */
function isSaid(quotation: string): boolean {
	const parts = quotation
		.replace(OF_GMC, '$1:')
		.split(VALUES)
		.map((part) => words(part).split(' '))
		.filter((part) => part.length >= MIN_RUN);
	const cuts = Array.from({ length: MAX_VALUE_WORDS + 1 }, (_, count) => count);
	return parts.every((part) =>
		cuts.some((first) =>
			cuts.some((last) => {
				const rest = part.slice(first, part.length - last);
				return rest.length >= Math.min(MIN_RUN, part.length) && isPieced(rest);
			}),
		),
	);
}

test.each(GUIDES)('%s quotes what the nodes say', (file) => {
	expect(quotationsIn(read(file)).filter((one) => !isSaid(one))).toEqual([]);
});

test('the guides quote enough of it to be compared', () => {
	expect(GUIDES.flatMap((file) => quotationsIn(read(file))).length).toBeGreaterThan(40);
});

test('the rule sees a word that was changed, in a cell and in an example', () => {
	const guide = [
		'`the amount is empty` `the sum is really empty`',
		'```json',
		'{ "error": "Row 3: not attempted, because of row 2", "description": "Not the words of a node" }',
		'```',
	].join('\n');
	expect(quotationsIn(guide).filter((one) => !isSaid(one))).toEqual([
		'the sum is really empty',
		'Not the words of a node',
	]);
});
