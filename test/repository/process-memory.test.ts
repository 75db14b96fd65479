import ts from 'typescript';
import { read } from './files';
import { importGraph } from './import-graph';

/** Memory of running executions, or of what is in the register. It is gone with them. */
const OF_RUNS = [
	'nodes/Gmc/api/dispatch.ts: dispatches',
	'nodes/Gmc/core/util/processMemory.ts: memories',
	'nodes/Gmc/core/util/processMemory.ts: runs',
	'nodes/Gmc/ledger/openTable.ts: told',
	'nodes/Gmc/picker/searchCustomers.ts: entries',
	'nodes/Gmc/trigger/memory.ts: contexts',
];

/** The names of a module's own variables that begin empty, so that somebody fills them, or that change. */
function memoriesIn(source: string): string[] {
	const file = ts.createSourceFile('one.ts', source, ts.ScriptTarget.Latest, true);
	return file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList: list }) => {
		const isConst = (list.flags & ts.NodeFlags.Const) !== 0;
		return list.declarations
			.filter(({ initializer, type }) => !isConst || isEmpty(initializer, type))
			.map(({ name }) => name.getText());
	});
}

function isEmpty(value: ts.Expression | undefined, type: ts.TypeNode | undefined): boolean {
	if (value === undefined || /^(Readonly|readonly)/.test(type?.getText() ?? '')) return false;
	if (ts.isNewExpression(value)) return !value.arguments?.length;
	return ts.isArrayLiteralExpression(value) && value.elements.length === 0;
}

test('all memory that outlasts an execution is in the register, so that tests can empty it', () => {
	const found = [...importGraph(['nodes', 'credentials']).keys()].flatMap((file) =>
		memoriesIn(read(file)).map((name) => `${file}: ${name}`),
	);
	expect(found.sort()).toEqual(OF_RUNS);
});
