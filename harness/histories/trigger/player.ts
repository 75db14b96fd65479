import type { AdminAddition } from '../../../sandbox/http/views';
import type { StoredCredential } from '../../engine/storedCredential';
import { isTransient, permanentFault, transientFault } from './faults';
import type { Fault, History, Kept, Stumble } from './history';
import { Oracle } from './oracle';
import type { Polled } from './workflow';
import { ActiveWorkflow } from './workflow';
import type { World } from './world';

interface PollOptions {
	stumble?: Stumble;
	/** Which additions the list leaves out. */
	picks?: number[];
	atOnce?: number;
}

/** n8n's side of a history: what it does with the workflow, each poll judged by the oracle. */
export class Player {
	readonly problems: string[] = [];

	readonly oracle: Oracle;

	private readonly workflow: ActiveWorkflow;

	/** Polls that have failed since the last good one. */
	private failures = 0;

	constructor(
		private readonly world: World,
		credential: StoredCredential,
		history: History,
	) {
		this.oracle = new Oracle(history);
		this.workflow = new ActiveWorkflow(credential, history);
	}

	/** A poll that goes well; several at once together bring out what one does. */
	async poll({ stumble, picks = [], atOnce = 1 }: PollOptions = {}): Promise<void> {
		const { world } = this;
		const books = await world.books();
		const hidden = this.hideable(books, picks);
		await world.shapeList(books, hidden);
		if (stumble) await world.admin.addFault(transientFault(stumble));
		const polled = await Promise.all(
			Array.from({ length: atOnce }, async () => await this.workflow.poll()),
		);
		if (stumble) await world.admin.clearFaults();
		const troubles = [
			...(atOnce > 1 ? [`${atOnce} at once`] : []),
			...(stumble ? [stumble] : []),
			...(hidden.length > 0 ? [`the list leaves out ${world.called(hidden)}`] : []),
		];
		this.judge(books, hidden, {
			polled,
			note: troubles.length > 0 ? ` (${troubles.join(', ')})` : '',
		});
	}

	/** A poll whose list fails from a request on; one that asks less often goes well. */
	async failingPoll(fault: Fault, fromRequest: number): Promise<void> {
		const { world, workflow } = this;
		const books = await world.books();
		await world.shapeList(books, []);
		await world.admin.addFault(permanentFault(fault, fromRequest));
		const before = workflow.cursor;
		const polled = await workflow.poll();
		const [{ fired }] = await world.admin.faults();
		await world.admin.clearFaults();
		if (fired === 0) {
			this.judge(books, [], { polled: [polled], note: '' });
			return;
		}
		world.tell(`poll fails: ${fault} from request ${fromRequest} on`);
		this.judgeFailure(polled, fault);
		if (!workflow.isWiped && workflow.cursor !== before) {
			this.problems.push('a failed poll changed the static data');
		}
		if (workflow.isFirst && !polled.error) this.oracle.publishedAt ??= world.now;
		workflow.endPoll(!polled.error);
		this.failures++;
	}

	/** The editor's test, which changes nothing. */
	async test(): Promise<void> {
		const { world, workflow, problems } = this;
		await world.shapeList(await world.books(), []);
		const before = workflow.cursor;
		const { emitted, error } = await workflow.poll('manual');
		const shown = world.called(emitted.map(({ _id }) => String(_id)));
		world.tell(`manual test: ${error?.message ?? shown}`);
		if (error && !/no top-up with this event/.test(error.message)) problems.push(error.message);
		if (!error && emitted.length !== 1) problems.push('the manual test shows not one addition');
		if (workflow.cursor !== before) problems.push('the manual test changed the static data');
	}

	/** The process ends, and another one starts the workflow. */
	restart(kept: Kept): void {
		const start = this.workflow.activate(kept, 'in a new process');
		if (start === undefined) return;
		if (start === 'what was saved') this.oracle.goBack();
		this.world.tell(`n8n is restarted with ${start}`);
	}

	/** The workflow is deactivated and, later, activated in the same process. */
	async reactivate(kept: Kept, minutes: number, lookBackDays?: number): Promise<void> {
		const { world, workflow, oracle } = this;
		world.tell('the workflow is deactivated');
		await world.wait(minutes);
		const start = workflow.activate(kept, 'here', lookBackDays);
		if (start === undefined) return;
		oracle.lookBackDays = workflow.lookBackDays;
		world.tell(`it is activated with ${start}, look-back of ${workflow.lookBackDays} d`);
	}

	wipe(): void {
		if (this.workflow.wipe()) this.world.tell('the static data is wiped');
	}

	private judge(
		books: AdminAddition[],
		hidden: string[],
		{ polled, note }: { polled: Polled[]; note: string },
	): void {
		const { world, oracle, problems } = this;
		const emitted = polled.flatMap((one) => one.emitted) as Array<{ _id: string; status: string }>;
		const events = emitted.map(({ _id, status }) => `${world.called([_id])} ${status}`);
		world.tell(`poll${note}: ${events.join(', ') || 'nothing'}`);
		for (const { error } of polled) {
			if (error) problems.push(`a poll that should go well failed: ${error.message}`);
		}
		problems.push(...oracle.judge({ now: world.now, books, hidden, emitted }));
		if (this.workflow.endGoodPoll(emitted.length > 0)) oracle.save();
		this.failures = 0;
	}

	/** A first poll keeps a transient failure to itself, or else n8n would not activate the workflow. */
	private judgeFailure({ emitted, error }: Polled, fault: Fault): void {
		const { problems, workflow, failures } = this;
		if (emitted.length > 0) problems.push('a failed poll brought something out');
		if (!workflow.isFirst && !error) problems.push('a failed poll did not say so');
		if (workflow.isFirst && failures === 0 && isTransient(fault) && error) {
			problems.push(`a first poll failed transiently and said so: ${error.message}`);
		}
	}

	/**
	 * Ids that the list leaves out this time. Not at the first poll, where it would be a matter of taste
	 * whether they are new; and nothing that enters the look-back as it is changed, or leaves it unseen.
	 */
	private hideable(books: AdminAddition[], picks: number[]): string[] {
		if (!this.oracle.hasBaseline) return [];
		const { now } = this.world;
		const listed = books.filter((one) => this.oracle.mayBeHidden(one, now));
		return [...new Set(picks.map((pick) => listed[pick % listed.length]?._id))].filter(Boolean);
	}
}
