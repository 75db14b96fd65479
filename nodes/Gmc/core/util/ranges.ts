/** Such as `3, 5–8, 11`. @param numbers whole numbers in rising order */
export function ranges(numbers: number[]): string {
	const parts: Array<[first: number, last: number]> = [];
	for (const number of numbers) {
		const open = parts.at(-1);
		if (open !== undefined && open[1] === number - 1) open[1] = number;
		else parts.push([number, number]);
	}
	return parts
		.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
		.join(', ');
}
