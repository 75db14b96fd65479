import ts from 'typescript';

function parse(source: string, file: string): ts.SourceFile {
	return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
}

function collect(root: ts.Node, read: (node: ts.Node) => string | undefined): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = read(node);
		if (text !== undefined) found.push(text);
		ts.forEachChild(node, visit);
	};
	visit(root);
	return found;
}

/** A module name that is computed cannot be checked, so it is reported as it is written. */
const textOf = (node: ts.Expression) => (ts.isStringLiteralLike(node) ? node.text : node.getText());

function isRequire(call: ts.CallExpression): boolean {
	const { expression } = call;
	if (expression.kind === ts.SyntaxKind.ImportKeyword) return true;
	if (ts.isPropertyAccessExpression(expression)) return expression.getText() === 'require.resolve';
	return ts.isIdentifier(expression) && expression.text === 'require';
}

/** The names of all modules a script loads: `require`, `import()`, `import` and `export … from`. */
export function requiredModules(source: string, file: string): string[] {
	return collect(parse(source, file), (node) => {
		if (ts.isCallExpression(node) && isRequire(node) && node.arguments.length > 0) {
			return textOf(node.arguments[0]);
		}
		const isFrom = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
		return isFrom && node.moduleSpecifier ? textOf(node.moduleSpecifier) : undefined;
	});
}

/** The files named as `file:…` in a node's or credential's description. */
export function namedIcons(source: string, file: string): string[] {
	return collect(parse(source, file), (node) =>
		ts.isStringLiteralLike(node) && node.text.startsWith('file:')
			? node.text.slice('file:'.length)
			: undefined,
	);
}
