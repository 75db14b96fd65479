/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { existsSync } from 'node:fs';
import { type Requirement, ensureInstalled, programOnPath } from '../system/debian';

const MACOS = [
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const CHROMIUM: Requirement<string> = {
	find: async () =>
		programOnPath('chromium', 'chromium-browser', 'google-chrome') ??
		MACOS.find((file) => existsSync(file)),
	packages: ['chromium'],
	explain:
		'The tests of the editor need Chromium, which is not on this machine. Install it and run the command again. ' +
		'Debian: `sudo apt-get install -y chromium`; macOS: `brew install --cask chromium`. ' +
		'Another browser made from Chromium can be named: `CHROMIUM=/path/to/it`.',
};

/** Makes sure that a Chromium is on this machine; answers with its path. */
export async function ensureChromium(): Promise<string> {
	const named = process.env.CHROMIUM;
	if (!named) return await ensureInstalled(CHROMIUM);
	if (existsSync(named)) return named;
	throw new Error(`The environment variable CHROMIUM names a file that is not there: ${named}`);
}
