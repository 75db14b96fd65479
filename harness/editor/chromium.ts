import { existsSync } from 'node:fs';
import { type Requirement, ensureInstalled, programOnPath } from '../system/debian';
import type { OnProgress } from '../system/progress';

const MACOS = [
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

interface Programs {
	/** The path of a Chromium, or of a browser made from it. */
	chromium: string;
}

const CHROMIUM: Requirement<Programs> = {
	find: async () => ({
		chromium:
			programOnPath('chromium', 'chromium-browser', 'google-chrome') ??
			MACOS.find((file) => existsSync(file)),
	}),
	packages: { chromium: 'chromium' },
	explain: () =>
		'The tests of the editor need Chromium, which is not on this machine. Install it and run the command again. ' +
		'Debian: `sudo apt-get install -y chromium`; macOS: `brew install --cask chromium`. ' +
		'Another browser made from Chromium can be named: `CHROMIUM=/path/to/it`.',
};

/** Makes sure that a Chromium is on this machine; answers with its path. */
export async function ensureChromium(onProgress?: OnProgress): Promise<string> {
	const named = process.env.CHROMIUM;
	if (!named) return (await ensureInstalled(CHROMIUM, onProgress)).chromium;
	if (existsSync(named)) return named;
	throw new Error(`The environment variable CHROMIUM names a file that is not there: ${named}`);
}
