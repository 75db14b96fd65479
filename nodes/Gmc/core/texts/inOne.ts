import type { Message, Texts } from './message';

/** Several sentences as one text; what is undefined or empty has nothing to say. */
export function inOne(...parts: Array<Message | undefined>): Message {
	return (texts) =>
		parts
			.map((part) => part?.(texts))
			.filter(Boolean)
			.join(' ');
}

/** The same, each with a stop at its end. */
export const inSentences = (...parts: Array<Message | undefined>): Message =>
	inOne(...parts.map((part) => part && ((texts: Texts) => part(texts).replace(/[^.]$/, '$&.'))));
