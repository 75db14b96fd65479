import { keptInProcess } from '../core/util/processMemory';
import { waitAtMost } from '../shared/eventLoop';

// Runs of one process line up for a name before they look at it. Without this, two deliveries of one order meet in the
// table, both withdraw, and come again. It only saves calls: the claim decides, also between processes.

/** How long a run waits for its turn, in milliseconds. After that it goes on. Tests may change it. */
export const QUEUE = { waitMs: 15_000 };

/** The runs that want a name, in the order in which they came. The first one has its turn. */
const lines = keptInProcess(new Map<string, Turn[]>());

/**
 * The place of a run in the lines of all its names. It lines up for all of them at one moment, and only once, so runs with
 * several names wait in the order in which they came, and never for each other.
 */
export class Turn {
	private readonly names = new Set<string>();

	/** In how many of its lines others are before it. */
	private behind = 0;

	private goOn = () => {};

	private isEnded = false;

	/** @param isOver whether the run was cancelled: it waits no longer */
	constructor(private readonly isOver: () => boolean) {}

	/** Lines up and waits, unless this run has its place already. It never fails. @returns whether others were before it */
	async await(names: string[]): Promise<boolean> {
		if (this.names.size > 0 || this.isEnded) return false;
		for (const name of names) this.lineUp(name);
		if (this.behind === 0) return false;
		const turn = new Promise<void>((resolve) => (this.goOn = resolve));
		await waitAtMost(QUEUE.waitMs, turn, this.isOver);
		return true;
	}

	/** Leaves all lines, for good. */
	end(): void {
		this.isEnded = true;
		this.leave([...this.names]);
	}

	/** Leaves the lines of these names. */
	leave(names: string[]): void {
		for (const name of names) {
			if (!this.names.delete(name)) continue;
			const line = lines.get(name) ?? [];
			const left = line.filter((turn) => turn !== this);
			if (left.length > 0) lines.set(name, left);
			else lines.delete(name);
			if (line[0] === this) left.at(0)?.moveUp();
			else this.behind--;
		}
	}

	/** It is the first in one more line. */
	private moveUp(): void {
		if (--this.behind === 0) this.goOn();
	}

	private lineUp(name: string): void {
		if (this.names.has(name)) return;
		this.names.add(name);
		const line = lines.get(name);
		if (line === undefined) {
			lines.set(name, [this]);
			return;
		}
		line.push(this);
		this.behind++;
	}
}
