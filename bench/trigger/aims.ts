import type { Aim } from '../aim';
import type { Approach, Case, Cost, PollKind } from './types';

/** Bytes of state for an addition in the look-back. */
const MAX_STATE_PER_ADDITION = 12;
/** What CPU times on a busy machine may differ by. */
const CPU_TOLERANCE = 1.25;

/** Of what was received: n8n and V8 keep a little of their own accord. */
const MAX_KEPT = 0.05;

/** The two cases of one size and approach: with nothing outside the look-back, and with much. */
export interface Pair {
	without: Case;
	withOutside: Case;
}

/** Pairs the cases, the smallest size first. */
export function pairsOf(cases: Case[], approach: Approach): Pair[] {
	const those = cases.filter((one) => one.approach === approach);
	return those
		.filter(({ outside }) => outside === 0)
		.sort((one, other) => one.inside - other.inside)
		.flatMap((without) => {
			const withOutside = those.find(
				({ inside, outside }) => inside === without.inside && outside > 0,
			);
			return withOutside === undefined ? [] : [{ without, withOutside }];
		});
}

/** Cost with additions outside ÷ cost without; undefined where one of them is missing. */
export function ratioOf(
	{ without, withOutside }: Pair,
	kind: PollKind,
	metric: keyof Cost,
): number | undefined {
	const [before, after] = [without.polls[kind]?.[metric], withOutside.polls[kind]?.[metric]];
	return before === undefined || after === undefined ? undefined : after / before;
}

const KINDS: PollKind[] = ['quiet', 'tenNew', 'dailyRoll'];

/** The same whatever lies outside the look-back, by the worst ratio of any size and kind of poll. */
function historyAim(pairs: Pair[], metric: keyof Cost, name: string, atMost: number): Aim {
	const worst = Math.max(
		...pairs.flatMap((pair) => KINDS.map((kind) => ratioOf(pair, kind, metric) ?? 0)),
	);
	return {
		aim: `Cost follows the look-back, not the history: ${name} × ${atMost} at most`,
		found: `× ${worst.toFixed(2)}`,
		isMet: worst <= atMost,
	};
}

function stateAim(pairs: Pair[]): Aim {
	const both = pairs.flatMap(({ without, withOutside }) => [without, withOutside]);
	const perAddition = Math.max(...both.map(({ stateBytes, inside }) => stateBytes / inside));
	return {
		aim: `State: ${MAX_STATE_PER_ADDITION} bytes per addition in the look-back at most`,
		found: `${perAddition.toFixed(1)} bytes`,
		isMet: perAddition <= MAX_STATE_PER_ADDITION,
	};
}

/** By the largest list, too: there the little that everything keeps shows least. */
function memoryAim(pairs: Pair[]): Aim {
	const { keptBytes, receivedBytes } = pairs[pairs.length - 1].without.polls.quiet!;
	const kept = keptBytes / receivedBytes;
	const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
	return {
		aim: `Memory: a poll leaves ${percent(MAX_KEPT)} of what it received on the heap at most`,
		found: percent(kept),
		isMet: kept <= MAX_KEPT,
	};
}

/** What the trigger is meant to reach, judged by what was measured. */
export function aimsOf(cases: Case[]): Aim[] {
	const pairs = pairsOf(cases, 'trigger');
	return [
		historyAim(pairs, 'requests', 'requests', 1),
		historyAim(pairs, 'receivedBytes', 'received bytes', 1.01),
		// By the largest list: in a poll of milliseconds the machine's other work shows more.
		historyAim(pairs.slice(-1), 'cpuMs', 'CPU', CPU_TOLERANCE),
		stateAim(pairs),
		memoryAim(pairs),
	];
}
