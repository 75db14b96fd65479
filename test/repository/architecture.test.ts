import ts from 'typescript';
import { type ImportGraph, circlesIn, folderEdges, importGraph } from './import-graph';
import { read } from './files';

/** Parts of the repository in which no files import each other in a circle. To be added to, never cut. */
const WITHOUT_CIRCLES = ['nodes', 'credentials', 'sandbox', 'harness', 'bench', 'scripts'];

const GMC = 'nodes/Gmc';
const BELOW = [`${GMC}/api`, `${GMC}/core`, `${GMC}/shared`];
const OF_ALL_OPERATIONS = [`${GMC}/actions/forEachItem.ts`, `${GMC}/actions/operation.ts`];

const HARNESS = 'harness';
/** What each room of the harness may import, beside the code and what all of its rooms share. */
const IN_HARNESS: Record<string, string[]> = {
	system: [],
	sandbox: [],
	package: [],
	engine: [],
	n8n: ['package'],
	samples: ['n8n'],
	workflows: ['n8n'],
	editor: ['n8n'],
	crashes: ['n8n', 'workflows'],
	keys: [],
	queue: ['n8n', 'package'],
	'stand-ins': ['n8n', 'samples', 'workflows'],
	histories: ['engine'],
};
const OF_ALL_ROOMS = ['credentials', 'nodes', 'sandbox', `${HARNESS}/sandbox`, `${HARNESS}/system`];
const harnessRooms = Object.entries(IN_HARNESS).map(([room, others]): [string, string[]] => [
	`${HARNESS}/${room}`,
	[...OF_ALL_ROOMS, ...others.map((other) => `${HARNESS}/${other}`)],
]);

/** Rooms of the core that know nothing of the service. */
const APART = ['pace', 'redaction', 'time'];

/**
 * Which room may import from which, beside its own files. A room is a folder with all below it, or a file; for
 * a file in several of them the innermost counts.
 */
const MAY_IMPORT: Record<string, string[]> = {
	credentials: [`${GMC}/api`, `${GMC}/core`],
	[`${GMC}/Gmc.node.ts`]: [`${GMC}/actions`, `${GMC}/picker`],
	[`${GMC}/GmcTrigger.node.ts`]: [`${GMC}/trigger`, `${GMC}/picker`],
	[`${GMC}/actions`]: BELOW,
	[`${GMC}/actions/account`]: [...BELOW, ...OF_ALL_OPERATIONS],
	[`${GMC}/actions/balance`]: [...BELOW, ...OF_ALL_OPERATIONS, `${GMC}/ledger`],
	[`${GMC}/actions/customer`]: [...BELOW, ...OF_ALL_OPERATIONS],
	[`${GMC}/ledger`]: [`${GMC}/core`, `${GMC}/shared`],
	[`${GMC}/picker`]: BELOW,
	[`${GMC}/trigger`]: BELOW,
	[`${GMC}/api`]: [`${GMC}/core`, `${GMC}/shared/eventLoop.ts`],
	[`${GMC}/shared`]: [`${GMC}/core`],
	[`${GMC}/core`]: [],
	[`${GMC}/core/util`]: [`${GMC}/core/texts`, `${GMC}/core/codes.ts`],
	...Object.fromEntries(APART.map((room) => [`${GMC}/core/${room}`, []])),
	[`${GMC}/core/texts`]: [],
	sandbox: [],
	...Object.fromEntries(harnessRooms),
};

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`);

const roomOf = (file: string): string | undefined =>
	Object.keys(MAY_IMPORT)
		.filter((room) => isIn(file, room))
		.sort((one, other) => other.length - one.length)[0];

function trespasses(graph: ImportGraph): string[] {
	return [...graph].flatMap(([file, { files }]) => {
		const room = roomOf(file);
		if (room === undefined) return [`${file} is in no room`];
		const allowed = [room, ...MAY_IMPORT[room]];
		return files
			.filter((other) => !allowed.some((one) => isIn(other, one)))
			.map((other) => `${file} imports ${other}`);
	});
}

const edgesOf = (graph: ImportGraph) =>
	new Map([...graph].map(([file, { files }]) => [file, files]));

test('each room imports only what it may', () => {
	const graph = importGraph(['credentials', 'nodes', 'sandbox', HARNESS]);
	expect(graph.size).toBeGreaterThan(100);
	expect(trespasses(graph)).toEqual([]);
});

test('no files import each other in a circle, not even types', () => {
	expect(circlesIn(edgesOf(importGraph(WITHOUT_CIRCLES)))).toEqual([]);
});

test('no rooms of the harness import each other in a circle', () => {
	const roomAt = (file: string) => file.split('/').slice(0, 2).join('/');
	expect(circlesIn(folderEdges(importGraph([HARNESS]), roomAt))).toEqual([]);
});

describe('the core', () => {
	const core = importGraph([`${GMC}/core`]);

	test('has no circles among its folders', () => {
		expect(circlesIn(folderEdges(core))).toEqual([]);
	});

	test('imports nothing of n8n, and of Node.js only what computes', () => {
		const packages = [...core.values()].flatMap((imports) => imports.packages);
		expect([...new Set(packages)].sort()).toEqual(['crypto', 'luxon', 'zod']);
	});

	test('reads no clock, rolls no dice and waits for nothing', () => {
		const found = [...core.keys()].flatMap((file) =>
			impurities(read(file)).map((text) => `${file}: ${text}`),
		);
		expect(found).toEqual([]);
	});
});

const IMPURE_NAMES =
	/^(AbortSignal|fetch|performance|process|random(Bytes|Int|UUID)|set(Immediate|Interval|Timeout))$/;
const IMPURE_MEMBERS = /^(Date\.now|DateTime\.(local|now|utc)|Math\.random)$/;

/** What a source uses that gives something else each time. */
function impurities(source: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const isNow =
			ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length;
		const isMember = ts.isPropertyAccessExpression(node) && IMPURE_MEMBERS.test(node.getText());
		const isName = ts.isIdentifier(node) && IMPURE_NAMES.test(node.text);
		if (isNow || isMember || isName) found.push(node.getText());
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('core.ts', source, ts.ScriptTarget.Latest, true));
	return found;
}
