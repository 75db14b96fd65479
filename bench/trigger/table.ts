import { count, millis } from '../figures';
import { plainTable } from '../../harness/system/table';
import type { Pair } from './aims';
import { pairsOf, ratioOf } from './aims';
import type { Case, Cost, PollKind } from './types';

const bytes = (value: number) =>
	value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;

const METRICS: Array<[metric: keyof Cost, title: string, show: (value: number) => string]> = [
	['requests', 'Requests', count],
	['receivedBytes', 'Received', bytes],
	['cpuMs', 'CPU', millis],
	['wallMs', 'Wall', millis],
	['longestBlockMs', 'Longest block', millis],
	['peakRssBytes', 'Peak RSS', bytes],
];

const TRIGGER_POLLS: Array<[kind: PollKind, title: string]> = [
	['quiet', 'Trigger: nothing new'],
	['tenNew', 'Trigger: 10 new'],
	['dailyRoll', 'Trigger: new day'],
];

function row(pair: Pair, kind: PollKind, title: string): string[] {
	const { without, withOutside } = pair;
	/** The figure with nothing outside the look-back, and what much outside multiplies it by. */
	const cell = (figure: string | undefined, ratio: number | undefined): string => {
		const times = ratio === undefined ? '–' : `×${ratio.toFixed(2)}`;
		return `${figure ?? '–'} (${withOutside.failure === undefined ? times : 'fails'})`;
	};
	const state = ({ stateBytes, inside }: Case) => stateBytes / inside;
	return [
		count(without.inside),
		title,
		...METRICS.map(([metric, , show]) => {
			const cost = without.polls[kind]?.[metric];
			return cell(cost === undefined ? undefined : show(cost), ratioOf(pair, kind, metric));
		}),
		cell(`${state(without).toFixed(1)} B`, state(withOutside) / state(without)),
	];
}

/** One row for each size and kind of poll, and one for what a user would build instead. */
export function costTable(cases: Case[]): string {
	const head = ['Look-back', 'One poll', ...METRICS.map(([, title]) => title), 'State each'];
	const rows: string[][] = [];
	const alternatives = pairsOf(cases, 'wholeList');
	for (const pair of pairsOf(cases, 'trigger')) {
		for (const [kind, title] of TRIGGER_POLLS) rows.push(row(pair, kind, title));
		const other = alternatives.find(({ without }) => without.inside === pair.without.inside);
		if (other !== undefined) rows.push(row(other, 'quiet', 'HTTP Request'));
	}
	const explained = [
		'Each figure: with nothing but the look-back (and times as much with ten times as many older additions).',
		'HTTP Request: GET of the whole list, Split Out, Remove Duplicates, at their least; its History Size has to',
		'hold the list twice (default: 10,000). State each: per addition in the look-back. Peak RSS: so far.',
	];
	return [plainTable(head, rows), ...explained].join('\n');
}

/** What cannot be done at all. */
export function failureLines(cases: Case[]): string[] {
	return cases.flatMap(({ approach, inside, outside, failure, polls }) =>
		failure === undefined
			? []
			: [
					`✖ ${approach} of ${count(inside + outside)} additions: ${failure} (after ${bytes(polls.baseline!.receivedBytes)})`,
				],
	);
}
