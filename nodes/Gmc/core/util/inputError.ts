import type { Code } from '../codes';

interface Said {
	/** What happened. */
	message: string;
	/** What to do about it. */
	advice?: string;
	code: Code;
	/** More for workflows that decide by it, beside the code. */
	details?: Readonly<Record<string, string | string[]>>;
}

/** What the user has to correct or to look into, in a row or in the settings. No request has failed. */
export class InputError extends Error {
	readonly advice?: string;
	readonly code: Code;
	readonly details: Readonly<Record<string, string | string[]>>;

	constructor({ message, advice, code, details = {} }: Said) {
		super(message);
		this.name = 'InputError';
		this.advice = advice;
		this.code = code;
		this.details = details;
	}
}
