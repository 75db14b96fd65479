import { LOGIN } from '../../harness/sandbox/routes';
import type { Aim } from '../aim';
import { megabytes, millis } from '../figures';
import type { Case, Contender } from './types';
import { CONTENDERS, HTTP_REQUEST } from './types';

const MAX_BLOCK_MS = 200;
/** What a run of 10,000 rows may take for each of them, measured by one of 1,000. */
const MAX_GROWTH = 1.25;
/** Fewer rows are all constant: the look at customers and list, the first row alone. */
const MANY = 1000;

const GMC = CONTENDERS.filter(({ name }) => name !== HTTP_REQUEST.name);

/** Looks among the cases that could be done, with a token. */
class Found {
	readonly warm: Case[];

	constructor(readonly all: Case[]) {
		this.warm = all.filter(({ failure, isCold }) => failure === undefined && !isCold);
	}

	of(contender: Contender, atLeast = 1): Case[] {
		return this.warm.filter(
			({ contender: name, rows }) => name === contender.name && rows >= atLeast,
		);
	}

	/** The same contender and latency on another number of rows. */
	on(rows: number, { contender, latencyMs }: Case): Case | undefined {
		return this.warm.find(
			(one) => one.rows === rows && one.contender === contender && one.latencyMs === latencyMs,
		);
	}

	/** The HTTP Request node on the same. */
	reference({ rows, latencyMs }: Case): Case | undefined {
		return this.of(HTTP_REQUEST).find((one) => one.rows === rows && one.latencyMs === latencyMs);
	}
}

const named = ({ rows, latencyMs }: Case) => `${rows} rows at ${latencyMs} ms`;

/** The case with the highest value, and that value. */
function worst(cases: Case[], valueOf: (one: Case) => number | undefined) {
	return cases
		.flatMap((one) => {
			const value = valueOf(one);
			return value === undefined ? [] : [{ one, value }];
		})
		.sort((one, other) => other.value - one.value)
		.at(0);
}

function aim(
	text: string,
	most: number,
	found: ReturnType<typeof worst>,
	show: (v: number) => string,
): Aim[] {
	if (found === undefined) return [];
	const { one, value } = found;
	return [{ aim: text, found: `${show(value)}, ${named(one)}`, isMet: value <= most }];
}

const times = (value: number) => `× ${value.toFixed(2)}`;

function cpuAim(found: Found, contender: Contender): Aim[] {
	const ratio = (one: Case) => {
		const reference = found.reference(one);
		return reference && one.cost.cpuMs / reference.cost.cpuMs;
	};
	const text = `${contender.name}: CPU a row at most the HTTP Request node's, from ${MANY} rows on`;
	return aim(text, 1, worst(found.of(contender, MANY), ratio), times);
}

function memoryAim(found: Found, contender: Contender): Aim[] {
	const growth = (metric: 'keptBytes' | 'peakBytes') => (one: Case) => {
		const small = found.on(MANY, one);
		if (small === undefined || small === one) return undefined;
		return one.cost[metric] / one.rows / (small.cost[metric] / small.rows);
	};
	const large = found.of(contender, MANY + 1);
	const [first] = large;
	if (first === undefined) return [];
	const per = ({ cost, rows }: Case) => megabytes((cost.keptBytes / rows) * 1000);
	const show = (value: number) =>
		`× ${value.toFixed(2)}; ${per(found.on(MANY, first)!)} and ${per(first)} kept`;
	const text = `${contender.name}: memory kept for 1,000 rows of many at most × ${MAX_GROWTH} of that for ${MANY} alone`;
	return aim(text, MAX_GROWTH, worst(large, growth('keptBytes')), show);
}

function blockAim(found: Found, contender: Contender): Aim[] {
	const block = worst(found.of(contender), ({ cost }) => cost.longestBlockCpuMs);
	const text = `${contender.name}: blocks the event loop for ${MAX_BLOCK_MS} ms at most, by its CPU`;
	return aim(text, MAX_BLOCK_MS, block, millis);
}

function loginAim(found: Found, contender: Contender): Aim[] {
	const cold = found.all.filter(({ contender: name, isCold }) => isCold && name === contender.name);
	const text = `${contender.name}: one login where there was no token`;
	return aim(
		text,
		1,
		worst(cold, ({ requests }) => requests[LOGIN]),
		String,
	);
}

/** What the package is meant to reach, judged by what was measured. */
export function aimsOf(cases: Case[]): Aim[] {
	const found = new Found(cases);
	return [cpuAim, loginAim, memoryAim, blockAim].flatMap((judge) =>
		GMC.flatMap((contender) => judge(found, contender)),
	);
}
