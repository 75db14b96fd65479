/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir } from 'node:fs/promises';
import { cacheDir } from '../../harness/system/paths';
import { step } from '../../harness/system/progress';
import { ensureN8n } from '../../harness/n8n/install';
import { packPackage } from '../../harness/package/pack';
import { type Counts, PARTS, type Part } from './parts';
import { lastLine, summaryTable } from './summary';

const say = (text: string) => process.stdout.write(`${text}\n`);

const NOT_RUN: Counts = { passed: 0, failed: 1, skipped: 0 };

const HELP = `Usage: npm test [-- part ...]

Without a part, everything is checked. Parts: ${PARTS.map(({ name }) => name).join(', ')}
`;

/** Takes the pictures of the documents anew. */
const DOCUMENT_IMAGES = '--document-images';

function chosenParts(names: string[]): Part[] {
	const known = PARTS.map(({ name }) => name);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${known.join(', ')}`);
	}
	return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name));
}

/** What several parts need is made once, before the first of them. */
async function prepare(parts: Part[]): Promise<void> {
	const attempts = [
		...(parts.some(({ needsPackage }) => needsPackage)
			? [() => step('Building and packing the nodes', packPackage)]
			: []),
		...(parts.some(({ needsN8n }) => needsN8n)
			? [() => step('Installing n8n', (onProgress) => ensureN8n(undefined, onProgress))]
			: []),
	];
	for (const attempt of attempts) {
		// Without it the parts that need it fail by themselves, and the others still count.
		await attempt().catch((error: unknown) => say((error as Error).message));
	}
}

async function runPart(part: Part, position: string): Promise<Counts> {
	const started = Date.now();
	say(`\n━━━ ${part.name} (${position})`);
	const counts = await part.run().catch((error: unknown) => {
		say(String(error));
		return NOT_RUN;
	});
	const seconds = ((Date.now() - started) / 1000).toFixed(1);
	say(`━━━ ${part.name}: ${lastLine([counts])} (${seconds} s)`);
	return counts;
}

async function main(): Promise<number> {
	const args = process.argv.slice(2);
	if (args.includes('--help')) {
		process.stdout.write(HELP);
		return 0;
	}
	// The tests of the editor come by everything that the documents show.
	if (args.includes(DOCUMENT_IMAGES)) process.env.GMC_DOCUMENT_IMAGES = '1';
	const parts = chosenParts(args.filter((arg) => arg !== DOCUMENT_IMAGES));
	await mkdir(cacheDir(), { recursive: true });
	await prepare(parts);
	const results: Array<[string, Counts]> = [];
	for (const [index, part] of parts.entries()) {
		results.push([part.name, await runPart(part, `${index + 1} of ${parts.length}`)]);
	}
	const counts = results.map(([, count]) => count);
	say(`\n${summaryTable(results)}\n${lastLine(counts)}`);
	return counts.every(({ failed }) => failed === 0) ? 0 : 1;
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		process.stderr.write(`${(error as Error).message}\n`);
		process.exit(1);
	},
);
