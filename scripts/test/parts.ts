/** What parts need before they begin; made once for all of them. */
export type Need = 'package' | 'n8n' | 'chromium' | 'postgres and redis';

/** How a part is checked: by an npm script, by Jest in this process's Node.js, or by Jest with a real n8n. */
export type Kind = 'script' | 'in process' | 'real n8n';

/** A part of the whole check. */
export interface Part {
	/** As `npm test -- <name>` takes it: the name of the npm script or of Jest's project. */
	name: string;
	kind: Kind;
	needs: Need[];
	/** Seconds by itself on two cores: what takes long begins first, so that nothing long is left over at the end. */
	takes: number;
	/** Test files at once, as Jest's `--maxWorkers`, of a part with a real n8n. */
	workers?: 1 | 2;
}

const script = (name: string, takes: number): Part => ({
	name,
	takes,
	kind: 'script',
	needs: [],
});

const inProcess = (name: string, takes: number, needs: Need[] = []): Part => ({
	name,
	takes,
	needs,
	kind: 'in process',
});

const realN8n = (part: Pick<Part, 'name' | 'takes' | 'workers'>, needs: Need[] = []): Part => ({
	...part,
	kind: 'real n8n',
	needs: ['package', 'n8n', ...needs],
});

/** Everything `npm test` checks, in the order of its table. */
export const PARTS: Part[] = [
	script('lint', 80),
	script('types', 40),
	inProcess('unit', 100),
	inProcess('sandbox', 60),
	inProcess('n8n-core', 400),
	inProcess('repository', 30),
	inProcess('package', 20, ['package']),
	// Its files wait for n8n most of the time.
	realN8n({ name: 'e2e', takes: 690, workers: 2 }),
	// One after another: n8n offers a user every credential that it has.
	realN8n({ name: 'editor', takes: 870, workers: 1 }, ['chromium']),
	realN8n({ name: 'queue', takes: 300, workers: 1 }, ['postgres and redis']),
];

/** The parts with the given names, all of them without any. @throws Error when there is no such part */
export function chosenParts(names: string[]): Part[] {
	const known = PARTS.map(({ name }) => name);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${known.join(', ')}`);
	}
	return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name));
}
