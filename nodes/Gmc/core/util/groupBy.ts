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

/**
 * Finds the first member of a group that is left, without a look at those before it once they are gone.
 *
 * @param isLeft once it is false for a member, it stays so
 */
export function firstLeft<T>(
	all: T[],
	by: (one: T) => string,
	isLeft: (one: T) => boolean,
): (group: string) => T | undefined {
	const membersOf = groupBy(all, by);
	const gone = new Map<string, number>();
	return (group) => {
		const members = membersOf(group);
		let at = gone.get(group) ?? 0;
		while (at < members.length && !isLeft(members[at])) at++;
		gone.set(group, at);
		return members.at(at);
	};
}

/** @returns all groups, in the order of their first members */
export function groupsOf<T>(all: T[], by: (one: T) => string): T[][] {
	return [...new Set(all.map(by))].map(groupBy(all, by));
}
