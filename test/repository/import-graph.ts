/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { existsSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repoRoot } from '../../harness/system/paths';
import { filesBelow, read } from './files';

/** What one file imports, types included. */
export interface Imports {
	/** Files of the repository, from its root. */
	files: string[];
	/** Names of packages and of Node's own modules. */
	packages: string[];
}

/** By file, from the root of the repository. */
export type ImportGraph = Map<string, Imports>;

/** The module names in a source: of `import`, `import type`, `export … from`, `import()` and `require`. */
function importedNames(source: string): string[] {
	return ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** Reads the imports of every TypeScript file below these folders of the repository. */
export function importGraph(folders: string[]): ImportGraph {
	const files = folders.flatMap((folder) => filesBelow(folder, '.ts'));
	return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): Imports {
	const names = importedNames(read(file));
	const relative = names.filter((name) => name.startsWith('.'));
	return {
		files: relative.map((name) => resolve(path.posix.join(path.posix.dirname(file), name))),
		packages: names.filter((name) => !name.startsWith('.')),
	};
}

function resolve(module: string): string {
	const candidates = [`${module}.ts`, `${module}/index.ts`, module];
	const found = candidates.find((file) => existsSync(path.join(repoRoot, file)));
	if (found === undefined) throw new Error(`${module} is imported but not there`);
	return found;
}

/** @returns each circle that a walk along the edges closes, such as `a > b > a` */
export function circlesIn(edges: Map<string, string[]>): string[] {
	const circles: string[] = [];
	const done = new Set<string>();
	const visit = (node: string, way: string[]): void => {
		const from = way.indexOf(node);
		if (from >= 0) circles.push([...way.slice(from), node].join(' > '));
		if (from >= 0 || done.has(node)) return;
		for (const next of edges.get(node) ?? []) visit(next, [...way, node]);
		done.add(node);
	};
	for (const node of edges.keys()) visit(node, []);
	return circles;
}

/** The edges between folders; those within one are left out. @param folderOf the folder of a file, its own if left out */
export function folderEdges(
	graph: ImportGraph,
	folderOf: (file: string) => string = path.posix.dirname,
): Map<string, string[]> {
	const edges = new Map<string, string[]>();
	for (const [file, { files }] of graph) {
		const folder = folderOf(file);
		const others = files.map(folderOf);
		const known = edges.get(folder) ?? [];
		edges.set(folder, [...known, ...others.filter((other) => other !== folder)]);
	}
	return edges;
}
