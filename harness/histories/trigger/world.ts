import { DateTime, Settings } from 'luxon';
import type { AdminAddition } from '../../../sandbox/http/views';
import { DEMO_USER } from '../../../sandbox/seeds';
import type { Service } from '../../engine/service';
import { customerName, nameOf } from './customers';
import type { History, Issue } from './history';

const MINUTE = 60_000;
const MINUTES_PER_DAY = 24 * 60;

const iso = (millis: number) => new Date(millis).toISOString();

function spanOf(minutes: number): string {
	const days = Math.floor(minutes / MINUTES_PER_DAY);
	const hours = Math.floor((minutes % MINUTES_PER_DAY) / 60);
	return `${days} d ${hours} h ${minutes % 60} min`;
}

/** The service's side of a history, two clocks that stand still unless they are moved, and what is told of it. */
export class World {
	/** What has happened, and when by n8n's clock. */
	private readonly told: Array<{ at: number; text: string }> = [];

	/** By n8n's clock, epoch milliseconds. */
	private n8nNow: number;

	/** By the service's clock, epoch milliseconds. */
	now: number;

	/** Short names of additions, in order of their creation. */
	private readonly names = new Map<string, string>();

	constructor(
		private readonly service: Service,
		private readonly history: History,
	) {
		this.n8nNow = Date.parse(history.start);
		this.now = this.n8nNow + history.skewMinutes * MINUTE;
	}

	get admin() {
		return this.service.admin;
	}

	/** Starts the service afresh. From here on luxon tells the time of this world, until `close`. */
	async open(): Promise<void> {
		await this.service.restart(this.history.settings);
		await this.admin.freezeClock(iso(this.now));
		Settings.now = () => this.n8nNow;
	}

	close(): void {
		Settings.now = () => Date.now();
	}

	tell(text: string): void {
		this.told.push({ at: this.n8nNow, text });
	}

	/** Everything that was told, one line each. */
	get story(): string[] {
		return this.told.map(({ at, text }) => `${iso(at).slice(0, 16)}Z  ${text}`);
	}

	/** The short names of additions, for people to read. */
	called(ids: string[]): string {
		return ids.map((id) => this.names.get(id) ?? id).join(' ') || 'nothing';
	}

	/** The same within a text. */
	named(text: string): string {
		return text.replace(/\b[0-9a-f]{24}\b/g, (id) => this.names.get(id) ?? id);
	}

	async wait(minutes: number): Promise<void> {
		this.n8nNow += minutes * MINUTE;
		this.now += minutes * MINUTE;
		await this.admin.advanceClock({ minutes });
		this.tell(`(${spanOf(minutes)} later)`);
	}

	/** n8n's clock is set wrong, or right again. */
	jump(byMinutes: number): void {
		this.tell(
			`n8n's clock jumps ${spanOf(Math.abs(byMinutes))} ${byMinutes < 0 ? 'back' : 'ahead'}`,
		);
		this.n8nNow += byMinutes * MINUTE;
	}

	/** @param minutesAgo for additions that were there before; they are visible at once */
	async issue(issue: Issue, minutesAgo?: number): Promise<void> {
		const { count, customer, naming, amount, currency, status } = issue;
		const visibleAfterSeconds =
			minutesAgo === undefined ? this.history.visibleAfterMinutes * 60 : 0;
		const createdAt = iso(this.now - (minutesAgo ?? 0) * MINUTE);
		const ids: string[] = [];
		for (let i = 0; i < count; i++) {
			const customerIdentifier = nameOf(customer, naming);
			const fields = { customerIdentifier, amount, currency, status, createdAt };
			const { _id } = await this.admin.createAddition({ ...fields, visibleAfterSeconds });
			this.names.set(_id, `a${this.names.size + 1}`);
			ids.push(_id);
		}
		const who = `${customerName(customer)} by ${naming}`;
		this.tell(`issued at ${createdAt}: ${this.called(ids)} ${status}, ${amount} for ${who}`);
	}

	/** Gives a status to some of those that are not settled. */
	async move(picks: number[], status: string): Promise<void> {
		const open = (await this.books()).filter((one) => !/^(COMPLETED|FAILED)$/.test(one.status));
		const ids = [...new Set(picks.map((pick) => open[pick % open.length]?._id))].filter(Boolean);
		for (const id of ids) await this.admin.settle(id, status);
		if (ids.length > 0) this.tell(`${this.called(ids)} become ${status}`);
	}

	/** The watched user's additions, as they are. */
	async books(): Promise<AdminAddition[]> {
		return (await this.admin.additions()).filter(({ userId }) => userId === DEMO_USER._id);
	}

	/** Sets what the list leaves out, and where it is cut: just above what its fullest day has. */
	async shapeList(books: AdminAddition[], withoutIds: string[]): Promise<void> {
		const shape = { withoutIds, cutAt: this.cutFor(books) };
		const text = JSON.stringify(shape);
		if (text === this.listShape) return;
		await this.admin.configure({ list: shape });
		this.listShape = text;
	}

	private listShape = JSON.stringify({ withoutIds: [], cutAt: null });

	private cutFor(books: AdminAddition[]): number | null {
		const { isCut, settings } = this.history;
		const { shape, periodField = 'createdAt', timeZone: zone } = settings.list ?? {};
		// A bare array has no counters, so its cut could not be noticed.
		if (!isCut || shape === 'bareArray') return null;
		const days = new Map<string, number>();
		for (const one of books) {
			const day = DateTime.fromISO(one[periodField], { zone }).toISODate()!;
			days.set(day, (days.get(day) ?? 0) + 1);
		}
		return Math.max(1, ...days.values());
	}
}
