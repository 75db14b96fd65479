import { RECENT_MINUTES } from '../../../nodes/Gmc/core/additions/recent';
import { startOfDay } from '../../../nodes/Gmc/core/time/time';
import type { AdminAddition } from '../../../sandbox/http/views';
import { WORKFLOW_TIMEZONE } from '../../engine/parts';
import { difference, tally } from '../../sandbox/books';
import { type Verdict, isDone } from './execute';
import { type Run, chargeName, isNamed } from './generate';
import { type Shop, type Wanted, chargeOf, isAbandoned } from './shop';

/** What executions have reported, and the books before and after. */
export interface Told {
	run: Run;
	rows: Wanted[];
	/** Of each execution, of each row. */
	verdicts: Verdict[][];
	before: AdminAddition[];
	after: AdminAddition[];
	/** What the executions have made, or what will be made of their lost requests. */
	made: AdminAddition[];
}

/** What is not true, by the sandbox's books. From now on, an addition belongs to the order that it paid. */
export function untruths(shop: Shop, told: Told): string[] {
	const claims = told.verdicts.flatMap((verdicts) =>
		verdicts.flatMap((verdict, row) => claimOf(shop, told, told.rows[row], verdict)),
	);
	return [...claims, ...miscounts(told), ...repeats(told), ...aboveLimits(told)];
}

function claimOf(shop: Shop, told: Told, order: Wanted, verdict: Verdict): string[] {
	if (!isDone(verdict)) return [];
	const { additionId = '', outcome } = verdict;
	const said = `${order.name} is ${outcome} with ${additionId}`;
	const addition = told.after.find(({ _id }) => _id === additionId);
	const owner = shop.paid.get(additionId) ?? order;
	const [earlier] = [...shop.paid].find(([, one]) => one === order) ?? [additionId];
	shop.finish(additionId, order);
	if (addition === undefined) return [`${said}, which nobody has made for the shop`];
	if (chargeOf(addition) !== chargeName(order.charge)) return [`${said}, of ${chargeOf(addition)}`];
	if (!areAlike(shop, owner, order)) return [`${said}, which has paid ${owner.name}`];
	const isNew = !told.before.some(({ _id }) => _id === additionId);
	if (!isNamed(order.kind)) return isNew ? [] : [`${said}, which was made before`];
	const isAlone = !shop.orders.some((one) => one !== order && areAlike(shop, one, order));
	return earlier !== additionId && isAlone ? [`${said}, but was paid with ${earlier}`] : [];
}

/** Equal rows of a batch may swap their additions, and those of keys if the ledger could not be written. */
const areAlike = ({ hasUnwritten }: Shop, one: Wanted, other: Wanted): boolean =>
	one === other ||
	((one.kind === 'batch' || (one.kind === 'key' && hasUnwritten)) &&
		one.kind === other.kind &&
		chargeName(one.charge) === chargeName(other.charge));

/** Per charge: at least as many additions as issued rows, at most as many as issued and unknown rows. */
function miscounts({ rows, verdicts, before, made }: Told): string[] {
	const isThere = ({ createdAt }: AdminAddition) => Date.parse(createdAt) <= Date.now();
	const [byNow, inTheEnd] = [made.filter(isThere), made].map((some) => tally(some.map(chargeOf)));
	const isNew = ({ additionId }: Verdict) => !before.some(({ _id }) => _id === additionId);
	const names = new Set([...rows.map(({ charge }) => chargeName(charge)), ...made.map(chargeOf)]);
	return [...names].flatMap((name) => {
		const own = [...rows.keys()].filter((row) => chargeName(rows[row].charge) === name);
		const countOf = (isMeant: (verdict: Verdict) => boolean) =>
			own.filter((row) => verdicts.some((told) => isMeant(told[row]))).length;
		const issued = countOf(({ outcome }) => outcome === 'issued');
		const most = countOf((one) => one.outcome === 'unknown' || (isDone(one) && isNew(one)));
		const [here, really] = [byNow[name] ?? 0, inTheEnd[name] ?? 0];
		if (here < issued) return [`${name}: issued ${issued} times, made ${here}`];
		return really > most ? [`${name}: made ${really} times, told so of ${most}`] : [];
	});
}

const MINUTE_MS = 60_000;
/** The minutes of Recent, less what clocks may differ by. */
const RECENT_MS = (RECENT_MINUTES - 1) * MINUTE_MS;

/** Recent makes no top-up that equals one that the shop has made a few minutes before. */
function repeats({ run, before, made }: Told): string[] {
	if (run.kind !== 'recent') return [];
	return made.flatMap((one) => {
		const since = Date.parse(one.createdAt) - RECENT_MS;
		const earlier = before.find(
			(other) => chargeOf(other) === chargeOf(one) && Date.parse(other.createdAt) > since,
		);
		return earlier ? [`${chargeOf(one)}: made again under Recent after ${earlier._id}`] : [];
	});
}

/** If the list was complete, no limit was exceeded. */
function aboveLimits({ run, before, made }: Told): string[] {
	const { maxPerDay = Infinity } = run.limits;
	// Of each run: a call of a tool is one, and a pass of a loop.
	const isOneRun = run.way === 'sheet' || run.way === 'subWorkflow';
	const maxTotal = (isOneRun && run.limits.maxTotal) || Infinity;
	const today = startOfDay(Date.now(), WORKFLOW_TIMEZONE);
	return [...new Set(made.map(({ currency }) => currency))].flatMap((currency) => {
		const sum = (additions: AdminAddition[]) =>
			additions
				.filter((one) => one.currency === currency)
				.reduce((total, { amount }) => total + amount, 0);
		const earlier = before.filter(({ createdAt }) => Date.parse(createdAt) >= today);
		const isSeen = earlier.every(({ visible }) => visible);
		const isAbove = sum(made) > maxTotal || (isSeen && sum([...earlier, ...made]) > maxPerDay);
		return isAbove ? [`${sum(made)} ${currency} made, which is above the limit`] : [];
	});
}

/** Where the run differs from the dry run before it. */
export function broken(rows: Wanted[], plan: Verdict[], run: Verdict[]): string[] {
	return rows.flatMap(({ name }, row) => {
		const [planned, really] = [plan[row].outcome, run[row].outcome];
		const promised = planned === 'planned' ? 'issued' : planned;
		return promised === really ? [] : [`${name}: the plan says ${planned}, the run ${really}`];
	});
}

/** What is wrong in the end: each wanted order with a name is paid once, and its user knows. */
export async function ending(shop: Shop): Promise<string[]> {
	const named = shop.orders.filter(({ kind }) => isNamed(kind));
	const wanted = named.filter((one) => !isAbandoned(one) || one.stale?.isDone);
	const { doubles, missing } = difference(
		tally(wanted.map(({ charge }) => chargeName(charge))),
		tally((await paidByName(shop)).map(chargeOf)),
	);
	const left = named.filter((one) => !one.isPaid && !isAbandoned(one));
	return [
		...(doubles > 0 ? [`doubled: ${doubles}`] : []),
		...(missing > 0 ? [`missing: ${missing}`] : []),
		...left.map(({ name }) => `missing: nobody knows that ${name} is paid`),
	];
}

/** An equal row without a name may have been given the addition of a row with one, and the other way round. */
async function paidByName(shop: Shop): Promise<AdminAddition[]> {
	const unnamed = shop.ledger().filter((row) => row.outcome === 'issued' && !row.key && !row.batch);
	const isGiven = (id: string) => unnamed.some(({ additionId }) => additionId === id);
	return (await shop.books()).filter(({ _id }) => {
		const owner = shop.paid.get(_id);
		return owner ? isNamed(owner.kind) : !isGiven(_id) && isNamed(shop.kinds.get(_id)!);
	});
}
