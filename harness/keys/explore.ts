import { Course, isStuck, isUnseen } from './course';
import { groupsOf, isOver, lastProblemOf, problemOf } from './properties';
import { type Scenario, lastOf } from './scenario';
import { type Run, type State, isAtWork, nameOf, tell } from './state';
import { type Tools, clockOf, proceed } from './steps';
import { progresses } from './service';
import { type Told, Interner } from './world';

export interface Exploration {
	states: number;
	isWhole: boolean;
	/** The shortest story that was found in which something goes wrong, and what. */
	counterexample?: string[];
}

/** Tries every order of events, breadth first, each state once. @param atMost number of states */
export function explore(scenario: Scenario, atMost = Infinity): Exploration {
	const names = new Interner();
	const groups = groupsOf(scenario);
	const tools = { scenario, names, groups, course: new Course(scenario, names) };
	const seen = new Set<string>();
	let layer = [firstState(scenario, names)];
	while (layer.length > 0) {
		const next: State[] = [];
		for (const state of layer) {
			for (const successor of successorsOf(state, tools)) {
				const name = nameOf(successor, names, scenario.isOneProcess === true);
				if (seen.has(name)) continue;
				const counterexample = wrongIn(successor, tools);
				if (counterexample) return { states: seen.size, isWhole: false, counterexample };
				if (seen.size === atMost) return { states: seen.size, isWhole: false };
				seen.add(name);
				next.push(successor);
			}
		}
		layer = next;
	}
	return { states: seen.size, isWhole: true };
}

function wrongIn(state: State, tools: Tools): string[] | undefined {
	const problem = problemOf(state, tools.scenario, tools.groups);
	return problem === undefined ? endOf(state, tools) : [...tell(state.story), problem];
}

function firstState({ runs, leftovers = [], before = [] }: Scenario, names: Interner): State {
	const table = leftovers.map((row) => names.one(row));
	const additions = before.map((one) => names.one(one));
	const nextId = Math.max(0, ...table.map(({ id }) => id)) + 1;
	return {
		world: { table, additions, nextId, instant: 0 },
		runs: runs.map((_, n) => ({ claim: `run ${n + 1}`, is: 'waiting' })),
		crashes: 0,
		stalls: 0,
		failures: 0,
		story: { event: 'the beginning' },
	};
}

/** Every state that may come next. Steps that nobody else sees are taken at once. */
function successorsOf(state: State, tools: Tools): State[] {
	const moves = state.runs.flatMap((run, n) =>
		canMove(run, state, tools.scenario) ? proceed(state, n, tools) : [],
	);
	return [...moves, ...clockMoves(state, tools)].flatMap((move) => settled(move, tools));
}

const canGoOn = (run: Run, scenario: Scenario): boolean =>
	isAtWork(run) && !run.isStalled && !isStuck(run.point!, scenario);

function canMove(run: Run, { world, runs }: State, scenario: Scenario): boolean {
	if (run.is !== 'waiting') return canGoOn(run, scenario);
	const { runs: plans } = scenario;
	const n = runs.indexOf(run);
	const [first, last] = plans[n].begins ?? [0, 0];
	// Of runs that are the same, the first one begins first.
	const isTwin = n > 0 && plans[n - 1] === plans[n] && runs[n - 1].is === 'waiting';
	return !isTwin && world.instant >= first && world.instant <= last;
}

/** Takes all steps that nobody else sees, or stalls their runs until the clock moves on. */
function settled(state: State, tools: Tools): State[] {
	const n = state.runs.findIndex((run) => canGoOn(run, tools.scenario) && isUnseen(run.point!));
	if (n < 0) return [state];
	const ways = [...proceed(state, n, tools), ...stalling(state, n, tools)];
	return ways.flatMap((way) => settled(way, tools));
}

function stalling(state: State, n: number, { scenario }: Tools): State[] {
	const { crashes = 0, stalls = 0 } = scenario;
	const run = state.runs[n];
	if (run.point!.step!.do === 'pause') return [];
	// At the last instant, no run is working.
	if (state.stalls < stalls && state.world.instant < lastOf(scenario) - 1) {
		return [{ ...state, runs: state.runs.with(n, { ...run, isStalled: true }) }];
	}
	return state.crashes < crashes ? [crashing(state, [n])] : [];
}

function crashing(state: State, crashed: number[]): State {
	if (crashed.length === 0) return state;
	const runs = state.runs.map(
		(run, n): Run => (crashed.includes(n) ? { claim: run.claim, is: 'crashed' } : run),
	);
	const story = crashed.reduce(
		(before, n) => ({ event: `${state.runs[n].claim} crashes`, before }),
		state.story,
	);
	return { ...state, runs, crashes: state.crashes + crashed.length, story };
}

/**
 * The clock moves on. A run may crash at this moment instead of earlier, because nobody sees the difference. At the
 * end, no run is working.
 */
function clockMoves(state: State, tools: Tools): State[] {
	const { scenario, names } = tools;
	const { crashes = 0, stalls = 0, instants } = scenario;
	const place = state.world.instant + 1;
	if (place >= instants.length || mustBegin(state, scenario)) return [];
	const mayStall = place < lastOf(scenario) && state.stalls < stalls;
	const atWork = state.runs.flatMap((run, n) => (isAtWork(run) ? [n] : []));
	const times = { clock: clockOf(tools, state.world), next: instants[place] };
	const event = `the clock goes on to ${minutes(instants[place])}`;
	return subsetsOf(atWork).flatMap((crashed) => {
		const isStall = crashed.length < atWork.length;
		if (state.crashes + crashed.length > crashes || (isStall && !mayStall)) return [];
		const after = crashing(state, crashed);
		if (after.runs.some((run) => isAtWork(run) && mustSend(run, instants[place]))) return [];
		const runs = after.runs.map((run) => (run.isStalled ? { ...run, isStalled: undefined } : run));
		return progresses(state.world, times, names).map((world) => ({
			...after,
			world,
			runs,
			stalls: state.stalls + (isStall ? 1 : 0),
			story: { event, before: after.story },
		}));
	});
}

const minutes = (ms: number): string => `${ms / 60_000} min`;

const mustBegin = ({ world, runs }: State, { runs: plans }: Scenario): boolean =>
	runs.some(({ is }, n) => is === 'waiting' && world.instant >= (plans[n].begins?.[1] ?? 0));

/** A run that has just checked the age of its claim sends soon. */
const mustSend = ({ point }: Run, clock: number): boolean =>
	point?.step?.do === 'send' && point.step.isFresh && clock > point.step.leaveBy;

function subsetsOf(all: number[]): number[][] {
	return all.reduce<number[][]>(
		(subsets, one) => subsets.flatMap((subset) => [subset, [...subset, one]]),
		[[]],
	);
}

/** Number of last runs: one may find out what another one needs. */
const LAST_RUNS = 3;

/** What is wrong with the last runs. Each runs alone, so there is only one order. */
function endOf(state: State, tools: Tools): string[] | undefined {
	const { scenario } = tools;
	if (!isOver(state, scenario)) return undefined;
	let last = state;
	let told: Told | undefined;
	for (let more = 0; more < LAST_RUNS; more++) {
		const before = JSON.stringify(told);
		[last, told] = finished(last, tools);
		if (JSON.stringify(told) === before) break;
	}
	const problem = lastProblemOf(last.world, told!, tools);
	return problem === undefined ? undefined : [...tell(last.story), problem];
}

function finished(state: State, tools: Tools): [State, Told | undefined] {
	const n = state.runs.length;
	const first: Run = { claim: `run ${n + 1}`, is: 'atWork', point: tools.course.begin(n) };
	let last: State = { ...state, runs: [...state.runs, first] };
	while (isAtWork(last.runs[n])) [last] = proceed(last, n, tools);
	return [last, last.runs[n].point!.told];
}
