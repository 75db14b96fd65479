// Which folder may import which, types included. `npm run lint` runs it.

const GMC = 'nodes/Gmc';
const BELOW = [`${GMC}/api`, `${GMC}/core`, `${GMC}/shared`];
const OF_ALL_OPERATIONS = [`${GMC}/actions/forEachItem.ts`, `${GMC}/actions/operation.ts`];

/** What each room of the harness may import, beside the code and what all of its rooms share. */
const IN_HARNESS = {
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
const OF_ALL_ROOMS = ['credentials', 'nodes', 'sandbox', 'harness/sandbox', 'harness/system'];
const harnessRooms = Object.entries(IN_HARNESS).map(([room, others]) => [
	`harness/${room}`,
	[...OF_ALL_ROOMS, ...others.map((other) => `harness/${other}`)],
]);

/**
 * Which room may import from which, beside its own files. A room is a folder with all below it, or a file; for
 * a file in several of them the innermost counts.
 */
const MAY_IMPORT = {
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
	// Rooms of the core that know nothing of the service.
	[`${GMC}/core/pace`]: [],
	[`${GMC}/core/redaction`]: [],
	[`${GMC}/core/texts`]: [],
	[`${GMC}/core/time`]: [`${GMC}/core/util`],
	sandbox: [],
	...Object.fromEntries(harnessRooms),
};
const ROOMS = Object.keys(MAY_IMPORT);

/** A pattern of the files in these rooms. */
const within = (rooms) => `^(${rooms.join('|').replaceAll('.', '\\.')})(/|$)`;

const ofRoom = ([room, others]) => {
	const inner = ROOMS.filter((one) => one.startsWith(`${room}/`));
	return {
		name: `what ${room} may import`,
		from: { path: within([room]), ...(inner.length > 0 && { pathNot: within(inner) }) },
		// Packages and modules of Node.js are of no room.
		to: { pathNot: within([room, ...others]), dependencyTypes: ['local'] },
	};
};

const FOLDERS_WITHOUT_CIRCLES = `^(${GMC}/core|harness)/`;

const rules = [
	...Object.entries(MAY_IMPORT).map(ofRoom),
	{
		name: 'each file is in a room',
		module: {
			path: '^(credentials|nodes|sandbox|harness)/.+\\.ts$',
			pathNot: within(ROOMS),
			// Such a rule has to count something: no file is imported by so many.
			numberOfDependentsLessThan: 100,
		},
		from: {},
	},
	{ name: 'no circles of files', from: {}, to: { circular: true } },
	{
		name: 'no circles of folders',
		scope: 'folder',
		from: { path: FOLDERS_WITHOUT_CIRCLES },
		to: { path: FOLDERS_WITHOUT_CIRCLES, circular: true },
	},
	{
		// Circles that go through the core's own files are not seen by the rule above.
		name: 'a file in none of the folders of the core imports none of them',
		from: { path: `^${GMC}/core/[^/]+$` },
		to: { path: `^${GMC}/core/.+/` },
	},
	{
		name: 'the core imports nothing of n8n, and of Node.js only what computes',
		from: { path: `^${GMC}/core/` },
		to: { pathNot: `^(${GMC}/core/|crypto$|node_modules/(luxon/|zod/[^/]+$))` },
	},
];

module.exports = {
	forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
	options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true },
};
