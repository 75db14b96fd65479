import type { Memory } from './probe/probe';
import type { Round, Soak } from './soak';
import { plainTable } from '../../harness/system/table';
import { middleOf } from '../statistics';
import type { Aim } from '../aim';

/** Of the first quarter. */
const MAX_GROWTH = 1.1;

type Quarters = [first: Round[], last: Round[]];

/** The first round is left out: there n8n loads what it has not used before. */
function quartersOf({ rounds }: Soak): Quarters {
	const warm = rounds.slice(1);
	const size = Math.max(1, Math.floor(warm.length / 4));
	return [warm.slice(0, size), warm.slice(-size)];
}

const KEYS = ['heapUsed', 'external', 'rss', 'fds', 'handles'] as const;

const medians = (rounds: Round[], key: keyof Memory) =>
	middleOf(rounds.map(({ memory }) => memory[key]));

function totalOf({ rounds }: Soak) {
	const sum = (valueOf: (round: Round) => number) =>
		rounds.reduce((total, round) => total + valueOf(round), 0);
	const outcome = (name: string) => sum(({ outcomes }) => outcomes[name] ?? 0);
	return {
		executions: sum(({ executions }) => executions),
		charged: sum(({ charged }) => charged),
		doubles: sum(({ doubles }) => doubles),
		issued: outcome('issued'),
		unknown: outcome('unknown'),
	};
}

/** First and last quarter beside each other. */
export function soakTable(found: Soak): string {
	const [first, last] = quartersOf(found);
	const show = (key: (typeof KEYS)[number], value: number) =>
		key === 'fds' || key === 'handles' ? String(value) : `${(value / 1e6).toFixed(1)} MB`;
	const rows = KEYS.map((key) => {
		const [before, after] = [medians(first, key), medians(last, key)];
		return [key, show(key, before), show(key, after), `× ${(after / before).toFixed(3)}`];
	});
	const { executions, charged, issued, unknown, doubles } = totalOf(found);
	return [
		plainTable(['After garbage collection', 'First quarter', 'Last quarter', 'Ratio'], rows),
		`${found.rounds.length} rounds, ${executions} executions; rows charged ${charged}, told as issued ${issued}, as unknown ${unknown}; charged twice ${doubles}`,
	].join('\n');
}

/** Flat, and nothing paid twice. */
export function soakAims(found: Soak): Aim[] {
	const [first, last] = quartersOf(found);
	const growths = (['heapUsed', 'rss', 'fds', 'handles'] as const).map(
		(key) => medians(last, key) / medians(first, key),
	);
	const worst = Math.max(...growths);
	const { doubles, charged, issued, unknown } = totalOf(found);
	return [
		{
			aim: `Soak: heap, RSS, descriptors and handles at most × ${MAX_GROWTH} of the first quarter`,
			found: `× ${worst.toFixed(3)}`,
			isMet: worst <= MAX_GROWTH,
		},
		{
			aim: 'Soak: no row charged twice, none told as issued that is not, none charged in silence',
			found: `${doubles} doubles; ${issued} issued and ${unknown} unknown for ${charged} charged`,
			isMet: doubles === 0 && issued <= charged && charged <= issued + unknown,
		},
	];
}
