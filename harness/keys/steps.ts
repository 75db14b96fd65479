import type { Course } from './course';
import type { Fate, Interner, Step, World } from './world';
import { failedOf, listings, listOf, take } from './service';
import { allotIds, ask, commit, TABLE_FAILED, write } from './world';
import type { Group } from './properties';
import type { Scenario } from './scenario';
import { type Run, type State, isAtWork } from './state';

export interface Tools {
	scenario: Scenario;
	names: Interner;
	course: Course;
	groups: Group[];
}

/** Of n8n's machine of a run; without a run: the service's. Epoch milliseconds. */
export const clockOf = ({ scenario }: Tools, { instant }: World, n?: number): number =>
	scenario.instants[instant] + aheadOf(scenario, n);

const aheadOf = ({ runs }: Scenario, n?: number): number =>
	(n === undefined ? undefined : runs[n]?.clockAhead) ?? 0;

/** A run as it goes on in a changed world. */
function going(
	state: State,
	n: number,
	{ event, world = state.world, run: more }: { event: string; world?: World; run: Partial<Run> },
): State {
	const { claim } = state.runs[n];
	const run: Run = { claim, is: 'atWork', ...more };
	return {
		...state,
		world,
		runs: state.runs.with(n, run),
		story: { event: `${claim}${event}`, before: state.story },
	};
}

export function proceed(state: State, n: number, tools: Tools): State[] {
	const { course, scenario } = tools;
	const ways = taken(state, n, tools);
	const point = state.runs[n].point ?? course.begin(n);
	const mayFail = point.step!.mayFail && n < scenario.runs.length;
	if (!mayFail || state.failures >= (scenario.failures ?? 0)) return ways;
	// The table fails before the step is done, or after it.
	const failed = going(state, n, {
		event: `: ${point.step!.do} fails`,
		run: { point: course.next(point, TABLE_FAILED) },
	});
	const worlds = [state, ...ways].map(({ world }) => world);
	const isBegun = ways.some(({ runs }) => runs[n].uncommitted !== undefined);
	return [
		...ways,
		...(isBegun ? [] : worlds).map((world) => ({
			...failed,
			world,
			failures: state.failures + 1,
		})),
	];
}

function taken(state: State, n: number, tools: Tools): State[] {
	const { names, course, scenario } = tools;
	const { world, runs } = state;
	const { uncommitted } = runs[n];
	const point = runs[n].point ?? course.begin(n);
	const step = point.step!;
	const answered = (answer: unknown, event: string, changed?: World): State =>
		going(state, n, { event, world: changed, run: { point: course.next(point, answer) } });
	switch (step.do) {
		case 'now':
			return [answered(clockOf(tools, world, n), ' looks at the clock')];
		case 'pause':
			return [answered(undefined, ' waits a while')];
		case 'send':
			return fatesOf(step.wish.ref, state, tools).map((fate) => {
				const sent = take(world, step, { fate, clock: clockOf(tools, world), names });
				return answered(sent.answer, ` sends ${step.wish.ref}: ${fate}`, sent.world);
			});
		case 'look':
			return [answered(failedOf(world, step), ' asks what has failed')];
		case 'list':
			return listings(world, clockOf(tools, world), names).map((listed) => {
				const atWork = scenario.isOneProcess ? runs.filter(isAtWork).map(({ claim }) => claim) : [];
				const list = listOf(listed, { ahead: aheadOf(scenario, n), atWork });
				const shown = list.additions.map(({ _id }) => _id).join(', ');
				return answered(list, `: list, shows ${shown || 'nothing'}`, listed);
			});
		case 'insert': {
			if (uncommitted) return [answered(undefined, ' has inserted', commit(world, uncommitted))];
			const { world: allotted, rows } = allotIds(world, step.entries, { names, ...scenario });
			if (scenario.reusesIds) return [answered(undefined, saying(step), commit(allotted, rows))];
			const run = { point, uncommitted: rows };
			return [going(state, n, { event: ' begins to insert', world: allotted, run })];
		}
		default:
			return [answered(ask(world, step), saying(step), write(world, step, names))];
	}
}

/** At the end nothing is lost any more. */
function fatesOf(ref: string, { runs }: State, { scenario }: Tools): Fate[] {
	if (runs.length > scenario.runs.length) return ['done'];
	return scenario.fatesOf?.[ref] ?? scenario.fates;
}

function saying(step: Step): string {
	if (step.do === 'insert') return `: insert ${step.entries.map(({ ref }) => ref).join(', ')}`;
	if (step.do !== 'update') return `: ${step.do}`;
	const { outcome, additionId = '' } = step.change;
	return `: update, row ${step.ids.join(', ')} ${outcome} ${additionId}`;
}
