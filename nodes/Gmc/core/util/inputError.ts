import type { Code } from '../codes';

interface Said {
	/** What happened. */
	message: string;
	/** What to do about it. */
	advice?: string;
	code: Code;
	/** More data for workflows, besides the code. */
	details?: Readonly<Record<string, string | string[]>>;
}

/** Something that the user must correct or check, in a row or in the settings. No request has failed. */
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
