import { sameCharge } from '../../nodes/Gmc/core/additions/charge';
import type { Effect } from '../../nodes/Gmc/core/keys/effects';
import { hashOf } from '../../nodes/Gmc/core/util/hash';
import type { Run, Scenario } from './run';
import { advance } from './run';
import { contradictionOf, toldBy } from './told';
import type { Fate, World } from './world';
import { allotIds, apply, emptyWorld, HOLD_MS, take } from './world';

interface State {
	world: World;
	runs: Run[];
	crashes: number;
	/** How it came about. */
	story: Story;
}

/** Apart from the states, which are forgotten. */
interface Story {
	event: string;
	before?: Story;
}

/** Of millions of states no two have the same name, and all names fit into memory. */
const NAME_LENGTH = 22;

export interface Exploration {
	states: number;
	/** The shortest story that was found in which somebody is paid twice, or not at all. */
	counterexample?: string[];
}

/** Tries every order of events, each state once. */
export function explore(scenario: Scenario): Exploration {
	const seen = new Set<string>();
	let layer = [firstState(scenario)];
	while (layer.length > 0) {
		const next: State[] = [];
		for (const state of layer) {
			const problem = problemOf(state, scenario);
			if (problem) return { states: seen.size, counterexample: [...tell(state.story), problem] };
			for (const successor of successorsOf(state, scenario)) {
				const name = nameOf(successor, scenario);
				if (seen.has(name)) continue;
				seen.add(name);
				next.push(successor);
			}
		}
		layer = next;
	}
	return { states: seen.size };
}

function firstState(scenario: Scenario): State {
	const claims = Array.from({ length: scenario.runs }, (_, n) => `run ${n + 1}`);
	const world = emptyWorld();
	const runs = claims.map((claim) => advance({ claim, answers: [], next: undefined }, 0, scenario));
	return { world, runs, crashes: 0, story: { event: 'the beginning' } };
}

const tell = ({ before, event }: Story): string[] =>
	before === undefined ? [] : [...tell(before), event];

/** Two states with one name have the same future. What a run was answered counts only as long as it goes on. */
function nameOf({ world, runs, crashes }: State, { isOneProcess }: Scenario): string {
	const futures = runs.map(({ next, answers, uncommitted }) =>
		next === undefined ? 'over' : [answers, uncommitted],
	);
	const told = isOneProcess && [...toldBy(runs)].sort();
	return hashOf(JSON.stringify([world, futures, crashes, told]), NAME_LENGTH);
}

const copyOf = (world: World): World => ({
	...world,
	table: world.table.map((row) => ({ ...row })),
	additions: world.additions.map((one) => ({ ...one })),
});

function successorsOf(state: State, scenario: Scenario): State[] {
	const { world, runs, crashes, story } = state;
	const last = runs.length - 1;
	const firstLate = firstLateOf(state, scenario);
	const isAtWork = (n: number) => runs[n].next !== undefined && (n < firstLate || world.clock > 0);
	const areOthersAtWork = runs.some((_, n) => n < last && isAtWork(n));
	const successors = eventsOf(state, areOthersAtWork, scenario);
	for (const [n, run] of runs.entries()) {
		if (!isAtWork(n) || (n === last && areOthersAtWork)) continue;
		successors.push(...proceed(state, n, scenario));
		if (n >= firstLate || crashes >= scenario.crashes) continue;
		const crashed = runs.with(n, { claim: run.claim, answers: [], next: undefined });
		const event = `${run.claim} crashes`;
		const told = { event, before: story };
		successors.push({ world, runs: crashed, crashes: crashes + 1, story: told });
	}
	return successors;
}

/** The place of the first run that comes after the hold. */
const firstLateOf = ({ runs }: State, { lateRuns = 0 }: Scenario): number =>
	runs.length - 1 - lateRuns;

/** What the service and the clock do by themselves. */
function eventsOf(state: State, isAnybodyAtWork: boolean, scenario: Scenario): State[] {
	const { world, story } = state;
	const events: State[] = [];
	const happen = (event: string, change: (copy: World) => void, runs = state.runs) => {
		const copy = copyOf(world);
		change(copy);
		events.push({ ...state, world: copy, runs, story: { event, before: story } });
	};
	for (const [n, { isCommitted, isListed }] of world.additions.entries()) {
		if (!isCommitted) happen(`a${n + 1} is made late`, (w) => (w.additions[n].isCommitted = true));
		else if (!isListed) happen(`a${n + 1} is listed`, (w) => (w.additions[n].isListed = true));
	}
	const isSettled = world.additions.every((one) => one.isCommitted && one.isListed);
	if (world.clock === 0 && isSettled && !isAnybodyAtWork) {
		const firstLate = firstLateOf(state, scenario);
		const runs = state.runs.map((run, n) =>
			n < firstLate
				? run
				: advance({ claim: run.claim, answers: [], next: undefined }, HOLD_MS, scenario),
		);
		happen('the hold is over', (w) => (w.clock = HOLD_MS), runs);
	}
	return events;
}

/** Every way in which the next step of a run may go. */
function proceed(state: State, n: number, scenario: Scenario): State[] {
	const { world, runs, story } = state;
	const run = runs[n];
	const step = run.next!;
	const then = (event: string, act: (copy: World) => unknown): State => {
		const copy = copyOf(world);
		const answered = { ...run, answers: [...run.answers, act(copy) ?? null] };
		const advanced = runs.with(n, advance(answered, world.clock, scenario));
		return {
			...state,
			world: copy,
			runs: advanced,
			story: { event: `${run.claim}${event}`, before: story },
		};
	};
	if (step.do === 'pause') return [];
	if (step.do === 'send') {
		const fates: Fate[] = world.clock > 0 ? ['done'] : scenario.fates;
		return fates.map((fate) =>
			then(` sends ${step.ref}: ${fate}`, (copy) => take(copy, step.ref, fate)),
		);
	}
	if (step.do !== 'insert') {
		return [then(`: ${step.do}`, (copy) => carryOut(copy, step, state, scenario))];
	}
	if (run.uncommitted !== undefined) {
		return [then(' has inserted', (copy) => void copy.table.push(...run.uncommitted!))];
	}
	const copy = copyOf(world);
	const inserting = { ...run, uncommitted: allotIds(copy, step.rows) };
	const event = `${run.claim} begins to insert`;
	return [
		{ ...state, world: copy, runs: runs.with(n, inserting), story: { event, before: story } },
	];
}

/** A list comes with what a run knows of others: who is at work in its process. */
function carryOut(copy: World, step: Effect, { runs }: State, scenario: Scenario): unknown {
	const answer = apply(copy, step, scenario.wishes);
	if (step.do !== 'list') return answer;
	const atWork = scenario.isOneProcess ? runs.filter(({ next }) => next !== undefined) : [];
	return { ...(answer as object), atWork: atWork.map(({ claim }) => claim) };
}

/** Equal charges under several keys are as many top-ups, whichever key got which. */
function problemOf(
	{ world, runs, crashes }: State,
	{ wishes, fates, isOneProcess }: Scenario,
): string | undefined {
	const isFair = fates.every((fate) => fate === 'done');
	const isOver = world.clock > 0 && runs[runs.length - 1].next === undefined;
	const isIdle =
		crashes === 0 && isFair && runs.slice(0, -1).every((run) => run.next === undefined);
	for (const wish of wishes) {
		const equal = wishes.filter(({ charge }) => sameCharge(charge, wish.charge));
		const refs = equal.map(({ ref }) => ref);
		const paid = world.additions.filter((one) => one.isCommitted && refs.includes(one.ref));
		if (paid.length > equal.length) return `${wish.ref} is paid too often`;
		if (isOver && paid.length < equal.length) return `${wish.ref} is never paid`;
		if (isIdle && paid.length < equal.length)
			return `${wish.ref} waits, although nothing went wrong`;
	}
	return isOneProcess ? contradictionOf(runs) : undefined;
}
