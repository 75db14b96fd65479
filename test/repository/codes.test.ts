/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../../harness/system/paths';
import { CODES } from '../../nodes/Gmc/core/codes';

const nodes = path.join(repoRoot, 'nodes');
const sources = readdirSync(nodes, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.ts'))
	.map((name) => readFileSync(path.join(nodes, name), 'utf8'))
	.join();

test.each(Object.keys(CODES))('the code %s is said somewhere', (code) => {
	expect(sources).toContain(`'${code}'`);
});

const read = (page: string) => readFileSync(path.join(repoRoot, page), 'utf8');

test('the page in Portuguese has every code with its meaning and its cure, and no other', () => {
	const rows = [...read('docs/pt-BR.md').matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| [^|]+ \|$/gm)];
	expect(rows.map(([, code]) => code)).toEqual(Object.keys(CODES).sort());
});

test('"Something went wrong" says what to do about each code', () => {
	const page = read('docs/something-went-wrong.md');
	expect(Object.keys(CODES).filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
