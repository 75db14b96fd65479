import type { Run } from './run';

/** Which addition has paid which key, by all that was told. */
export function toldBy(runs: Run[]): Set<string> {
	return new Set(runs.flatMap(({ told = {} }) => Object.entries(told).map(nameOfTold)));
}

const nameOfTold = ([ref, id]: [string, string]): string => `${ref} with ${id}`;

/** A key has paid with one addition, and an addition one key, whoever says so. */
export function contradictionOf(runs: Run[]): string | undefined {
	const told = [...toldBy(runs)];
	const [refs, ids] = [0, 1].map((part) => told.map((one) => one.split(' with ')[part]));
	const isTwice = (all: string[]) => new Set(all).size < all.length;
	return isTwice(refs) || isTwice(ids) ? `told paid: ${told.sort().join(', ')}` : undefined;
}
