import { type Charge, sameCharge } from '../../nodes/Gmc/core/additions/charge';
import { type NamedRow, nameOf } from '../../nodes/Gmc/core/ledger/entry';
import { type Scenario, lastOf, sheetOf } from './scenario';
import { type State, isAtWork } from './state';
import type { Addition, Told, World } from './world';

/** Equal charges under several keys are several top-ups; it does not matter which key got which. */
export interface Group {
	wishes: NamedRow[];
	/** Of the wishes, and of what was abandoned long ago and done. */
	refs: Set<string>;
	/** Top-ups that are owed. */
	owed: number;
}

export function groupsOf({ wishes, before = [], isOneTopUp }: Scenario): Group[] {
	return wishes
		.filter(({ charge }, n) => wishes.findIndex((one) => sameCharge(one.charge, charge)) === n)
		.map(({ charge }) => {
			const equal = wishes.filter((wish) => sameCharge(wish.charge, charge));
			const done = before.filter((one) => one.ref && sameCharge(one.charge, charge));
			const others = done.filter(({ ref }) => !equal.some((wish) => wish.ref === ref));
			const refs = new Set([...equal, ...others].map(({ ref }) => ref!));
			const owed = isOneTopUp ? 1 : equal.length + others.length;
			return { wishes: equal, refs, owed };
		});
}

/** A request that reached the service counts: it is carried out in the end. */
function paidOf({ additions }: World, { refs, wishes }: Group): number {
	const [{ charge: asked }] = wishes;
	const isAsked = (charge: Charge) => charge === asked || sameCharge(charge, asked);
	return additions.filter(
		({ ref, charge, failsFrom }) =>
			ref && refs.has(ref) && isAsked(charge) && failsFrom === undefined,
	).length;
}

export function problemOf(
	{ world, runs, crashes }: State,
	scenario: Scenario,
	groups: Group[],
): string | undefined {
	const isDone = crashes === 0 && runs.every((run) => run.is === 'atWork' && !isAtWork(run));
	const isIdle = isDone && isFair(scenario);
	const asked = isIdle ? runs.flatMap((_, n) => sheetOf(scenario, n)) : [];
	for (const group of groups) {
		const paid = paidOf(world, group);
		const [{ ref }] = group.wishes;
		if (paid > group.owed) return `${ref} is paid too often`;
		const unasked = group.wishes.filter((wish) => !asked.includes(wish)).length;
		if (paid < group.owed - unasked) return `${ref} waits, although nothing went wrong`;
	}
	return scenario.isOneProcess
		? contradictionOf(
				runs.map(({ point }) => point?.told),
				world,
			)
		: undefined;
}

/** No answer is lost, and no two sheets of a batch meet. Otherwise a sheet may have to be sent again. */
function isFair({ wishes, fates, fatesOf = {} }: Scenario): boolean {
	const isAlone = wishes.every(({ n }) => n === undefined);
	const all = [fates, ...Object.values(fatesOf)].flat();
	return isAlone && all.every((fate) => fate === 'done');
}

export const isOver = ({ world, runs }: State, scenario: Scenario): boolean =>
	world.instant === lastOf(scenario) && !runs.some(isAtWork);

/** What is wrong with the last run, and with the table after it. */
export function lastProblemOf(
	world: World,
	told: Told,
	{ scenario, groups }: { scenario: Scenario; groups: Group[] },
): string | undefined {
	for (const group of groups) {
		const [{ ref }] = group.wishes;
		const paid = paidOf(world, group);
		if (paid > group.owed) return `${ref} is paid too often`;
		const left = group.wishes.filter((wish) => isForPeople(wish, told, scenario));
		if (!scenario.isOneTopUp && paid < group.owed - left.length) return `${ref} is never paid`;
	}
	const issued = world.table.filter(({ outcome }) => outcome === 'issued');
	const names = new Set(issued.map((one) => `${nameOf(one)} ${one.additionId}`));
	if (names.size > new Set(issued.map(({ additionId }) => additionId)).size) {
		return `written down as paid: ${[...names].sort().join(', ')}`;
	}
	return contradictionOf([told], world) ?? strangersIn(world, told);
}

function strangersIn({ additions }: World, { paid }: Told): string | undefined {
	const refs = Object.keys(paid);
	const isRight = ({ id, ref: asked, failsFrom }: Addition, ref: string) =>
		id === paid[ref] && asked && failsFrom === undefined;
	const wrong = refs.find((ref) => !additions.some((one) => isRight(one, ref)));
	return (
		wrong && `${wrong} is told paid with ${paid[wrong]}, which no key has asked for, or has failed`
	);
}

/** Only additions of strangers may need a person. */
function isForPeople({ ref, charge }: NamedRow, { inDoubt }: Told, { before = [] }: Scenario) {
	const strangers = before.filter((one) => !one.ref && sameCharge(one.charge, charge));
	return strangers.length > 0 && (inDoubt[ref] ?? []).length > 0;
}

/** A key has paid with one addition, and an addition has paid one key, by all runs. Another may follow one that fails. */
function contradictionOf(all: Array<Told | undefined>, world: World): string | undefined {
	const fails = (id: string) =>
		world.additions.some((one) => one.id === id && one.failsFrom !== undefined);
	const pairs = all
		.flatMap((told) => Object.entries(told?.paid ?? {}))
		.filter(([, id]) => !fails(id));
	const told = [...new Set(pairs.map(([ref, id]) => `${ref} with ${id}`))];
	const [refs, ids] = [0, 1].map((part) => told.map((one) => one.split(' with ')[part]));
	const isTwice = (some: string[]) => new Set(some).size < some.length;
	return isTwice(refs) || isTwice(ids) ? `told paid: ${told.sort().join(', ')}` : undefined;
}
