/** A look at the list before rows were sent, as n8n's context of the node keeps it. */
export interface ListLook {
	/** Ids of additions that no look before has shown. */
	ids: string[];
	/** False when the list was cut: then nothing follows from it. */
	isWhole: boolean;
}

/** The looks of one execution: what each has shown was there before whatever is asked for from then on, and that only. */
export class Looks {
	private readonly seen = new Map<number, ReadonlySet<string>>();

	/** @param looks changed in place */
	constructor(private readonly looks: ListLook[]) {}

	get count(): number {
		return this.looks.length;
	}

	add(ids: string[], isWhole: boolean): void {
		const known = new Set(this.ids);
		this.looks.push({ ids: ids.filter((id) => !known.has(id)), isWhole });
	}

	/** Of all additions that were seen. */
	get ids(): string[] {
		return this.looks.flatMap(({ ids }) => ids);
	}

	/** What so many looks have shown; undefined where the last of them was cut, or there was none. */
	seenBy(count: number): ReadonlySet<string> | undefined {
		if (!this.looks[count - 1]?.isWhole) return undefined;
		const seen = this.seen.get(count);
		if (seen !== undefined) return seen;
		const ids = new Set(this.looks.slice(0, count).flatMap((look) => look.ids));
		this.seen.set(count, ids);
		return ids;
	}
}
