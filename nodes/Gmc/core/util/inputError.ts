import { en } from '../texts/en';
import type { Message } from '../texts/message';

/** Until every text is in the catalogue. */
type Said = Message | string;

const asMessage = (said: Said): Message => (typeof said === 'string' ? () => said : said);

/** What the user has to correct or to look into, in a row or in the settings. No request has failed. */
export class InputError extends Error {
	/** What happened, in the language of whoever is told. `message` has it in English, for logs. */
	readonly said: Message;

	/** What to do about it. */
	readonly advice?: Message;

	/** @param code for workflows that decide by it: `details.code` */
	constructor(
		said: Said,
		advice?: Said,
		readonly code?: string,
	) {
		super(asMessage(said)(en));
		this.said = asMessage(said);
		if (advice) this.advice = asMessage(advice);
		this.name = 'InputError';
	}
}
