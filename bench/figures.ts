/** A table: titles, and cells that are figures or short texts. */
export interface Figures {
	head: string[];
	rows: string[][];
	/** What to know of it, a line each. */
	notes?: string[];
}

/** An aim, and what was found. */
export interface Aim {
	aim: string;
	found: string;
	isMet: boolean;
	/** Of money, not of time: the command fails where it is not met. */
	isMust?: boolean;
}

/** An aim that a figure is not to go beyond. */
export const atMost = (
	what: string,
	found: number,
	most: number,
	show: (value: number) => string = String,
): Aim => ({ aim: `${what}: at most ${show(most)}`, found: show(found), isMet: found <= most });

/** A whole number with its thousands apart. */
export const count = (value: number) => value.toLocaleString('en-US');

/** Megabytes, or kilobytes where there are few of them. */
export const bytes = (value: number) =>
	value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;

/** Milliseconds, or seconds where there are many of them. */
export const millis = (value: number) =>
	value < 1000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;

/** How many times as much. */
export const times = (ratio: number) => `× ${ratio.toFixed(2)}`;

/** Of each metric one figure, which `statistic` makes of those of all runs. */
export function figuresBy<Cost extends { [Metric in keyof Cost]: number }>(
	statistic: (values: number[]) => number,
	runs: Cost[],
): Cost {
	const metrics = Object.keys(runs[0]) as Array<keyof Cost>;
	const figures = metrics.map((metric) => [metric, statistic(runs.map((run) => run[metric]))]);
	return Object.fromEntries(figures) as Cost;
}
