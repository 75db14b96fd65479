import { firstMemory } from '../../../../harness/keys/memory';
import { payer } from '../../../../harness/keys/payer';
import { failedOf, listOf, take } from '../../../../harness/keys/service';
import {
	type Fate,
	type Step,
	type World,
	allotIds,
	ask,
	CLAIM_HOLD_MS,
	commit,
	Interner,
	TABLE_FAILED,
	write,
} from '../../../../harness/keys/world';
import * as additions from '../../../../nodes/Gmc/api/additions';
import { delays } from '../../../../nodes/Gmc/core/pace/delays';
import { RunLedger } from '../../../../nodes/Gmc/actions/balance/add/runLedger';
import { type Effect, perform } from '../../../../nodes/Gmc/core/ledger/effects';
import { type Entry, isOpen, type NamedRow } from '../../../../nodes/Gmc/core/ledger/entry';
import { keySet } from '../../../../nodes/Gmc/core/ledger/refs';
import { row } from './people';
import { AFTER_HOLD, passTime, Service } from './support';

// What is explored (harness/keys/payer.ts) does to the ledger what the node does, in the same order.

const service = Service.forThisFile();
// The payer resolves once.
beforeEach(() => void Object.assign(delays, { reconcileDelaysMs: [] }));

/** What becomes of the requests for 10, 11 and 12, and how often writing a result fails. */
interface Run {
	fates: Fate[];
	failures?: number;
}

/** Names the effects on the ledger, and the requests, in words that both have. */
class Log {
	private readonly all: string[] = [];
	private readonly refs = new Map<number, string>();
	private readonly known = new Map(KEYS.map((key) => [keySet(key), key]));

	/** What is looked at again at once counts once: the node does so as often as it waits. */
	get lines(): string[] {
		return this.all.filter((line, at) => line !== this.all[at - 1]);
	}

	seen(answer: unknown): void {
		if (!Array.isArray(answer)) return;
		for (const { id, ref } of answer as Entry[]) if (ref) this.refs.set(id, this.known.get(ref)!);
	}

	effect(effect: Step): void {
		if (effect.do === 'insert') {
			const of = effect.entries.map((one) => this.said(this.known.get(one.ref)!, one));
			this.all.push(`insert ${of.join(', ')}`);
		} else if (effect.do === 'update') {
			if (effect.withdraw?.length) this.all.push('withdraw');
			this.all.push(`update ${this.keysOf(effect.ids)} ${this.said('', effect.change)}`);
		} else if (effect.do === 'delete') this.all.push(`delete ${this.keysOf(effect.ids)}`);
		else if (effect.do === 'send') this.send(this.known.get(effect.wish.ref)!);
		else if (effect.do === 'read' && effect.by === 'ref') {
			const keys = effect.values.flatMap((ref) => this.known.get(ref) ?? []);
			this.all.push(`read ${keys.join(', ')}`);
		} else if (['withdraw', 'list', 'readOwners'].includes(effect.do)) this.all.push(effect.do);
	}

	send(key: string): void {
		this.all.push(`send ${key}`);
	}

	private keysOf = (ids: number[]) => ids.map((id) => this.refs.get(id)).join(', ');

	private said = (key: string, { outcome, additionId }: { outcome: string; additionId?: string }) =>
		[key, outcome, additionId && 'named'].filter(Boolean).join(' ');
}

const AMOUNTS = [10, 11, 12];
const KEYS = AMOUNTS.map((amount) => `k${amount}`);

/** The hold ends, and what fails later has failed. */
async function timePasses({ fates }: Run): Promise<void> {
	for (const { _id, amount } of await service.admin.additions())
		if (fates[AMOUNTS.indexOf(amount)] === 'failsLater') await service.admin.settle(_id, 'FAILED');
	passTime(AFTER_HOLD);
}

async function byNode(runs: Run[]): Promise<string[]> {
	const log = new Log();
	let failures = 0;
	jest.spyOn(RunLedger.prototype, 'perform').mockImplementation(async function (
		this: RunLedger,
		protocol,
	) {
		return await perform(protocol, async (effect: Effect) => {
			log.effect(effect);
			const isResult =
				effect.do === 'insert' &&
				effect.entries.some(
					({ outcome, additionId }) => additionId !== undefined || outcome !== 'sending',
				);
			if (isResult && failures-- > 0) throw new Error('The table fails');
			const answer = await this.settings.handle(effect);
			// The table reads in the same call.
			if (effect.do === 'insert' && effect.next) log.effect(effect.next);
			log.seen(answer);
			return answer;
		});
	});
	const { issueAddition } = additions;
	jest.spyOn(additions, 'issueAddition').mockImplementation(async (...given) => {
		log.send(`k${given[1].amount}`);
		return await issueAddition(...given);
	});
	for (const [at, run] of runs.entries()) {
		if (at > 0) await timePasses(runs[at - 1]);
		failures = run.failures ?? 0;
		for (const [place, fate] of run.fates.entries()) {
			const match = { match: { amount: AMOUNTS[place] }, times: 1 };
			if (fate === 'refused') await service.refuse(match);
			if (fate === 'failed') await service.fault({ type: 'commitAsFailed' }, match);
			if (fate === 'lostDone') await service.lose('done', match);
			if (fate === 'lostNever') await service.lose('never', match);
		}
		await service.addOn(
			AMOUNTS.slice(0, run.fates.length).map((amount) => row(amount)),
			{
				duplicateProtection: 'key',
				concurrency: '1',
			},
		);
	}
	return log.lines;
}

const WISHES = AMOUNTS.map((amount): NamedRow => {
	const set = keySet(`k${amount}`);
	const charge = { identifiers: ['ana'], amount, currency: 'BRL' };
	return { ref: set, set, charge, chargeRef: `${amount}` };
});

function byPayer(runs: Run[]): string[] {
	const log = new Log();
	const names = new Interner();
	let world: World = { table: [], nextId: 1, additions: [], instant: 0 };
	const clock = () => world.instant * (CLAIM_HOLD_MS + 1_000);
	for (const [at, run] of runs.entries()) {
		world = {
			...world,
			instant: at,
			additions: world.additions.map((one) => ({ ...one, isListed: true })),
		};
		let failures = run.failures ?? 0;
		const done = (step: Step): unknown => {
			log.effect(step);
			switch (step.do) {
				case 'now':
					return clock();
				case 'look':
					return failedOf(world, step);
				case 'list':
					return listOf(
						{ ...world, additions: world.additions.map((one) => ({ ...one, isListed: true })) },
						{ ahead: 0, atWork: [] },
					);
				case 'send': {
					const fate = run.fates[WISHES.findIndex(({ ref }) => ref === step.wish.ref)];
					const sent = take(world, step, { fate, clock: clock(), names });
					world = sent.world;
					return sent.answer;
				}
				case 'insert': {
					if (step.mayFail && failures-- > 0) return TABLE_FAILED;
					const { world: allotted, rows } = allotIds(world, step.entries, { names });
					world = commit(allotted, rows);
					return undefined;
				}
				default: {
					const answer = ask(world, step as Effect);
					world = write(world, step as Effect, names);
					return answer;
				}
			}
		};
		let memory = firstMemory(WISHES.slice(0, run.fates.length));
		for (const phase of payer({ findsOutOwn: true })) {
			const doing = phase(memory, `run ${at}`);
			let step = doing.next();
			while (!step.done) {
				const answer = done(step.value);
				log.seen(answer);
				step = doing.next(answer);
			}
			memory = step.value;
		}
	}
	return log.lines;
}

const ALL_DONE: Fate[] = ['done', 'done', 'done'];

test.each<[string, Run[]]>([
	['all are paid, and come again', [{ fates: ALL_DONE }, { fates: ALL_DONE }]],
	['one is refused', [{ fates: ['done', 'refused', 'done'] }, { fates: ALL_DONE }]],
	['one fails', [{ fates: ['done', 'failed', 'done'] }, { fates: ALL_DONE }]],
	['one fails later', [{ fates: ['done', 'failsLater', 'done'] }, { fates: ALL_DONE }]],
	['an answer is lost, and found', [{ fates: ['done', 'done', 'lostDone'] }, { fates: ALL_DONE }]],
	['a request is lost', [{ fates: ['done', 'done', 'lostNever'] }, { fates: ALL_DONE }]],
	[
		'a result is written at the second try',
		[{ fates: ALL_DONE, failures: 1 }, { fates: ALL_DONE }],
	],
	['an order comes again', [{ fates: ['done'] }, { fates: ['done'] }]],
	['an order whose top-up fails later', [{ fates: ['failsLater'] }, { fates: ['done'] }]],
	['an order whose request is lost', [{ fates: ['lostNever'] }, { fates: ['done'] }]],
	['an order whose answer is lost', [{ fates: ['lostDone'] }, { fates: ['done'] }]],
	['a result is never written', [{ fates: ALL_DONE, failures: 9 }, { fates: ALL_DONE }]],
])('%s', async (_, runs) => {
	const expected = await byNode(runs);
	expect(byPayer(runs)).toEqual(expected);
	expect(service.ledger.filter((entry) => isOpen(entry as never))).toHaveLength(0);
});
