import { count, megabytes, millis } from '../figures';
import { plainTable } from '../../harness/system/table';
import type { Figures } from '../speed-page';
import { requestsText } from './requests';
import type { Case, Cost } from './types';
import { CONTENDERS, HTTP_REQUEST } from './types';

const METRICS: Array<[metric: keyof Cost, title: string, show: (value: number) => string]> = [
	['wallMs', 'Wall', millis],
	['executionMs', 'Execution', millis],
	['cpuMs', 'CPU', millis],
	['longestBlockMs', 'Longest block', millis],
	['longestBlockCpuMs', 'its CPU', millis],
	['peakBytes', 'Peak memory', megabytes],
	['keptBytes', 'Kept', megabytes],
];

/** Those that are compared most, and that other work on the machine shows in. */
const SPREAD = new Set<keyof Cost>(['wallMs', 'cpuMs']);

const spreadText = (spread: number) =>
	Number.isFinite(spread) ? ` ±${(spread * 100).toFixed(0)} %` : '';

function caseRow(one: Case, reference: Case | undefined): string[] {
	const { rows, contender, cost, spread, requests, failure, isCold, latencyMs } = one;
	const comparable = reference !== one && reference?.failure === undefined ? reference : undefined;
	const figure = (value: number, of: number | undefined, show: (value: number) => string) =>
		`${show(value)}${of === undefined || of <= 0 || value <= 0 ? '' : ` (×${(value / of).toFixed(2)})`}`;
	const head = [`${latencyMs} ms${isCold ? ', no token' : ''}`, count(rows), contender];
	if (failure !== undefined) return [...head, `✖ ${failure}`];
	const perRow = (metric: keyof Cost) => (cost[metric] / rows).toFixed(2);
	return [
		...head,
		...METRICS.map(([metric, , show]) => {
			const apart = SPREAD.has(metric) ? spreadText(spread[metric]) : '';
			return figure(cost[metric], comparable?.cost[metric], (value) => show(value) + apart);
		}),
		`${perRow('cpuMs')} ms`,
		requestsText(requests),
	];
}

/** One row for each case; in brackets, how many times the HTTP Request node's. */
export function caseTable(cases: Case[]): string {
	const head = ['Latency', 'Rows', 'Node', ...METRICS.map(([, title]) => title)];
	const referenceOf = (one: Case) =>
		cases.find(
			(other) =>
				other.contender === HTTP_REQUEST.name &&
				other.rows === one.rows &&
				other.latencyMs === one.latencyMs &&
				other.isCold === one.isCold,
		);
	const rows = cases.map((one) => caseRow(one, referenceOf(one)));
	const explained = [
		'Medians (±: half of what the middle half of the runs spans); in brackets, how many times the HTTP Request node.',
		'All but Execution (startedAt to stoppedAt, rows and all) is of the node alone. CPU: of the whole process of n8n',
		'while it ran. Peak memory: resident, above what it was before. Kept: heap after a garbage collection, rows and',
		'results still there, above what it was before.',
		'Longest block: between two ticks of the event loop; its CPU: what of such a time was work of its own.',
	];
	return [plainTable([...head, 'CPU a row', 'Requests'], rows), ...explained].join('\n');
}

/** Of the cases with rows enough to tell of: time of the node, and CPU of a row. */
export function rowsFigures(cases: Case[]): Figures {
	const told = cases.filter(({ rows, isCold }) => rows >= 1000 && !isCold);
	const names = CONTENDERS.map(({ name }) => name);
	const lines = told
		.filter(({ contender }) => contender === HTTP_REQUEST.name)
		.map(({ rows, latencyMs }) => {
			const of = (name: string) =>
				told.find(
					(one) => one.contender === name && one.rows === rows && one.latencyMs === latencyMs,
				)!.cost;
			const cell = ({ wallMs, cpuMs }: Case['cost']) =>
				`${millis(wallMs)}, ${millis(cpuMs / rows)}`;
			return [count(rows), `${latencyMs} ms`, ...names.map((name) => cell(of(name)))];
		});
	return { head: ['Rows', 'GMC takes', ...names], rows: lines };
}
