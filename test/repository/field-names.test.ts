import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { fields } from '../../nodes/Gmc/actions/router';
import { triggerFields } from '../../nodes/Gmc/trigger/settings';
import { filesBelow, read } from './files';

// n8n's guidelines for texts. Where one names a field, the name stands in single quotation marks.

const labelsOf = (all: INodeProperties[]): string[] =>
	all
		.filter(({ displayName, type }) => displayName && !['notice', 'hidden'].includes(type))
		.flatMap(({ displayName, options }) => [
			displayName.replace(/ \(.*/, ''),
			...labelsOf((options ?? []) as INodeProperties[]),
		]);

/** Of one word, such as Amount, may be a common word. */
const labels = labelsOf([...fields, ...triggerFields, ...new GmcApi().properties]).filter((label) =>
	label.includes(' '),
);
const UNQUOTED = new RegExp(
	String.raw`(?<!['\w]|By )(?:${[...new Set(labels)].join('|')})(?!['\w]| \()`,
);

/** Names of fields and choices, and labels that are handed on. */
const isName = (node: ts.Node, text: string) =>
	labels.includes(text) ||
	(ts.isPropertyAssignment(node.parent) &&
		['displayName', 'name', 'action'].includes(node.parent.name.getText()) &&
		!text.includes('. '));

function textsIn(file: string): string[] {
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
	const texts: string[] = [];
	const visit = (node: ts.Node) => {
		const isText =
			ts.isStringLiteral(node) ||
			ts.isNoSubstitutionTemplateLiteral(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddle(node) ||
			ts.isTemplateTail(node);
		if (isText && !isName(node, node.text)) texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

const files = [...filesBelow('nodes', '.ts'), ...filesBelow('credentials', '.ts')];

const textsWith = (pattern: RegExp) =>
	files.flatMap((file) =>
		textsIn(file)
			.filter((text) => pattern.test(text))
			.map((text) => `${file}: ${text}`),
	);

test('a field is named in single quotation marks', () => {
	expect(textsWith(UNQUOTED)).toEqual([]);
});

// n8n's guidelines: a message says what happened. In quotation marks it is the name of a field; alone, one in the code.
const AVOIDED = /(?<!")\b(?:errors?|problems?|failures?|mistakes?)\b(?!")/i;

test('no text speaks of an error, a problem, a failure or a mistake', () => {
	expect(textsWith(AVOIDED).filter((text) => / .* /.test(text))).toEqual([]);
});
