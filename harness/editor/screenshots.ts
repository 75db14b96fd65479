/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { cacheDir, repoRoot } from '../system/paths';

/** Set by `npm run screenshots`: take the pictures of the documents again. */
export const FOR_DOCUMENTS = process.env.GMC_DOCUMENT_IMAGES === '1';

const DOCUMENTS = path.join(repoRoot, 'docs', 'images');

/** For longer than n8n shows the toolbar of a node that the mouse has left, in milliseconds. */
const TOOLBAR_MS = 1_000;

/** The part of the page that a picture shows, in its pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

export async function screenshot(page: Page, name: string, part?: Locator | Area): Promise<string> {
	const folder = path.join(cacheDir(), 'screenshots');
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, `${name}.png`);
	// Nothing is under the mouse, or it would show its tooltip.
	await page.mouse.move(page.viewportSize()!.width / 2, 1);
	if (FOR_DOCUMENTS) await page.waitForTimeout(TOOLBAR_MS);
	// No transitions.
	const options = { path: file, animations: 'disabled', caret: 'hide' } as const;
	if (part === undefined) await page.screenshot(options);
	else if ('x' in part) await page.screenshot({ ...options, clip: part });
	else await part.screenshot(options);
	return file;
}

/** A picture of the documents; it is only taken by `npm run screenshots`. */
export async function documentImage(page: Page, name: string, part: Locator | Area): Promise<void> {
	if (!FOR_DOCUMENTS) return;
	const file = await screenshot(page, name, part);
	await mkdir(DOCUMENTS, { recursive: true });
	await copyFile(file, path.join(DOCUMENTS, `${name}.png`));
}

/** The smallest area that holds all the parts. */
export async function around(...parts: Locator[]): Promise<Area> {
	const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	const right = Math.max(...boxes.map((box) => box.x + box.width));
	const bottom = Math.max(...boxes.map((box) => box.y + box.height));
	return { x, y, width: right - x, height: bottom - y };
}
