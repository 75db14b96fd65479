import type { ReadEffect } from './effects';
import type { Entry } from './entry';
import { isInDoubt } from './entry';
import { hasPaid } from './look';

/** What a store has to give for an effect that asks for entries, as a condition of each. */
export function isWanted(effect: ReadEffect): (entry: Entry) => boolean {
	switch (effect.do) {
		case 'read': {
			const refs = new Set(effect.refs);
			return ({ ref }) => refs.has(ref);
		}
		case 'readBatch':
			return ({ batchRef }) => batchRef === effect.batchRef;
		case 'readInDoubt':
			return isInDoubt;
		case 'readUnnamed':
			return (entry) => hasPaid(entry) && entry.additionId === undefined;
		case 'readSince': {
			const { since, until = Infinity } = effect;
			return ({ askedAt }) => askedAt >= since && askedAt <= until;
		}
		case 'readOwners': {
			const ids = new Set(effect.additionIds);
			return ({ additionId = '' }) => ids.has(additionId);
		}
	}
}
