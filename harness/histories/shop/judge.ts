import { startOfDay } from '../../../nodes/Gmc/core/time/time';
import type { AdminAddition } from '../../../sandbox/http/views';
import { WORKFLOW_TIMEZONE } from '../../engine/parts';
import { difference, tally } from '../../sandbox/books';
import { type Verdict, isDone } from './execute';
import type { Run } from './generate';
import { chargeName, isNamed } from './names';
import { type Shop, type Wanted, chargeOf } from './shop';

/** What executions have reported, and the books before and after. */
export interface Told {
	run: Run;
	rows: Wanted[];
	/** Of each execution, of each row. */
	verdicts: Verdict[][];
	before: AdminAddition[];
	after: AdminAddition[];
	/** Charges of lost requests that are carried out later. */
	due: string[];
}

/** What is not true, by the sandbox's books. From now on, an addition belongs to the order that it paid. */
export function untruths(shop: Shop, told: Told): string[] {
	const claims = told.verdicts.flatMap((verdicts) =>
		verdicts.flatMap((verdict, row) => claimOf(shop, told, told.rows[row], verdict)),
	);
	return [...claims, ...miscounts(told), ...aboveLimits(told)];
}

function claimOf(shop: Shop, told: Told, order: Wanted, verdict: Verdict): string[] {
	if (!isDone(verdict)) return [];
	const { additionId = '', outcome } = verdict;
	const said = `${order.name} is ${outcome} with ${additionId}`;
	const addition = told.after.find(({ _id }) => _id === additionId);
	const owner = shop.told.get(additionId) ?? order;
	const [earlier] = [...shop.told].find(([, one]) => one === order) ?? [additionId];
	shop.finish(additionId, order);
	if (addition === undefined) return [`${said}, which nobody has made for the shop`];
	if (chargeOf(addition) !== chargeName(order.charge)) return [`${said}, of ${chargeOf(addition)}`];
	if (!areAlike(owner, order)) return [`${said}, which has paid ${owner.name}`];
	const isAlone = !shop.orders.some((one) => one !== order && areAlike(one, order));
	if (earlier !== additionId && isAlone) return [`${said}, but was paid with ${earlier}`];
	const isNew = !told.before.some(({ _id }) => _id === additionId);
	// A name may have been paid by an earlier try of the execution.
	const mayBeOwn = isNamed(told.run.kind);
	return isNew && outcome === 'skipped' && !mayBeOwn ? [`${said}, which is its own`] : [];
}

/** Equal rows of a batch may swap their additions. */
const areAlike = (one: Wanted, other: Wanted): boolean =>
	one === other ||
	(one.kind === 'batch' &&
		other.kind === 'batch' &&
		chargeName(one.charge) === chargeName(other.charge));

/** Per charge: at least as many additions as issued rows, at most as many as issued and unknown rows. */
function miscounts({ rows, verdicts, before, after, due }: Told): string[] {
	const old = new Set(before.map(({ _id }) => _id));
	const made = after.filter(({ _id }) => !old.has(_id));
	const asked = made.filter(({ source }) => source === 'api').map(chargeOf);
	const [byNow, inTheEnd] = [tally(made.map(chargeOf)), tally([...asked, ...due])];
	const names = new Set([...rows.map(({ charge }) => chargeName(charge)), ...asked]);
	return [...names].flatMap((name) => {
		const own = [...rows.keys()].filter((row) => chargeName(rows[row].charge) === name);
		const countOf = (isMeant: (verdict: Verdict) => boolean) =>
			own.filter((row) => verdicts.some((told) => isMeant(told[row]))).length;
		const isNew = ({ additionId = '' }: Verdict) => !old.has(additionId);
		const issued = countOf(({ outcome }) => outcome === 'issued');
		const most = countOf((one) => one.outcome === 'unknown' || (isDone(one) && isNew(one)));
		const [here, really] = [byNow[name] ?? 0, inTheEnd[name] ?? 0];
		if (here < issued) return [`${name}: issued ${issued} times, made ${here}`];
		return really > most ? [`${name}: made ${really} times, told so of ${most}`] : [];
	});
}

/** If the list was complete, no limit was exceeded. */
function aboveLimits({ run, before, after }: Told): string[] {
	const { maxPerDay = Infinity } = run.limits;
	// Of each run: a call of a tool is one, and a pass of a loop.
	const isOneRun = run.way === 'sheet' || run.way === 'subWorkflow';
	const maxTotal = (isOneRun && run.limits.maxTotal) || Infinity;
	const today = startOfDay(Date.now(), WORKFLOW_TIMEZONE);
	const old = new Set(before.map(({ _id }) => _id));
	const made = after.filter(({ _id, source }) => source === 'api' && !old.has(_id));
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

/** What is wrong in the end: each wanted order is paid once, and its user knows. */
export async function ending(shop: Shop): Promise<string[]> {
	const wanted = shop.orders.filter(({ is, stale }) => is !== 'abandoned' || stale?.isDone);
	const books = await shop.books();
	const { doubles, missing } = difference(
		tally(wanted.map(({ charge }) => chargeName(charge))),
		tally(books.map(chargeOf)),
	);
	const left = shop.orders.filter(({ is }) => is !== 'done' && is !== 'abandoned');
	return [
		...(doubles > 0 ? [`doubled: ${doubles}`] : []),
		...(missing > 0 ? [`missing: ${missing}`] : []),
		...left.map(({ name, is }) => `missing: ${name} is left ${is}`),
	];
}
