import { DateTime } from 'luxon';
import type { AdminAddition } from '../../../sandbox/http/views';
import { DEMO_USER } from '../../../sandbox/seeds';
import { isFinal } from '../../../sandbox/state/books';
import type { FaultInput } from '../../../sandbox/state/faults';
import type { Service } from '../../engine/service';
import { tally } from '../../sandbox/books';
import { LIST_ADDITIONS } from '../../sandbox/routes';
import { endPassedTime, passTime } from '../../system/time';
import { type History, type Issue, type Step, identifierOf } from './history';
import { Oracle } from './oracle';
import { ActiveWorkflow } from './workflow';

const MINUTE_MS = 60_000;
/** An addition is given up 90 days after it has left the look-back (reference.md "Trigger"). */
const MAX_MINUTES = 85 * 24 * 60;
/** Additions that one poll looks up (reference.md "Trigger"). */
const LOOKUPS_PER_POLL = 10;

/** An empty list, once. */
const EMPTY: FaultInput = {
	route: LIST_ADDITIONS,
	times: 1,
	action: { type: 'json', status: 200, body: [] },
};

/** The list fails from a request of the poll on. */
function failingFrom({ fromRequest, fault }: Step & { do: 'failing poll' }): FaultInput {
	const nth = Array.from({ length: 100 }, (_, index) => fromRequest + index);
	return { route: LIST_ADDITIONS, nth, action: fault };
}

/** Plays a history. @returns the story of what went wrong; undefined if nothing did */
export async function play(service: Service, history: History): Promise<string | undefined> {
	endPassedTime();
	passTime({ seconds: (Date.parse(history.start) - Date.now()) / 1000 });
	await service.restart(history.settings);
	await service.admin.advanceClock({ minutes: history.skewMinutes });
	const { problems, story } = await new Player(service, history).play();
	if (problems.length === 0) return undefined;
	return [...story, ...problems.map((problem) => `==> ${problem}`)].join('\n');
}

/** Lets additions come and change, and polls. */
class Player {
	private readonly problems: string[] = [];
	private readonly story: string[] = [];
	/** Short names of the additions. */
	private readonly names = new Map<string, string>();
	private readonly oracle: Oracle;
	private readonly workflow: ActiveWorkflow;

	constructor(
		private readonly service: Service,
		private readonly history: History,
	) {
		this.oracle = new Oracle(history);
		this.workflow = new ActiveWorkflow(service.credential, history);
	}

	async play(): Promise<{ problems: string[]; story: string[] }> {
		const { history, problems, story } = this;
		for (const { age, issue } of history.existing) {
			await this.issue(issue, Math.max(12, Math.floor(age * history.lookBackDays * 24 * 60)));
		}
		const hasDates = /^epoch(Ms|Seconds)$/.test(history.settings.timestamps?.createdAtFormat ?? '');
		await this.poll(history.isFirstEmpty && hasDates ? EMPTY : undefined);
		let minutes = 0;
		for (const step of history.steps) {
			minutes += step.do === 'wait' ? step.minutes : 0;
			if (problems.length > 0 || minutes > MAX_MINUTES) break;
			await this.take(step);
		}
		if (problems.length === 0) await this.end();
		return { problems: problems.map((problem) => this.named(problem)), story };
	}

	private async take(step: Step): Promise<void> {
		const { workflow } = this;
		if (step.do === 'wait') passTime({ seconds: step.minutes * 60 });
		else if (step.do === 'issue') await this.issue(step.issue);
		else if (step.do === 'move') await this.move(step.picks, step.to);
		else if (step.do === 'poll') await this.poll(step.stumble, step);
		else if (step.do === 'failing poll') await this.poll(failingFrom(step), { mayFail: true });
		else if (workflow.restart(step.isNewProcess, step.isSavedOnly)) this.tell(JSON.stringify(step));
	}

	/** Polls until everything is visible and was looked up. */
	private async end(): Promise<void> {
		const { history, problems } = this;
		passTime({ seconds: (history.visibleAfterMinutes + 1) * 60 });
		const polls = Math.ceil((await this.books()).length / LOOKUPS_PER_POLL) + 1;
		for (let i = 0; i < polls && problems.length === 0; i++) await this.poll();
		problems.push(...this.oracle.missing(await this.books()));
	}

	/** @param mayFail whether the fault, once it has fired, makes the poll fail. Otherwise it must not */
	private async poll(fault?: FaultInput, { atOnce = 1, mayFail = false } = {}): Promise<void> {
		const { workflow, problems, service } = this;
		await this.cutList();
		if (fault) await service.admin.addFault(fault);
		const before = workflow.cursor;
		const polls = Array.from({ length: atOnce }, async () => await workflow.poll());
		const all = await Promise.all(polls);
		const hasFailed = mayFail && (await service.admin.faults()).some(({ fired }) => fired > 0);
		await service.admin.clearFaults();
		const emitted = all.flatMap((one) => one.emitted);
		const error = all.find((one) => one.error)?.error;
		const events = emitted.map(({ _id, status }) => `${_id} ${status}`).join(', ') || 'nothing';
		this.tell(
			`${atOnce} poll, ${JSON.stringify(fault) ?? 'no fault'}: ${error?.message ?? events}`,
		);
		if (hasFailed) {
			if (emitted.length > 0) problems.push('a failed poll emitted something');
			if (workflow.cursor !== before) problems.push('a failed poll changed the static data');
		} else {
			if (error) problems.push(`a poll that should succeed failed: ${error.message}`);
			problems.push(...this.oracle.judge(await this.books(), emitted));
		}
		workflow.end({ emitted, error });
	}

	/** @param minutesAgo for additions of earlier; they are visible at once */
	private async issue({ count, customer, ...fields }: Issue, minutesAgo?: number): Promise<void> {
		const { visibleAfterMinutes, skewMinutes } = this.history;
		const visibleAfterSeconds = minutesAgo === undefined ? visibleAfterMinutes * 60 : 0;
		const at = Date.now() + (skewMinutes - (minutesAgo ?? 0)) * MINUTE_MS;
		const createdAt = new Date(at).toISOString();
		const customerIdentifier = identifierOf(customer);
		for (let made = 0; made < count; made++) {
			const addition = { ...fields, customerIdentifier, createdAt, visibleAfterSeconds };
			const { _id } = await this.service.admin.createAddition(addition);
			this.names.set(_id, `a${this.names.size + 1}`);
			this.tell(`${_id} issued at ${createdAt}: ${JSON.stringify(fields)}, ${customerIdentifier}`);
		}
	}

	/** Gives a status to some of those that are not settled. */
	private async move(picks: number[], status: string): Promise<void> {
		const open = (await this.books()).filter(({ status: now }) => !isFinal(now));
		const ids = [...new Set(picks.map((pick) => open[pick % open.length]?._id))].filter(Boolean);
		for (const id of ids) await this.service.admin.settle(id, status);
		this.tell(`${ids.join(', ')} become ${status}`);
	}

	private async books(): Promise<AdminAddition[]> {
		const all = await this.service.admin.additions();
		return all.filter(({ userId }) => userId === DEMO_USER._id);
	}

	/** Cuts the list just above the number of additions of its fullest day. */
	private async cutList(): Promise<void> {
		const { isCut, settings } = this.history;
		const { shape, periodField = 'createdAt', timeZone: zone } = settings.list ?? {};
		// A bare array has no counters, so nobody could notice that it is cut.
		if (!isCut || shape === 'bareArray') return;
		const books = await this.books();
		const days = books.map((one) => DateTime.fromISO(one[periodField], { zone }).toISODate()!);
		const cutAt = Math.max(1, ...Object.values(tally(days)));
		await this.service.admin.configure({ list: { cutAt } });
	}

	private tell(text: string): void {
		this.story.push(`${new Date().toISOString().slice(0, 16)}Z  ${this.named(text)}`);
	}

	/** The text with short names instead of ids. */
	private named(text: string): string {
		return text.replace(/\b[0-9a-f]{24}\b/g, (id) => this.names.get(id) ?? id);
	}
}
