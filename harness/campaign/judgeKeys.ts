import type { AdminAddition } from '../../sandbox/http/views';
import { tally } from '../sandbox/books';
import type { SheetRow } from './case';
import { additionName, chargeName, isDone } from './judge';
import type { RowVerdict } from './judge';
import type { KeyedRow } from './keyedCase';

/** The rows that a sheet with keys pays: each key once. */
export function payable(sheet: KeyedRow[]): KeyedRow[] {
	return [...new Map(sheet.map((row) => [row.order, row])).values()];
}

/**
 * What the executions of one account have told of the keys of a sheet, held against the books. The books know
 * no keys, so of equal charges only the number is certain, and that an addition stays with its key.
 */
export class ToldKeys {
	/** What each key has paid with, by all that was told. */
	private readonly additionOf = new Map<string, string>();

	/** Keys that an execution has called unknown, and none paid since. */
	private readonly inDoubt = new Set<string>();

	/** @param toppedUp rows that are with the service before any execution */
	constructor(
		private readonly sheet: KeyedRow[],
		private readonly toppedUp: SheetRow[],
	) {}

	/**
	 * @param told what executions at the same time have told of each row
	 * @param books the charges that the account has in the end
	 * @returns what of it is not true
	 */
	judge(told: RowVerdict[][], books: AdminAddition[]): string[] {
		const found = told.flatMap((verdicts) =>
			verdicts.flatMap((verdict, row) => this.note(this.sheet[row], verdict, books)),
		);
		return [...found, ...this.compareCounts(books)];
	}

	private note(row: KeyedRow, verdict: RowVerdict, books: AdminAddition[]): string[] {
		const { order } = row;
		const earlier = this.additionOf.get(order);
		if (verdict.outcome === 'unknown' && earlier === undefined) this.inDoubt.add(order);
		if (!isDone(verdict)) return [];
		const { additionId = '' } = verdict;
		const isThere = books.some(
			(one) =>
				(one._id === additionId || one.partOf === additionId) &&
				additionName(one) === chargeName(row),
		);
		const owner = [...this.additionOf].find(([, id]) => id === additionId)?.[0] ?? order;
		this.additionOf.set(order, additionId);
		this.inDoubt.delete(order);
		if (!isThere) return [`${order} was told paid with ${additionId}, which is no such addition`];
		// An addition of several items pays several rows, and which is whose is not said.
		if (this.toppedUp.length > 0) return [];
		if (owner !== order) return [`${additionId} was told to have paid ${owner} and ${order}`];
		const isOther = earlier !== undefined && earlier !== additionId;
		return isOther ? [`${order} was told paid with ${earlier}, then with ${additionId}`] : [];
	}

	/** By charge: not fewer than were told paid, and not more than were told paid or in doubt. */
	private compareCounts(books: AdminAddition[]): string[] {
		const made = tally(books.map(additionName));
		const before = tally(this.toppedUp.map(chargeName));
		const paid = this.countOf((order) => this.additionOf.has(order));
		const inDoubt = this.countOf((order) => this.inDoubt.has(order));
		return [...new Set([...Object.keys(made), ...Object.keys(paid)])].flatMap((name) => {
			const [there, told] = [made[name] ?? 0, paid[name] ?? 0];
			if (there < told) return [`${name}: told paid ${told} times, but made ${there} times`];
			const most = told + (inDoubt[name] ?? 0) + (before[name] ?? 0);
			return there > most ? [`${name}: made ${there} times, but told ${most} times`] : [];
		});
	}

	private countOf(isCounted: (order: string) => boolean) {
		return tally(
			payable(this.sheet)
				.filter(({ order }) => isCounted(order))
				.map(chargeName),
		);
	}
}
