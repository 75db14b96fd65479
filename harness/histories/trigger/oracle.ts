import type { AdminAddition } from '../../../sandbox/http/views';
import { isFinal } from '../../../sandbox/state/books';
import { type History, CUSTOMERS } from './history';
import type { Emitted } from './workflow';

/** Judges what a trigger emits, by the sandbox's books: each event once, and nothing that was there before. */
export class Oracle {
	private hasPolled = false;
	/** Events that were emitted, or that were there at the first poll. */
	private readonly known = new Set<string>();

	constructor(private readonly history: History) {}

	/** @returns what is wrong with the output of a poll that succeeded */
	judge(books: AdminAddition[], emitted: Emitted[]): string[] {
		const isSilent = !this.hasPolled && !this.history.emitExisting;
		if (isSilent) for (const one of books) this.note(one);
		this.hasPolled = true;
		const problems = emitted.flatMap(({ _id, status }) => {
			const one = books.find((addition) => addition._id === _id);
			const said = `${_id} ${status}`;
			if (one?.status !== status) return [`${said} is emitted, but it is ${one?.status}`];
			if (!this.isDue(one)) return [`${said} must not be emitted here`];
			this.note(one);
			return [];
		});
		return this.isInOrder(books, emitted) ? problems : [...problems, 'the oldest must come first'];
	}

	/** @returns what was never emitted */
	missing(books: AdminAddition[]): string[] {
		return books
			.filter((one) => isFinal(one.status) && this.isDue(one))
			.map(({ _id, status }) => `${_id} ${status} was never emitted`);
	}

	private isDue(one: AdminAddition): boolean {
		const { customer, minimumAmount = 0 } = this.history;
		const isWatched = customer === undefined || one.customerId === CUSTOMERS[customer.index]._id;
		const event = this.eventOf(one);
		const isNew = event !== undefined && !this.known.has(event);
		return isNew && isWatched && one.amount >= minimumAmount;
	}

	private note(one: AdminAddition): void {
		const event = this.eventOf(one);
		if (event !== undefined) this.known.add(event);
	}

	/** Names the event of this state: one per addition, or one per status. */
	private eventOf({ _id, status }: AdminAddition): string | undefined {
		const { event } = this.history;
		if (event === 'additionStatusChanged') return `${_id} ${status}`;
		if (event === 'additionCompleted' && status !== 'COMPLETED') return undefined;
		return event === 'additionFailed' && status !== 'FAILED' ? undefined : _id;
	}

	/** Of these digits the trigger cannot read the instant: no time zone, or too many of them. */
	private isInOrder(books: AdminAddition[], emitted: Emitted[]): boolean {
		const format = this.history.settings.timestamps?.createdAtFormat;
		if (format === 'yyyyMMddHHmmss' || format === 'epochMicroseconds') return true;
		const unit = format === 'epochSeconds' ? 1000 : 1;
		const times = new Map(books.map((one) => [one._id, Date.parse(one.createdAt)]));
		const moments = emitted.map(({ _id }) => Math.floor((times.get(_id) ?? 0) / unit));
		return moments.every((moment, index) => index === 0 || moments[index - 1] <= moment);
	}
}
