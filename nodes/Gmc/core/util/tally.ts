/**
 * Counts in words: `2 issued, 1 unknown`. Only what occurs, in the order of `words`.
 *
 * @param words what each value is called
 */
export function tally<Value extends string>(values: Value[], words: Record<Value, string>): string {
	return (Object.keys(words) as Value[])
		.map((value) => ({ word: words[value], count: values.filter((one) => one === value).length }))
		.filter(({ count }) => count > 0)
		.map(({ word, count }) => `${count} ${word}`)
		.join(', ');
}
