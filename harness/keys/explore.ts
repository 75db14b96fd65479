import { Course } from './course';
import { Interner } from './interner';
import { problemOf } from './properties';
import type { Scenario } from './scenario';
import type { State } from './state';
import { nameOf, tell } from './state';
import type { Tools } from './steps';
import { endOf, successorsOf } from './successors';

export interface Exploration {
	states: number;
	/** Whether every order of events was tried. */
	isWhole: boolean;
	/** The shortest story that was found in which something goes wrong, and what. */
	counterexample?: string[];
}

/** Tries every order of events, breadth first, each state once. @param atMost number of states */
export function explore(scenario: Scenario, atMost = Infinity): Exploration {
	const names = new Interner();
	const tools = { scenario, names, course: new Course(scenario, names) };
	const seen = new Set<string>();
	let layer = [firstState(scenario, names)];
	while (layer.length > 0) {
		const next: State[] = [];
		for (const state of layer) {
			for (const successor of successorsOf(state, tools)) {
				const name = nameOf(successor, names, scenario.isOneProcess === true);
				// A problem of a step does not show in the state.
				if (successor.problem === undefined && seen.has(name)) continue;
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
	const problem = state.problem ?? problemOf(state, tools.scenario);
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
		story: { event: 'the beginning' },
	};
}
