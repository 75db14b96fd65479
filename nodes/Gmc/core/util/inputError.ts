import { en } from '../texts/en';
import type { Message } from '../texts/message';

/** What the user has to correct or to look into, in a row or in the settings. No request has failed. */
export class InputError extends Error {
	constructor(
		/** What happened, in the language of whoever is told. `message` has it in English, for logs. */
		readonly said: Message,
		/** What to do about it. */
		readonly advice?: Message,
		/** For workflows that decide by it: `details.code`. */
		readonly code?: string,
		/** More of the same. */
		readonly details: Readonly<Record<string, string | string[]>> = {},
	) {
		super(said(en));
		this.name = 'InputError';
	}
}
