import type { Told } from './step';

/** A key has paid with one addition, and an addition one key, whoever says so. */
export function contradictionOf(all: Array<Told | undefined>): string | undefined {
	const pairs = all.flatMap((told) => Object.entries(told?.paid ?? {}));
	const told = [...new Set(pairs.map(([ref, id]) => `${ref} with ${id}`))];
	const [refs, ids] = [0, 1].map((part) => told.map((one) => one.split(' with ')[part]));
	const isTwice = (some: string[]) => new Set(some).size < some.length;
	return isTwice(refs) || isTwice(ids) ? `told paid: ${told.sort().join(', ')}` : undefined;
}
