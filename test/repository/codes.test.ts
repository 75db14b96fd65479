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
