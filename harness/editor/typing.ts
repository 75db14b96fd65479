import type { Locator } from 'playwright-core';

/** How long after the last key the editor takes a text over. */
const TAKEN_OVER_MS = 100;

/** Replaces the text of a field, and waits until the editor has taken it over. */
export async function typeInto(field: Locator, text: string): Promise<void> {
	await field.fill(text);
	// Nothing shows that it has. But timers of a page end in order, so this one ends after the editor's own.
	await field.evaluate(`new Promise((done) => setTimeout(done, ${TAKEN_OVER_MS + 10}))`);
}
