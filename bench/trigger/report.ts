import { max } from 'simple-statistics';
import { type Aim, type Figures, atMost, bytes, count, millis, times } from '../figures';
import type { Cost, Poll } from './measure';

/** A kind of poll, by the additions inside and outside of the look-back. */
export interface Case extends Poll {
	inside: number;
	outside: number;
}

/** Bytes of state for an addition in the look-back. */
const MAX_STATE_PER_ADDITION = 12;
/** What CPU times on a busy machine may differ by. */
const CPU_TOLERANCE = 1.25;

const METRICS: Array<[metric: keyof Cost, title: string, show: (value: number) => string]> = [
	['requests', 'Requests', count],
	['receivedBytes', 'Received', bytes],
	['cpuMs', 'CPU', millis],
	['wallMs', 'Time', millis],
	['longestBlockMs', 'Longest block', millis],
];

/** Those with nothing outside of the look-back, each with the same with much there. */
const pairsOf = (cases: Case[]): Array<[without: Case, withOutside: Case]> =>
	cases
		.filter(({ outside }) => outside === 0)
		.map((without) => {
			const { inside, poll } = without;
			const isSame = (one: Case) => one.inside === inside && one.poll === poll && one.outside > 0;
			return [without, cases.find(isSame)!];
		});

const stateOfEach = ({ stateBytes, inside }: Case) => stateBytes / inside;

/** One row for each size and kind of poll, and one for what a user would build instead. */
export function figuresOf(cases: Case[]): Figures {
	const rows = pairsOf(cases).map(([without, withOutside]) => [
		count(without.inside),
		without.poll,
		...METRICS.map(([metric, , show]) => {
			if (without.cost === undefined) return 'fails';
			const [before, after] = [without.cost[metric], withOutside.cost?.[metric]];
			return `${show(before)} (${after === undefined ? 'fails' : times(after / before)})`;
		}),
		`${stateOfEach(without).toFixed(1)} bytes`,
	]);
	return {
		head: ['Look-back', 'One poll', ...METRICS.map(([, title]) => title), 'State each'],
		rows,
		notes: [
			'Each figure: with nothing but the look-back (and times as much with ten times as many older additions).',
			'HTTP Request: GET of the whole list, Split Out, Remove Duplicates, at their least; its History Size has to',
			'hold the list twice (default: 10,000). State each: per addition in the look-back.',
		],
	};
}

/** What the trigger is meant to reach, judged by what was measured. */
export function aimsOf(cases: Case[]): Aim[] {
	const own = cases.filter(({ poll }) => poll.startsWith('Trigger'));
	const largest = Math.max(...own.map(({ inside }) => inside));
	/** The same whatever lies outside the look-back, by the worst ratio. */
	const history = (name: string, metric: keyof Cost, most: number, those = own) => {
		const ratios = pairsOf(those).map(
			([without, withOutside]) => withOutside.cost![metric] / without.cost![metric],
		);
		return atMost(`${name} with ten times as many older additions`, max(ratios), most, times);
	};
	// By the largest list: in a poll of milliseconds the machine's other work shows more.
	const large = own.filter(({ inside }) => inside === largest);
	const state = max(own.map(stateOfEach));
	return [
		history('Requests', 'requests', 1),
		history('Received bytes', 'receivedBytes', 1.01),
		history('CPU', 'cpuMs', CPU_TOLERANCE, large),
		atMost('Bytes of state per addition in the look-back', state, MAX_STATE_PER_ADDITION),
	];
}
