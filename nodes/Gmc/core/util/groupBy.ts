/** @returns the members of a group, in their order: for one group, always the same list, unless it is empty */
export const groupBy = <T>(all: T[], by: (one: T) => string): ((group: string) => T[]) =>
	groupByEach(all, (one) => [by(one)]);

/** The same where each is in several groups. */
export function groupByEach<T>(all: T[], by: (one: T) => string[]): (group: string) => T[] {
	const groups = collect(all, by);
	return (group) => groups.get(group) ?? [];
}

function collect<T>(all: T[], by: (one: T) => string[]): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const one of all) {
		for (const name of by(one)) {
			const group = groups.get(name);
			if (group === undefined) groups.set(name, [one]);
			else group.push(one);
		}
	}
	return groups;
}

/**
 * Finds the first member of a group that is left, without a look at those before it once they are gone.
 *
 * @param membersOf see `groupBy`
 * @param isLeft once it is false for a member, it stays so
 */
export function firstLeft<T>(
	membersOf: (group: string) => T[],
	isLeft: (one: T) => boolean,
): (group: string) => T | undefined {
	const gone = new Map<string, number>();
	return (group) => {
		const members = membersOf(group);
		if (members.length === 0) return undefined;
		let at = gone.get(group) ?? 0;
		while (at < members.length && !isLeft(members[at])) at++;
		gone.set(group, at);
		return members.at(at);
	};
}

/** @returns all groups, in the order of their first members */
export const groupsOf = <T>(all: T[], by: (one: T) => string): T[][] => [
	...collect(all, (one) => [by(one)]).values(),
];
