/** How much a service does at once. */
export interface Bounds {
	/** At work at once; the others wait, first come, first served. null: any number. */
	workers: number | null;
	/** Requests that begin within any second, at most. null: any number. */
	perSecond: number | null;
}

interface Turn {
	begin: number;
	end: number;
}

const SECOND_MS = 1000;

export class Capacity {
	private turns: Turn[] = [];

	/** Gives a request its turn. @returns when its work ends, in milliseconds of the caller's clock */
	turn(now: number, workMs: number, { workers, perSecond }: Bounds): number {
		const since = perSecond === null ? now : now - SECOND_MS;
		this.turns = this.turns.filter(({ begin, end }) => end > now || begin > since);
		const ends = this.turns.map(({ end }) => end).sort((a, b) => b - a);
		const begins = this.turns.map(({ begin }) => begin).sort((a, b) => b - a);
		const freeAt = (workers !== null && ends[workers - 1]) || now;
		const slotAt = perSecond === null ? now : (begins[perSecond - 1] ?? -Infinity) + SECOND_MS;
		const begin = Math.max(now, freeAt, slotAt);
		this.turns.push({ begin, end: begin + workMs });
		return begin + workMs;
	}
}
