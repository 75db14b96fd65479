import { type Memory, type Payer, firstMemory } from './memory';
import { type Scenario, sheetOf } from './scenario';
import type { Doing, Interner, Step, Told } from './world';

interface RunIdentity {
	claim: string;
	payer: Payer;
}

/** A point of a run: the answers so far, which decide its next step. */
export interface Point {
	/** Names the point among all of an exploration. */
	id: number;
	run: RunIdentity;
	phase: number;
	/** What the run knew when the phase began. */
	memory: Memory;
	step?: Step;
	told?: Told;
	before?: { point: Point; answer: unknown };
	after: Map<string, Point>;
	/** The protocol as it waits here. */
	waiting?: Doing<Memory>;
}

/** The points that runs may reach. Each is computed once. */
export class Course {
	private readonly entries = new Map<string, Point>();
	private count = 0;

	constructor(
		private readonly scenario: Scenario,
		private readonly names: Interner,
	) {}

	/** @param n place of the run; the last one's is the number of the others */
	begin(n: number): Point {
		const { runs, payer } = this.scenario;
		const run = { claim: `run ${n + 1}`, payer: runs[n]?.payer ?? payer };
		return this.enter(run, 0, firstMemory(sheetOf(this.scenario, n)));
	}

	/** @param answer what the step of the point was answered */
	next(point: Point, answer: unknown): Point {
		const name = this.nameOf(point.step!, answer);
		const known = point.after.get(name);
		if (known !== undefined) return known;
		const doing = point.waiting ?? this.replay(point);
		point.waiting = undefined;
		const { run, phase, memory } = point;
		const result = doing.next(answer);
		const next = result.done
			? this.enter(run, phase + 1, result.value)
			: this.add({ run, phase, memory, step: result.value, waiting: doing });
		if (!result.done) next.before = { point, answer };
		point.after.set(name, next);
		return next;
	}

	/** Phases that ask for nothing are over at once. */
	private enter(run: RunIdentity, phase: number, memory: Memory): Point {
		const name = JSON.stringify([run.claim, phase, memory], withSets);
		const known = this.entries.get(name);
		if (known !== undefined) return known;
		const point = this.begun(run, phase, memory);
		this.entries.set(name, point);
		return point;
	}

	private begun(run: RunIdentity, phase: number, memory: Memory): Point {
		const { paid, inDoubt } = memory;
		const begins = { run, phase, memory };
		if (phase === run.payer.length) return this.add({ ...begins, told: { paid, inDoubt } });
		const doing = run.payer[phase](memory, run.claim);
		const { done, value } = doing.next();
		if (done) return this.enter(run, phase + 1, value);
		return this.add({ ...begins, step: value, waiting: doing });
	}

	/** Rows have short names. Functions in an answer follow from its data. */
	private nameOf({ do: what }: Step, answer: unknown): string {
		if (what === 'now') return String(answer);
		return Array.isArray(answer) ? this.names.nameOf(answer) : (JSON.stringify(answer) ?? '');
	}

	private add(point: Omit<Point, 'id' | 'after'>): Point {
		return { ...point, id: this.count++, after: new Map() };
	}

	private replay({ phase, memory, run, before }: Point): Doing<Memory> {
		const answers: unknown[] = [];
		for (let one = before; one !== undefined; one = one.point.before) answers.unshift(one.answer);
		const doing = run.payer[phase](memory, run.claim);
		doing.next();
		for (const answer of answers) doing.next(answer);
		return doing;
	}
}

/** Whether nobody else sees the step, so that its order does not matter. */
export const isUnseen = ({ step }: Point): boolean =>
	step !== undefined && ['now', 'pause', 'send', 'look'].includes(step.do);

/** Whether random waiting has separated the runs by now. */
export const isStuck = ({ step }: Point, { rounds }: Scenario): boolean =>
	step?.do === 'pause' && step.attempt >= rounds;

const withSets = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
