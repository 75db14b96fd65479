import { interquartileRange, median } from 'simple-statistics';

/** The middle value; not a number where there is none. */
export const middleOf = (values: number[]): number =>
	values.length === 0 ? Number.NaN : median(values);

/** Of each metric one figure, which `statistic` makes of those of all runs. */
export function figuresBy<Metric extends string>(
	metrics: readonly Metric[],
	statistic: (values: number[]) => number,
	runs: Array<Record<Metric, number>>,
): Record<Metric, number> {
	const figures = metrics.map((metric) => [metric, statistic(runs.map((run) => run[metric]))]);
	return Object.fromEntries(figures) as Record<Metric, number>;
}

/**
 * How far values lie apart: half of the range that the middle half of them takes, as a share of the median.
 * Not a number where there are not two of them.
 */
export const spreadOf = (values: number[]): number =>
	values.length < 2 ? Number.NaN : interquartileRange(values) / 2 / median(values);
