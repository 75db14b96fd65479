/** English and Portuguese of a part of an expression or of code. */
export type Phrase = [english: string, portuguese: string];
