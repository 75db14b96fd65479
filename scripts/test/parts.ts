/** A part of the tests, as `npm test -- <name>` takes it. */
export interface Part {
	/** The name of an npm script, or of a Jest project and its folder in `test/`. */
	name: string;
	/** Run by an npm script, by Jest alone, or by Jest with a real n8n. */
	kind: 'script' | 'in process' | 'real n8n';
	/** Run by `npm test`, only by `npm run test:all`, or only when it is named. */
	runs: 'usually' | 'with all' | 'by name';
}

const parts = (kind: Part['kind'], runs: Part['runs'], ...names: string[]): Part[] =>
	names.map((name) => ({ name, kind, runs }));

export const PARTS: Part[] = [
	...parts('script', 'usually', 'lint', 'types'),
	...parts('in process', 'usually', 'unit', 'sandbox', 'n8n-core', 'repository', 'package'),
	...parts('real n8n', 'usually', 'smoke'),
	...parts('real n8n', 'with all', 'e2e', 'editor', 'queue'),
	...parts('real n8n', 'by name', 'compat'),
];

export const namesOf = (kept: (part: Part) => boolean): string[] =>
	PARTS.filter(kept).map(({ name }) => name);

/** What `npm test` runs. */
export const USUAL = namesOf(({ runs }) => runs === 'usually');

/** What `npm run test:all` adds. */
export const REST = namesOf(({ runs }) => runs === 'with all');

/** @throws Error if there is no part of one of these names */
export function chosenParts(names: string[]): Part[] {
	const known = namesOf(() => true);
	const unknown = names.filter((name) => name !== 'all' && !known.includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${known.join(', ')}`);
	}
	const all = [...USUAL, ...REST];
	const chosen = names.length === 0 ? USUAL : names.includes('all') ? all : names;
	return PARTS.filter(({ name }) => chosen.includes(name));
}
