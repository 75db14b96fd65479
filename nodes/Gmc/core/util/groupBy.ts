/** @returns the members of a group, in their order */
export function groupBy<T>(all: T[], by: (one: T) => string): (group: string) => T[] {
	const groups = new Map<string, T[]>();
	for (const one of all) {
		const group = groups.get(by(one));
		if (group === undefined) groups.set(by(one), [one]);
		else group.push(one);
	}
	return (group) => groups.get(group) ?? [];
}

/** @returns all groups, in the order of their first members */
export function groupsOf<T>(all: T[], by: (one: T) => string): T[][] {
	return [...new Set(all.map(by))].map(groupBy(all, by));
}
