/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import path from 'node:path';
import ts from 'typescript';
import { repoRoot } from '../../harness/system/paths';

// The nodes say nothing that is not in the catalogue (CONTRIBUTING, house rules).

const TEXTS = 'nodes/Gmc/core/texts/';
/** What n8n's editor shows of a node is in English for everyone, and stands in its description. */
const DESCRIPTIONS = /\b(INodeProperties|INodeTypeDescription|INodePropertyOptions)\b/;
/** Three words in a row. */
const SENTENCE = /\p{L}{2,}[,;:]?(\s+["“]?\p{L}+['’]?\p{L}*[,;:]?){2,}/u;

const { options, fileNames } = ts.parseJsonConfigFileContent(
	ts.readConfigFile(path.join(repoRoot, 'tsconfig.build.json'), (file) => ts.sys.readFile(file))
		.config,
	ts.sys,
	repoRoot,
);
const program = ts.createProgram(fileNames, { ...options, noEmit: true });
// Binds the sources: their nodes know their parents from here on.
const checker = program.getTypeChecker();
const nameOf = ({ fileName }: ts.SourceFile) => path.relative(repoRoot, fileName);
const sources = program
	.getSourceFiles()
	.filter((source) => /^(nodes|credentials)\//.test(nameOf(source)));

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
	ts.isStringLiteralLike(node) ||
	ts.isTemplateHead(node) ||
	ts.isTemplateMiddleOrTemplateTail(node);

/** Whether a literal stands in what n8n shows as the description of the node. */
function isDescription(node: ts.Node): boolean {
	for (let one: ts.Node = node; !ts.isSourceFile(one); one = one.parent) {
		if (!ts.isVariableDeclaration(one) && !ts.isPropertyDeclaration(one)) continue;
		if (one.type !== undefined && DESCRIPTIONS.test(one.type.getText())) return true;
	}
	return false;
}

/** Every node below, with itself. */
function below(node: ts.Node): ts.Node[] {
	const found: ts.Node[] = [node];
	node.forEachChild((child) => void found.push(...below(child)));
	return found;
}

/** Names of fields and options, which every language leaves as they are. */
const labels = new Set(
	sources
		.flatMap(below)
		.filter(ts.isPropertyAssignment)
		.filter(({ name }) => name.getText() === 'displayName')
		.map(({ initializer }) => (ts.isStringLiteral(initializer) ? initializer.text : '')),
);

const sentencesIn = (source: ts.SourceFile) =>
	below(source)
		.filter(isText)
		.filter(({ text }) => SENTENCE.test(text) && !labels.has(text))
		.filter((node) => !isDescription(node))
		.map(({ text }) => `${nameOf(source)}: ${text}`);

/** Functions that were meant to be called: a text would show their source. */
function uncalledIn(source: ts.SourceFile): string[] {
	const isFunction = (node: ts.Node) =>
		checker.getTypeAtLocation(node).getNonNullableType().getCallSignatures().length > 0;
	return below(source)
		.filter(ts.isTemplateSpan)
		.filter(({ expression }) => isFunction(expression))
		.map(({ expression }) => `${nameOf(source)}: ${expression.getText()}`);
}

test('no sentence stands outside the catalogue', () => {
	expect(sources.length).toBeGreaterThan(100);
	const outside = sources.filter((source) => !nameOf(source).startsWith(TEXTS));
	expect(outside.flatMap(sentencesIn)).toEqual([]);
});

test('no text shows the source of a function in the place of its words', () => {
	expect(sources.flatMap(uncalledIn)).toEqual([]);
}, 120_000);

test('the rule sees a sentence wherever it stands', () => {
	const code = `
		const field: INodeProperties = { description: 'What the editor shows' };
		throw new InputError('the amount is empty', () => \`\${row} was not sent\`);
		const url = '/transactions/add-balance/all', unit = 'a b';
		const more = { description: "GMC's list came cut" };
	`;
	const source = ts.createSourceFile('nodes/code.ts', code, ts.ScriptTarget.Latest, true);
	const seen = sentencesIn(source).map((one) => one.replace(/^.*?: /, ''));
	expect(seen).toEqual(['the amount is empty', ' was not sent', "GMC's list came cut"]);
});
