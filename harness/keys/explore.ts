import { sameCharge } from '../../nodes/Gmc/core/additions/charge';
import type { Wish } from '../../nodes/Gmc/core/keys/keyRow';
import type { Payer, Step } from './payer';
import type { Fate, World } from './world';
import { allotIds, apply, emptyWorld, HOLD_MS, take } from './world';

/** A run of the sheet: what it was answered so far, from which its next step follows. */
interface Run {
	claim: string;
	answers: unknown[];
	/** Rows whose ids are given out and that are not committed yet. */
	uncommitted?: World['table'];
	hasCrashed?: true;
}

interface State {
	world: World;
	runs: Run[];
	crashes: number;
	path: string[];
}

/** What is tried. */
export interface Scenario {
	wishes: Wish[];
	/** Runs that may overlap in every way; the last one comes after the hold, alone. */
	runs: number;
	crashes: number;
	fates: Fate[];
	payer: Payer;
}

export interface Exploration {
	states: number;
	/** The shortest story that was found in which somebody is paid twice, or not at all. */
	counterexample?: string[];
}

/** More rounds than these are parted by chance: each run waits a random while. */
const MAX_ROUNDS = 3;

/** Tries every order of events, each state once. */
export function explore(scenario: Scenario): Exploration {
	const first: State = {
		world: emptyWorld(),
		runs: Array.from({ length: scenario.runs }, (_, n) => ({ claim: `run ${n + 1}`, answers: [] })),
		...{ crashes: 0, path: [] },
	};
	const seen = new Set<string>();
	let layer = [first];
	while (layer.length > 0) {
		const next: State[] = [];
		for (const state of layer) {
			const problem = problemOf(state, scenario);
			if (problem) return { states: seen.size, counterexample: [...state.path, problem] };
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

/** Two states with one name have the same future. What a run was answered counts only as long as it goes on. */
function nameOf({ world, runs, crashes }: State, scenario: Scenario): string {
	const futures = runs.map((run) => (stepOf(run, scenario) === undefined ? 'over' : run));
	return JSON.stringify([world, futures, crashes]);
}

/** What a run wants to do next; undefined once it has ended. */
function stepOf({ answers, claim, hasCrashed }: Run, scenario: Scenario) {
	if (hasCrashed) return undefined;
	const payer = scenario.payer(scenario.wishes, claim);
	let step = payer.next();
	for (const answer of answers) step = payer.next(revive(answer) as never);
	return step.done ? undefined : step.value;
}

/** What a list says of times is a function, which plain data cannot hold. */
function revive(answer: unknown): unknown {
	if (answer === null || typeof answer !== 'object' || !('times' in answer))
		return answer ?? undefined;
	const { times } = answer as { times: Record<string, number> };
	return { ...answer, madeAt: ({ _id }: { _id: string }) => times[_id] };
}

function successorsOf(state: State, scenario: Scenario): State[] {
	const successors: State[] = [];
	const then = (text: string, change: (copy: State) => void) => {
		const copy = JSON.parse(JSON.stringify({ ...state, path: [] })) as State;
		change(copy);
		successors.push({ ...copy, path: [...state.path, text] });
	};
	const { world, runs } = state;
	for (const [n, { isCommitted, isListed }] of world.additions.entries()) {
		if (!isCommitted)
			then(`a${n + 1} is made late`, (s) => (s.world.additions[n].isCommitted = true));
		else if (!isListed) then(`a${n + 1} is listed`, (s) => (s.world.additions[n].isListed = true));
	}
	const last = runs.length - 1;
	const steps = runs.map((run, n) =>
		n < last || world.clock > 0 ? stepOf(run, scenario) : undefined,
	);
	const isSettled = world.additions.every((one) => one.isCommitted && one.isListed);
	if (world.clock === 0 && isSettled && steps.every((step) => step === undefined)) {
		then('the hold is over', (s) => (s.world.clock = HOLD_MS));
	}
	for (const [n, step] of steps.entries()) {
		if (step === undefined) continue;
		proceed(state, n, step, scenario, then);
		if (n < last && state.crashes < scenario.crashes) {
			then(`${runs[n].claim} crashes`, (s) => {
				s.crashes++;
				s.runs[n].hasCrashed = true;
			});
		}
	}
	return successors;
}

function proceed(
	{ world, runs }: State,
	n: number,
	step: Step,
	{ wishes, fates }: Scenario,
	then: (text: string, change: (copy: State) => void) => void,
): void {
	const { claim, uncommitted } = runs[n];
	if (step.do === 'pause' && step.attempt >= MAX_ROUNDS) return;
	if (step.do === 'send') {
		for (const fate of world.clock > 0 ? (['done'] as const) : fates) {
			then(`${claim} sends ${step.ref}: ${fate}`, (s) => {
				s.runs[n].answers.push(take(s.world, step.ref, fate));
			});
		}
	} else if (step.do === 'insert' && uncommitted === undefined) {
		then(`${claim} begins to insert`, (s) => {
			s.runs[n].uncommitted = allotIds(s.world, step.rows);
		});
	} else if (step.do === 'insert') {
		then(`${claim} has inserted`, (s) => {
			s.world.table.push(...uncommitted!);
			delete s.runs[n].uncommitted;
			s.runs[n].answers.push(null);
		});
	} else {
		then(`${claim}: ${step.do}`, (s) => {
			s.runs[n].answers.push(apply(s.world, step, wishes) ?? null);
		});
	}
}

/** Equal charges under several keys are as many top-ups, whichever key got which. */
function problemOf(state: State, scenario: Scenario): string | undefined {
	const { world, runs } = state;
	for (const wish of scenario.wishes) {
		const keys = scenario.wishes.filter(({ charge }) => sameCharge(charge, wish.charge));
		const refs = keys.map(({ ref }) => ref);
		const paid = world.additions.filter(
			({ ref, isCommitted }) => isCommitted && refs.includes(ref),
		);
		if (paid.length > keys.length) return `${wish.ref} is paid too often`;
		const last = runs[runs.length - 1];
		const isOver = world.clock > 0 && stepOf(last, scenario) === undefined;
		if (isOver && paid.length < keys.length) return `${wish.ref} is never paid`;
	}
	return undefined;
}
