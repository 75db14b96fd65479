import { median, sum } from 'simple-statistics';
import { type Aim, type Figures, atMost, bytes, count, times } from '../figures';
import type { Memory } from '../n8n/probe';

/** What the books and the nodes say of a round, and the memory after it. */
export interface Round extends Memory {
	executions: number;
	charged: number;
	/** Charged more than once. */
	doubles: number;
	/** Rows that were told as that. */
	issued: number;
	unknown: number;
}

/** Of the first quarter. */
const MAX_GROWTH = 1.1;

const METRICS: Array<[metric: keyof Memory, title: string, show: (value: number) => string]> = [
	['heapUsed', 'heap', bytes],
	['rss', 'RSS', bytes],
	['fds', 'descriptors', count],
	['handles', 'handles', count],
];

/** The medians of a metric. The first round is left out: there n8n loads what it has not used before. */
function quarters(rounds: Round[], metric: keyof Memory): [first: number, last: number] {
	const values = rounds.slice(Math.min(1, rounds.length - 1)).map((round) => round[metric]);
	const size = Math.ceil(values.length / 4);
	return [median(values.slice(0, size)), median(values.slice(-size))];
}

const total = (rounds: Round[], key: keyof Round) => sum(rounds.map((round) => round[key]));

/** First and last quarter beside each other. */
export function soakFigures(rounds: Round[]): Figures {
	const rows = METRICS.map(([metric, title, show]) => {
		const [first, last] = quarters(rounds, metric);
		return [title, show(first), show(last), times(last / first)];
	});
	const told = (['executions', 'charged', 'issued', 'unknown', 'doubles'] as const).map(
		(key) => `${count(total(rounds, key))} ${key}`,
	);
	return {
		head: ['After garbage collection', 'First quarter', 'Last quarter', 'Ratio'],
		rows,
		notes: [`${rounds.length} rounds: ${told.join(', ')}`],
	};
}

/** Flat, and nothing paid twice or told wrongly. */
export function soakAims(rounds: Round[]): Aim[] {
	const growths = METRICS.map(([metric, title]) => {
		const [first, last] = quarters(rounds, metric);
		return atMost(`Soak: ${title} against the first quarter`, last / first, MAX_GROWTH, times);
	});
	const [charged, issued] = [total(rounds, 'charged'), total(rounds, 'issued')];
	const told = issued + total(rounds, 'unknown');
	return [
		...growths,
		{ ...atMost('Soak: rows charged twice', total(rounds, 'doubles'), 0), isMust: true },
		{
			aim: 'Soak: no row told as issued that is not, none charged in silence',
			found: `${issued} issued, ${told} with the unknown ones, for ${charged} charged`,
			isMet: issued <= charged && charged <= told,
			isMust: true,
		},
	];
}
