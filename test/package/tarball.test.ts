/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../../harness/package/pack';
import { repoRoot } from '../../harness/system/paths';

const MAX_TARBALL_BYTES = 200_000;

/** What n8n has beside a community node, and Node.js itself; see n8n's `no-restricted-imports`. */
const PROVIDED = new Set(['n8n-workflow', 'zod', 'luxon', 'lodash', 'p-limit', 'crypto']);

const DOCUMENTS = /^(README\.md|CHANGELOG\.md|LICENSE(\.md)?|package\.json)$/;

interface Manifest {
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	bundledDependencies?: string[];
	peerDependencies: Record<string, string>;
	n8n: { strict: boolean; nodes: string[]; credentials: string[] };
}

let tarball: string;
let folder: string;
let root: string;
let files: string[];
let manifest: Manifest;

beforeAll(async () => {
	tarball = await packPackage();
	folder = await mkdtemp(path.join(tmpdir(), 'gmc-tarball-'));
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder]);
	root = path.join(folder, 'package');
	files = readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((name) => statSync(path.join(root, name)).isFile())
		.map((name) => name.split(path.sep).join('/'));
	manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
}, 180_000);

afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one);

test('holds dist and the documents, nothing else', () => {
	const others = files.filter((name) => !name.startsWith('dist/') && !DOCUMENTS.test(name));
	expect(others).toEqual([]);
	expect(files).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'CHANGELOG.md']));
	const unwanted =
		/tsbuildinfo|\.test\.|\.spec\.|(^|\/)(test|tests|sandbox|scripts)\/|(?<!\.d)\.ts$/;
	expect(files.filter((name) => unwanted.test(name))).toEqual([]);
});

/** Its letters, its words for what the nodes are about, and GMC's name of a field where it is no name. */
const PORTUGUESE =
	/[ãõç]|\b(você|quando|linha|planilha|recarga|lote|chave|saldo|cliente|moeda)s?\b| \(senha\)/i;
/** What people search for to find the package and its nodes, and the words that stand in their sheets. */
const NOT_OURS = /(^|\/)(package|\w+\.node)\.json$|\/core\/sheet\/(headings|money|unclear)\.js$/;

test('is in English: n8n takes nothing else', () => {
	const inPortuguese = files
		.filter((name) => !NOT_OURS.test(name))
		.flatMap((name) => {
			const [found] = PORTUGUESE.exec(read(name)) ?? [];
			return found === undefined ? [] : [`${name}: ${found}`];
		});
	expect(inPortuguese).toEqual([]);
	expect(PORTUGUESE.test('Isto movimenta dinheiro: a recarga de Elisa não é paga de novo')).toBe(
		true,
	);
});

test('stays small', () => {
	expect(statSync(tarball).size).toBeLessThan(MAX_TARBALL_BYTES);
});

// n8n's linter and scanner allow the packages of development, too.
test('requires only what n8n provides and its own files', () => {
	const scripts = files.filter((name) => name.endsWith('.js'));
	expect(scripts.length).toBeGreaterThan(0);
	const others = scripts.flatMap((file) =>
		all(read(file), /\b(?:require|import)\(['"]?([^'")]*)/g)
			.filter((name) => !/^\.{1,2}\//.test(name) && !PROVIDED.has(name.replace(/^node:/, '')))
			.map((name) => `${file}: ${name}`),
	);
	expect(others).toEqual([]);
});

test('depends on nothing at run time', () => {
	const { dependencies, optionalDependencies, bundledDependencies } = manifest;
	expect([dependencies, optionalDependencies, bundledDependencies]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

test('declares strict mode, and nodes and credentials that are there', () => {
	expect(manifest.n8n.strict).toBe(true);
	const template = '@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';
	const config = readFileSync(path.join(repoRoot, 'eslint.config.mjs'), 'utf8');
	const wanted = readFileSync(path.join(repoRoot, 'node_modules', template), 'utf8');
	expect(config.trim()).toBe(wanted.trim());
	const declared = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	expect(declared.length).toBeGreaterThanOrEqual(3);
	expect(declared.filter((name) => !files.includes(name))).toEqual([]);
});

test('holds every icon that a node or credential names', () => {
	const declared = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	const icons = declared.flatMap((file) =>
		all(read(file), /['"]file:([^'"]+)/g).map((icon) =>
			path.posix.join(path.posix.dirname(file), icon),
		),
	);
	expect(icons.length).toBeGreaterThanOrEqual(declared.length);
	expect(icons.filter((icon) => !files.includes(icon))).toEqual([]);
});
