import type { Wish } from '../../nodes/Gmc/core/keys/keyRow';
import type { Payer, Step, Told } from './payer';
import type { Fate, World } from './world';

/** What is tried. */
export interface Scenario {
	wishes: Wish[];
	/** Which of them stand in the sheet of a run; all without it. */
	sheetOf?: (claim: string) => Wish[];
	/** Runs that may overlap in every way; the last one comes after the hold, alone. */
	runs: number;
	/** How many of the others come after the hold as well, and may overlap there; none without it. */
	lateRuns?: number;
	crashes: number;
	/** Whether runs know which others are at work; then what they tell is held against each other as well. */
	isOneProcess?: boolean;
	fates: Fate[];
	payer: Payer;
}

/** A run of the sheet. Never changed: a step makes another one. */
export interface Run {
	claim: string;
	/** What it was answered so far: from that its next step follows. */
	answers: unknown[];
	/** Undefined once it has ended or crashed. */
	next: Step | undefined;
	/** Rows whose ids are given out and that are not committed yet. */
	uncommitted?: World['table'];
	/** What it has told in the end; a run that crashed tells nothing. */
	told?: Told;
}

/** More rounds than these are parted by chance: each run waits a random while. */
const MAX_ROUNDS = 3;

/**
 * The run with its next step. A look at the clock and a pause touch nothing that others see: as steps of their
 * own they would add no order. Rounds beyond MAX_ROUNDS are left out: chance parts the runs before.
 */
export function advance(run: Run, clock: number, scenario: Scenario): Run {
	const answers = [...run.answers];
	const payer = scenario.payer(scenario.sheetOf?.(run.claim) ?? scenario.wishes, run.claim);
	let step = payer.next();
	for (const answer of answers) step = payer.next(revive(answer));
	while (!step.done && (step.value.do === 'now' || step.value.do === 'pause')) {
		if (step.value.do === 'pause' && step.value.attempt >= MAX_ROUNDS) break;
		answers.push(step.value.do === 'now' ? clock : null);
		step = payer.next(step.value.do === 'now' ? clock : undefined);
	}
	const { claim } = run;
	if (step.done) return { claim, answers, next: undefined, told: step.value };
	return { claim, answers, next: step.value };
}

/** What a list says of times is a function, which plain data cannot hold. */
function revive(answer: unknown): unknown {
	if (answer === null || typeof answer !== 'object' || !('times' in answer)) {
		return answer ?? undefined;
	}
	const { times } = answer as { times: Record<string, number> };
	return { ...answer, isZoned: () => true, madeAt: ({ _id }: { _id: string }) => times[_id] };
}
