import type { Entry } from '../../nodes/Gmc/core/ledger/entry';
import type { Point } from './course';
import type { Interner, World } from './world';

export interface Run {
	claim: string;
	is: 'waiting' | 'atWork' | 'crashed';
	/** Over if it has no step. */
	point?: Point;
	/** Rows whose ids are given out and that are not committed yet. */
	uncommitted?: Entry[];
	/** It does nothing before the clock goes on. */
	isStalled?: boolean;
}

/** Never changed: an event makes another one. */
export interface State {
	world: World;
	runs: Run[];
	crashes: number;
	stalls: number;
	failures: number;
	story: Story;
}

/** Kept apart from the states, which are dropped. */
export interface Story {
	event: string;
	before?: Story;
}

export const tell = ({ before, event }: Story): string[] =>
	before === undefined ? [] : [...tell(before), event];

export const isAtWork = ({ is, point }: Run): boolean =>
	is === 'atWork' && point?.step !== undefined;

/** States with the same name have the same future. What a run knew counts only while it is working. */
export function nameOf(
	{ world, runs, crashes, stalls, failures }: State,
	names: Interner,
	isToldKept: boolean,
): string {
	const { table, additions, nextId, instant } = world;
	const parts = runs.map((run) => {
		if (run.is === 'waiting') return 'w';
		if (run.is === 'crashed' || run.point === undefined) return 'x';
		if (run.point.step === undefined && !isToldKept) return 'x';
		const stalled = run.isStalled ? '!' : '';
		return `${run.point.id.toString(36)}${stalled}${names.nameOf(run.uncommitted ?? [])}`;
	});
	const world_ = `${names.nameOf(table)};${names.nameOf(additions)};${nextId}`;
	return `${world_};${instant};${crashes};${stalls};${failures};${parts.join(';')}`;
}
