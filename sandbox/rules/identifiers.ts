import { createHash } from 'node:crypto';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An `_id` of 24 hex characters, the same for the same text in every run (form assumed). */
export const idOf = (text: string): string => hash(text).slice(0, 24);

/** A blockchain address, the same for the same text in every run (form assumed). */
export const addressOf = (text: string): string => `0x${hash(`address ${text}`).slice(0, 40)}`;

/** A transaction hash, the same for the same text in every run (form assumed). */
export const transactionHashOf = (text: string): string => `0x${hash(`transaction ${text}`)}`;
