/** What parts need before they begin. */
export type Need = 'package' | 'n8n' | 'chromium' | 'postgres and redis';

/** A part of the whole check. */
export interface Part {
	/** As `npm test -- <name>` takes it: the name of the npm script, or of Jest's project and its folder in `test/`. */
	name: string;
	/** How it is checked: by an npm script, by Jest alone, or by Jest with a real n8n. */
	kind: 'script' | 'in process' | 'real n8n';
	needs: Need[];
	/** Whether `npm test` runs it when no part is named, or first `npm run test:all`, or only who names it. */
	runs: 'usually' | 'with all' | 'by name';
}

const usual = (kind: Part['kind'], name: string): Part => ({
	name,
	kind,
	needs: [],
	runs: 'usually',
});

const realN8n = (name: string, ...needs: Need[]): Part => ({
	name,
	kind: 'real n8n',
	needs: ['package', 'n8n', ...needs],
	runs: 'with all',
});

/** Everything that can be checked, in the order of the table. */
export const PARTS: Part[] = [
	usual('script', 'lint'),
	usual('script', 'types'),
	usual('in process', 'unit'),
	usual('in process', 'sandbox'),
	usual('in process', 'n8n-core'),
	usual('in process', 'repository'),
	usual('in process', 'package'),
	{ ...realN8n('smoke', 'chromium'), runs: 'usually' },
	realN8n('e2e'),
	realN8n('editor', 'chromium'),
	realN8n('queue', 'postgres and redis'),
	// It installs an n8n of its own.
	{ name: 'compat', kind: 'real n8n', needs: ['package'], runs: 'by name' },
];

/** What `npm test` runs. */
export const USUAL = PARTS.filter(({ runs }) => runs === 'usually');

/** What `npm run test:all` adds. */
export const REST = PARTS.filter(({ runs }) => runs === 'with all');

/** The parts with these names: `all` of them, or the usual ones without any. @throws Error when there is no such part */
export function chosenParts(names: string[]): Part[] {
	if (names.length === 0) return USUAL;
	if (names.includes('all')) return [...USUAL, ...REST];
	const known = PARTS.map(({ name }) => name);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${known.join(', ')}`);
	}
	return PARTS.filter(({ name }) => names.includes(name));
}
