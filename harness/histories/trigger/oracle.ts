import type { AdminAddition } from '../../../sandbox/http/views';
import { customerId } from './customers';
import type { History } from './history';

const DAY = 86_400_000;

/** A poll that went well. */
export interface GoodPoll {
	/** By the service's clock, epoch milliseconds. */
	now: number;
	/** The customer's additions, each as it was at that moment. */
	books: AdminAddition[];
	/** Ids that the list left out. */
	hidden: string[];
	/** What came out. */
	emitted: Array<{ _id: string; status: string }>;
}

/**
 * Says which events must come out of each poll, by the sandbox's books and the reference alone.
 *
 * What the list surely shows is what lies within the look-back, by the service's clock whatever n8n's says, or in
 * the time since the last poll that went well: that must be emitted at once. What was seen before and has left the look-back is
 * looked up, a few in each poll: it may be emitted in any poll after a change, and its final status must
 * be emitted in the end. Nothing else must be emitted.
 */
export class Oracle {
	/** From this instant on (service's clock) the next list is complete. Undefined before the first poll. */
	private reach: number | undefined;

	private savedReach: number | undefined;

	/** Names of events that were emitted, or that were there before the first poll. */
	private readonly known = new Set<string>();

	/** Ids that a list has shown. */
	private readonly seen = new Set<string>();

	/** The same, as far as the trigger still knows of it. */
	private remembered = new Set<string>();

	private savedRemembered = new Set<string>();

	/** Ids that the list of the last good poll left out. */
	private lastHidden = new Set<string>();

	/** Ids that lay beyond the look-back at the first poll: nobody asks about them. */
	private readonly older = new Set<string>();

	/** When the first poll failed in silence (service's clock): what was made since is new to the next one. */
	publishedAt: number | undefined;

	/** The user may change it. */
	lookBackDays: number;

	constructor(private readonly history: History) {
		this.lookBackDays = history.lookBackDays;
	}

	get hasBaseline(): boolean {
		return this.reach !== undefined;
	}

	/** Where the look-back surely begins (service's clock). */
	lookBackFrom(now: number): number {
		return now - this.lookBackDays * DAY;
	}

	/** Whether this list surely shows an addition, and so did or does each list before and after it. */
	isSurelyListed({ _id, createdAt }: AdminAddition, now: number): boolean {
		const from = Math.max(this.lookBackFrom(now), this.reach ?? -Infinity);
		return Date.parse(createdAt) >= from && !this.older.has(_id);
	}

	/**
	 * Whether a list may leave it out for one poll without anybody being at a loss what ought to come out: what
	 * is surely listed, and what was seen before and leaves the look-back just now.
	 */
	mayBeHidden(one: AdminAddition, now: number): boolean {
		if (this.isSurelyListed(one, now)) return true;
		const { remembered, older, lastHidden, reach = Infinity } = this;
		const isLeaving = remembered.has(one._id) && this.instantOf(one) >= reach;
		return isLeaving && !older.has(one._id) && !lastHidden.has(one._id);
	}

	/** n8n saves what the trigger knows; `goBack` is the loss of what it has learned since. */
	save(): void {
		this.savedReach = this.reach;
		this.savedRemembered = new Set(this.remembered);
	}

	goBack(): void {
		this.reach = this.savedReach;
		this.remembered = new Set(this.savedRemembered);
	}

	/** @returns what is wrong with what came out */
	judge(poll: GoodPoll): string[] {
		const { reach, hasBaseline, seen } = this;
		const isEmitted = (one: AdminAddition) =>
			hasBaseline || this.history.emitExisting || this.isMadeSincePublishing(one);
		const from = Math.min(reach ?? Infinity, this.lookBackFrom(poll.now));
		const isListed = (one: AdminAddition) => one.visible && this.instantOf(one) >= from;
		const shown = poll.books.filter((one) => isListed(one) && !poll.hidden.includes(one._id));
		// A longer look-back brings to light what is not new.
		const isUncovered = (one: AdminAddition) =>
			hasBaseline && this.instantOf(one) < reach! && !seen.has(one._id);
		const due = shown.filter((one) => isEmitted(one) && this.isNews(one) && !isUncovered(one));
		const maybe = poll.books.filter((one) => seen.has(one._id) && this.isNews(one));
		const problems = this.compare(poll, due, maybe);
		if (!this.hasBaseline) {
			for (const one of poll.books) if (this.instantOf(one) < from) this.older.add(one._id);
		}
		for (const one of shown) {
			this.seen.add(one._id);
			this.remembered.add(one._id);
			this.note(one);
		}
		this.lastHidden = new Set(poll.hidden);
		this.reach = this.lookBackFrom(poll.now);
		return problems;
	}

	/** @returns what is missing once everything that was ever seen could be looked up */
	finish(books: AdminAddition[]): string[] {
		const unseen = books.find(({ _id }) => !this.seen.has(_id) && !this.older.has(_id));
		if (unseen) throw new Error(`The history cannot be decided: no list showed ${unseen._id}`);
		return books
			.filter((one) => this.seen.has(one._id) && isFinal(one.status) && this.isNews(one))
			.map(({ _id, status }) => `${_id} ${status} was never emitted`);
	}

	private compare(poll: GoodPoll, due: AdminAddition[], maybe: AdminAddition[]): string[] {
		const problems: string[] = [];
		const expected = new Map([...due, ...maybe].map((one) => [one._id, one]));
		for (const { _id, status } of poll.emitted) {
			const one = expected.get(_id);
			if (one === undefined) problems.push(`${_id} ${status} must not be emitted here`);
			else if (one.status !== status) problems.push(`${_id} is ${one.status}, not ${status}`);
			// A second time in the same poll is one time too many.
			expected.delete(_id);
			if (one) this.note(one);
		}
		const came = new Set(poll.emitted.map(({ _id }) => _id));
		const missing = due.filter(({ _id }) => !came.has(_id));
		problems.push(...missing.map(({ _id, status }) => `${_id} ${status} must be emitted here`));
		if (!this.isInOrder(poll)) problems.push('the oldest must come first');
		return problems;
	}

	/** Oldest first, as far as the digits tell: those of a calendar go back when its clock does, some nobody can read. */
	private isInOrder({ books, emitted }: GoodPoll): boolean {
		const format = this.history.settings.timestamps?.createdAtFormat;
		if (format === 'yyyyMMddHHmmss' || format === 'epochMicroseconds') return true;
		const unit = format === 'epochSeconds' ? 1000 : 1;
		const createdAt = new Map(books.map((one) => [one._id, Date.parse(one.createdAt)]));
		const moments = emitted.map(({ _id }) => Math.floor(createdAt.get(_id)! / unit));
		return moments.every((moment, i) => i === 0 || moments[i - 1] <= moment);
	}

	private note(addition: AdminAddition): void {
		const name = this.eventOf(addition);
		if (name !== undefined) this.known.add(name);
	}

	/** Names the event that this state of an addition is: once per addition, or once per status. */
	private eventOf({ _id, status }: AdminAddition): string | undefined {
		const { event } = this.history;
		if (event === 'additionStatusChanged') return `${_id} ${status}`;
		if (event === 'additionCompleted' && status !== 'COMPLETED') return undefined;
		return event === 'additionFailed' && status !== 'FAILED' ? undefined : _id;
	}

	/** Whether its state is an event that was not emitted yet, of an addition that passes the filters. */
	private isNews(addition: AdminAddition): boolean {
		const { customer, minimumAmount = 0 } = this.history;
		const isWatched = customer === undefined || addition.customerId === customerId(customer.index);
		const name = this.eventOf(addition);
		const isNew = name !== undefined && !this.known.has(name);
		return isNew && isWatched && addition.amount >= minimumAmount;
	}

	/** As far as the digits tell it for sure: those of a calendar name no time zone. */
	private isMadeSincePublishing({ createdAt }: AdminAddition): boolean {
		const { createdAtFormat = 'epochMs' } = this.history.settings.timestamps ?? {};
		const isDated = ['epochMs', 'epochSeconds'].includes(createdAtFormat);
		return isDated && Date.parse(createdAt) >= (this.publishedAt ?? Infinity);
	}

	private instantOf(addition: AdminAddition): number {
		return Date.parse(addition[this.history.settings.list?.periodField ?? 'createdAt']);
	}
}

const isFinal = (status: string) => status === 'COMPLETED' || status === 'FAILED';
