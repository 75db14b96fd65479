import prand from 'pure-rand';

/** A seeded source of decisions: the same seed makes the same case. */
export class Dice {
	private readonly generator;

	constructor(seed: number) {
		this.generator = prand.xoroshiro128plus(seed);
	}

	/** A whole number from `from` to `to`, both included. */
	int(from: number, to: number): number {
		return prand.unsafeUniformIntDistribution(from, to, this.generator);
	}

	/** True once in `n` times on average. */
	oneIn(n: number): boolean {
		return this.int(1, n) === 1;
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.int(0, choices.length - 1)];
	}
}
