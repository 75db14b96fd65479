/** Disjoint sets of the numbers from 0 on. */
export class Sets {
	private readonly parents: number[];

	/** The last number of the run of joined ones that begins here, as far as is known. */
	private readonly runEnds: number[];

	constructor(size: number) {
		this.parents = Array.from({ length: size }, (_, one) => one);
		this.runEnds = [...this.parents];
	}

	/** The same for all of a set, and for no other. */
	rootOf(one: number): number {
		return follow(this.parents, one);
	}

	join(one: number, other: number): void {
		this.parents[this.rootOf(one)] = this.rootOf(other);
	}

	/** Joins all from `first` to before `end`; however ranges overlap, each step between two numbers is taken once. */
	joinRange(first: number, end: number): void {
		for (
			let last = follow(this.runEnds, first);
			last < end - 1;
			last = follow(this.runEnds, last)
		) {
			this.join(last, last + 1);
			this.runEnds[last] = last + 1;
		}
	}
}

/** To the end of a chain, which is made shorter on the way. */
function follow(chain: number[], from: number): number {
	let one = from;
	while (chain[one] !== one) {
		chain[one] = chain[chain[one]];
		one = chain[one];
	}
	return one;
}
