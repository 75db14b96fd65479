/** A whole number with its thousands apart. */
export const count = (value: number) => value.toLocaleString('en-US');

/** Megabytes. */
export const megabytes = (value: number) => `${(value / 1e6).toFixed(1)} MB`;

/** Milliseconds, or seconds where there are many of them. */
export const millis = (value: number) =>
	value < 1000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;
