import type { AdminAddition } from '../../../sandbox/http/views';
import { isFinal } from '../../../sandbox/state/books';
import type { FaultInput } from '../../../sandbox/state/faults';
import type { Service } from '../../engine/service';
import { LIST_ADDITIONS } from '../../sandbox/routes';
import { type History, type Step, CUSTOMERS } from './history';
import { type Emitted, ActiveWorkflow, World } from './world';

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
	const world = new World(service, history);
	await world.open();
	try {
		const problems = await new Player(world, service, history).play();
		if (problems.length === 0) return undefined;
		const set = { ...history, existing: undefined, steps: undefined };
		const verdict = problems.map((problem) => `==> ${world.named(problem)}`);
		return [JSON.stringify(set), ...world.story, ...verdict].join('\n');
	} finally {
		world.close();
	}
}

class Player {
	private readonly problems: string[] = [];
	private readonly oracle: Oracle;
	private readonly workflow: ActiveWorkflow;

	constructor(
		private readonly world: World,
		service: Service,
		private readonly history: History,
	) {
		this.oracle = new Oracle(history);
		this.workflow = new ActiveWorkflow(service.credential, history);
	}

	async play(): Promise<string[]> {
		const { world, history, problems } = this;
		for (const { age, issue } of history.existing) {
			await world.issue(issue, Math.max(12, Math.floor(age * history.lookBackDays * 24 * 60)));
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
		return problems;
	}

	private async take(step: Step): Promise<void> {
		const { world, workflow } = this;
		if (step.do === 'wait') await world.wait(step.minutes);
		else if (step.do === 'issue') await world.issue(step.issue);
		else if (step.do === 'move') await world.move(step.picks, step.to);
		else if (step.do === 'poll') await this.poll(step.stumble, step);
		else if (step.do === 'failing poll') await this.poll(failingFrom(step), { mayFail: true });
		else if (workflow.restart(step.isNewProcess, step.isSavedOnly))
			world.tell(JSON.stringify(step));
	}

	/** Polls until everything is visible and was looked up. */
	private async end(): Promise<void> {
		const { world, history, problems } = this;
		await world.wait(history.visibleAfterMinutes + 1);
		const polls = Math.ceil((await world.books()).length / LOOKUPS_PER_POLL) + 1;
		for (let i = 0; i < polls && problems.length === 0; i++) await this.poll();
		problems.push(...this.oracle.missing(await world.books()));
	}

	/** @param mayFail whether the fault, once it has fired, makes the poll fail. Otherwise it must not */
	private async poll(fault?: FaultInput, { atOnce = 1, mayFail = false } = {}): Promise<void> {
		const { world, workflow, problems } = this;
		await world.cutList();
		if (fault) await world.admin.addFault(fault);
		const before = workflow.cursor;
		const polls = Array.from({ length: atOnce }, async () => await workflow.poll());
		const all = await Promise.all(polls);
		const hasFailed = mayFail && (await world.admin.faults()).some(({ fired }) => fired > 0);
		await world.admin.clearFaults();
		const emitted = all.flatMap((one) => one.emitted);
		const error = all.find((one) => one.error)?.error;
		const events = emitted.map(({ _id, status }) => `${_id} ${status}`).join(', ') || 'nothing';
		world.tell(
			`${atOnce} poll, ${JSON.stringify(fault) ?? 'no fault'}: ${error?.message ?? events}`,
		);
		if (hasFailed) {
			if (emitted.length > 0) problems.push('a failed poll emitted something');
			if (workflow.cursor !== before) problems.push('a failed poll changed the static data');
		} else {
			if (error) problems.push(`a poll that should succeed failed: ${error.message}`);
			problems.push(...this.oracle.judge(await world.books(), emitted));
		}
		workflow.end({ emitted, error });
	}
}

/** Judges what a trigger emits, by the sandbox's books: each event once, and nothing that was there before. */
class Oracle {
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
