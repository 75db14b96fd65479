/** Of what was added, so much has to stand in line before it is called a line. */
const LINE = 0.75;

/** A request on its way. */
export interface Flight {
	number: number;
	/** As it was handed in. */
	startedAt: number;
	/** How many were in flight at its start, itself included. */
	among: number;
}

/** How long a request takes, in milliseconds, where so many are in flight, itself included. */
export interface Reading {
	among: number;
	latency: number;
}

/** Whether most of those that one reading has more than the other stand in line. */
export function isLine(few: Reading, many: Reading): boolean {
	return many.latency / few.latency - 1 > LINE * (many.among / few.among - 1);
}

/** How many the service has at work at once, by Little's law: throughput × latency without a line. */
export function atWork(few: Reading, many: Reading): number {
	return Math.max(few.among, (many.among / many.latency) * few.latency);
}

/** The lower one of two in the middle. */
export function medianOf(readings: Reading[]): Reading {
	const middle = (values: number[]) =>
		values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
	return {
		among: middle(readings.map(({ among }) => among)),
		latency: middle(readings.map(({ latency }) => latency)),
	};
}
