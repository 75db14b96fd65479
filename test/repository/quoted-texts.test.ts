import MarkdownIt from 'markdown-it';
import ts from 'typescript';
import { filesBelow, filesIn, read } from './files';

// What the guides quote, the nodes say, word for word.

const markdown = new MarkdownIt({ html: true });

/** Guides for users. What tells of the code or of n8n quotes other things. */
const GUIDES = ['README.md', ...filesIn('docs', '.md')];

/** Letters of texts, the parts between their values apart. */
const words = (text: string) => text.replace(/[^\p{L}]+/gu, ' ').trim();

/** Everything that a file says; what is filled in stands as a gap. */
function saidIn(file: string): string[] {
	const said: string[] = [];
	const visit = (node: ts.Node): void => {
		const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
		if (isText) said.push(words(node.text));
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
	return said;
}

const sources = filesBelow('nodes', '.ts');

/** Names of fields and values of options. */
const labels = sources
	.flatMap((name) => [...read(name).matchAll(/\b(?:displayName|value): '([^']+)'/g)])
	.map(([, label]) => words(label));

const said = sources.flatMap(saidIn).filter((one) => one !== '');

/** Whole texts and the parts between their values; not such as `of`, which would fit anywhere. */
const fragments = new Set([...said.filter((one) => one.length > 3), ...labels]);

const allSaid = said.map((one) => ` ${one} `).join('|');

/** A command, a setting, a path or an expression is no quotation, nor is what has no words in a row. */
const IS_OTHER = /^(npm|npx|node|docker|git|curl|GET|POST|N passed)\b|_|=|\{|\$json|^\/|^n8n-/;
const MIN_WORDS = 4;

const isQuotation = (one: string) =>
	!IS_OTHER.test(one) && one.split(' ').filter(words).length >= MIN_WORDS;

/** Inline code, and the errors of JSON examples. */
function quotationsIn(text: string): string[] {
	const tokens = markdown.parse(text, {}).flatMap((one) => [one, ...(one.children ?? [])]);
	const contents = (is: (token: (typeof tokens)[number]) => boolean) =>
		tokens.filter(is).map(({ content }) => content);
	const errors = contents(({ info }) => info === 'json').flatMap((json) => [
		...json.matchAll(/"(?:error|description)": "((?:[^"\\]|\\.)*)"/g),
	]);
	return [
		...contents(({ type }) => type === 'code_inline'),
		...errors.map(([, said]) => said.replace(/\\"/g, '"')),
	].filter(isQuotation);
}

/** What GMC itself says is quoted in an error after these words. */
const OF_GMC = /GMC says: .*$/;

/** Parts of a quotation that are values. */
const VALUES = /(?:Ana Souza|Elisa Prado)|[A-Z]*\$|…|\d[\d.,:/ -]*|"[^"]*"|\([^)]*\)|[:;]|\. /;
const MIN_RUN = 3;
/** Words of values that no sign sets apart, such as a currency, at each end of a part. */
const VALUE_WORDS = [0, 1, 2];

/** Whether words are pieced together from whole fragments of texts, and from runs of words out of them. */
function isPieced(part: string[]): boolean {
	if (part.length === 0) return true;
	return part.some((_, at) => {
		const head = part.slice(0, at + 1);
		const text = head.join(' ');
		const isRun = head.length >= MIN_RUN && allSaid.includes(` ${text} `);
		return (isRun || fragments.has(text)) && isPieced(part.slice(at + 1));
	});
}

/** Whether all words of a quotation, but for values, are said somewhere. */
function isSaid(quotation: string): boolean {
	const parts = quotation
		.replace(OF_GMC, 'GMC says:')
		.split(VALUES)
		.map((part) => words(part).split(' '))
		.filter((part) => part.length >= MIN_RUN);
	return parts.every((part) =>
		VALUE_WORDS.some((first) =>
			VALUE_WORDS.some((last) => {
				const rest = part.slice(first, part.length - last);
				return rest.length >= Math.min(MIN_RUN, part.length) && isPieced(rest);
			}),
		),
	);
}

test.each(GUIDES)('%s quotes what the nodes say', (file) => {
	expect(quotationsIn(read(file)).filter((one) => !isSaid(one))).toEqual([]);
});
