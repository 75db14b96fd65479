import type { Aim } from '../aim';
import { count } from '../figures';
import type { Figures } from '../speed-page';

const MAX_OVER_BEST = 1.3;
const MOST = 20;

/** One node on one kind of service: medians of several runs, and the worst of what must not be. */
export interface ServiceCase {
	service: string;
	node: string;
	isHttp: boolean;
	isDefault: boolean;
	rows: number;
	runs: number;
	wallMs: number;
	/** How far the runs lie apart: see `spreadOf`. */
	spread: number;
	cpuMs: number;
	cpuSpread: number;
	/** Requests whose client gave up before the answer. */
	lost: number;
	/** Rows that were not sent because of those. */
	unsent: number;
	/** At once, at most. */
	inFlight: number;
}

const isWhole = ({ lost, unsent }: ServiceCase) => lost + unsent === 0;
const apart = (spread: number) =>
	Number.isFinite(spread) ? ` ±${(spread * 100).toFixed(0)} %` : '';

function cell(one: ServiceCase | undefined): string {
	if (one === undefined) return '–';
	const { wallMs, spread, cpuMs, cpuSpread, rows, inFlight, lost, unsent } = one;
	const took = `${(wallMs / 1000).toFixed(1)} s${apart(spread)}`;
	const cpu = `${(cpuMs / rows).toFixed(1)} ms${apart(cpuSpread)}`;
	const bad = isWhole(one) ? '' : `; **${lost} lost, ${unsent} not sent**`;
	return `${took}; ${cpu}; ${inFlight}${bad}`;
}

/** Time of the node, CPU of a row, most in flight, rows without an answer. */
export function serviceFigures(cases: ServiceCase[]): Figures {
	const nodes = [...new Set(cases.map(({ node }) => node))];
	const services = [...new Set(cases.map(({ service }) => service))];
	const rows = services.map((service) => {
		const own = cases.filter((one) => one.service === service);
		const cells = nodes.map((node) => cell(own.find((one) => one.node === node)));
		return [service, count(own[0].rows), ...cells];
	});
	return { head: ['GMC takes', 'Rows', ...nodes], rows };
}

/** What the default is meant to reach. */
export function serviceAims(cases: ServiceCase[]): Aim[] {
	return cases.filter(({ isDefault }) => isDefault).flatMap((one) => aimsOf(one, cases));
}

function aimsOf(one: ServiceCase, cases: ServiceCase[]): Aim[] {
	const others = cases.filter((other) => other.service === one.service && other !== one);
	const fixed = others.filter((other) => !other.isHttp && isWhole(other));
	const ratio = one.wallMs / Math.min(...fixed.map(({ wallMs }) => wallMs));
	const http = others.find(({ isHttp }) => isHttp);
	const aims = [
		{
			aim: `${one.service}: default at most × ${MAX_OVER_BEST} of the best fixed number`,
			found: `× ${ratio.toFixed(2)}`,
			isMet: ratio <= MAX_OVER_BEST,
		},
		{
			aim: `${one.service}: default loses no answer, and never has more than ${MOST} in flight`,
			found: `${one.lost}, ${one.inFlight}`,
			isMet: isWhole(one) && one.inFlight <= MOST,
		},
	];
	if (http === undefined || !one.service.startsWith('20 ms')) return aims;
	const [time, cpu] = [one.wallMs / http.wallMs, one.cpuMs / http.cpuMs];
	return [
		...aims,
		{
			aim: `${one.service}: default ahead of the HTTP Request node, in time and CPU`,
			found: `× ${time.toFixed(2)}, × ${cpu.toFixed(2)}`,
			isMet: time < 1 && cpu < 1,
		},
	];
}
