/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { cacheDir, repoRoot } from '../../../scripts/lib/paths';

const FOLDER = path.join(cacheDir(), 'screenshots');

/** Set by `npm run screenshots`: the pictures of the documents are taken anew. */
export const FOR_DOCUMENTS = process.env.GMC_DOCUMENT_IMAGES === '1';

/** Takes a picture of what the editor shows, or of a part of it; overwrites the one of the last run. */
export async function screenshot(page: Page, name: string, part?: Locator): Promise<string> {
	await mkdir(FOLDER, { recursive: true });
	const file = path.join(FOLDER, `${name}.png`);
	// The transition of a dialog that has just opened is in nobody's interest.
	await (part ?? page).screenshot({ path: file, animations: 'disabled', caret: 'hide' });
	return file;
}

/** The same for a picture that the documents show. */
export async function documentImage(page: Page, name: string, part?: Locator): Promise<void> {
	const file = await screenshot(page, name, part);
	if (FOR_DOCUMENTS) await copyFile(file, path.join(repoRoot, 'docs', 'images', `${name}.png`));
}
