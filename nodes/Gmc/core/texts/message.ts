import type { en } from './en';

/** The catalogue in one language. English says what there is; every other one has all of it. */
export type Texts = typeof en;

/** A text that is put into words at the boundary, in the language of the credential. */
export type Message = (texts: Texts) => string;
