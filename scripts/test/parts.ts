/** Parts of the tests that are npm scripts. */
export const SCRIPTS = ['lint', 'types'];
/** Parts that are Jest projects, and folders in `test/`. */
export const IN_PROCESS = ['unit', 'sandbox', 'n8n-core', 'repository', 'package'];
/** The same, with a real n8n. */
export const WITH_N8N = ['smoke', 'e2e', 'editor', 'queue', 'compat'];

export const ALL = [...SCRIPTS, ...IN_PROCESS, ...WITH_N8N];

/** What `npm run test:all` adds. */
export const REST = ['e2e', 'editor', 'queue'];

/** What `npm test` runs. The oldest n8n only when it is named. */
export const USUAL = ALL.filter((name) => ![...REST, 'compat'].includes(name));

/** @throws Error if there is no part of one of these names */
export function chosenParts(names: string[]): string[] {
	const unknown = names.filter((name) => !['all', ...ALL].includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${ALL.join(', ')}`);
	}
	if (names.includes('all')) return [...USUAL, ...REST];
	return names.length === 0 ? USUAL : names;
}
