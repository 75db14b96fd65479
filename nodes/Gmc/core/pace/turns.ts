/** A place in line. */
export interface Turn {
	/** Settles once everybody before has left. */
	come: Promise<void>;
	/** To be called in any case, also by who does not want to wait any longer. */
	leave: () => void;
}

/** Lets work that must not overlap take turns, first come, first served: in this process only. */
export class Turns {
	/** Who was last in line, by what is at stake. */
	private readonly last = new Map<string, Promise<void>>();

	/**
	 * Lines up for all of these at once, so that no two can wait for each other.
	 *
	 * @param names what is at stake; work that shares none does not wait
	 */
	lineUp(names: string[]): Turn {
		const before = [...new Set(names)].map((name) => this.last.get(name));
		const come = Promise.all(before).then(() => {});
		let leave = () => {};
		const left = new Promise<void>((resolve) => (leave = resolve));
		// Who leaves without having waited lets nobody past those before.
		const over = Promise.all([come, left]).then(() => {
			for (const name of names) if (this.last.get(name) === over) this.last.delete(name);
		});
		for (const name of names) this.last.set(name, over);
		return { come, leave };
	}
}
