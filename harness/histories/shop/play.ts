/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { QUEUE } from '../../../nodes/Gmc/ledger/nameQueue';
import { SHARED } from '../../../nodes/Gmc/ledger/sharedCalls';
import type { Service } from '../../engine/service';
import { ISSUE } from '../../sandbox/routes';
import { until } from '../../system/until';
import { type Verdict, execute } from './execute';
import type { History, Kind, Run, Step } from './generate';
import { broken, ending, untruths } from './judge';
import { Shop, type Wanted } from './shop';

/** Seconds between any two things that happen to a shop. */
const PAUSE = 10;
const ROUNDS = 5;
/** Before this round, the user checks what is still unknown. */
const LOOK_AT = 3;
const BATCH = '2026-11';

/**
 * Plays the history. Then its user does what the errors say until every order is paid.
 *
 * @returns the story of what was doubled, missing or untrue; undefined if nothing was
 */
export async function play(service: Service, history: History): Promise<string | undefined> {
	const shop = new Shop(service, history);
	await shop.open();
	const player = new Player(shop);
	const { story, problems } = player;
	for (const step of history.steps) {
		shop.elapse(PAUSE);
		story.push(explainStep(step));
		if (step.do === 'wait') shop.elapse(step.seconds);
		else if (step.do === 'look') await shop.lookAtGmc();
		else await player.run(step);
	}
	await player.end();
	problems.push(...(await ending(shop)));
	return problems.length === 0
		? undefined
		: [...story, ...problems.map((one) => `! ${one}`)].join('\n');
}

const plainRun = (kind: Kind): Run => ({
	do: 'run',
	kind,
	only: undefined,
	without: undefined,
	way: 'sheet',
	isById: false,
	onError: 'continueRegularOutput',
	retryOnFail: false,
	retries: [],
	fates: [],
	faults: [],
	table: undefined,
	twice: undefined,
	limits: {},
	waitFor: undefined,
	isRehearsed: false,
});

/** The user of a shop, who lets workflows run. */
class Player {
	/** What was doubled, missing or untrue. */
	readonly problems: string[] = [];
	/** What happened, and what was reported. */
	readonly story: string[] = [];

	constructor(private readonly shop: Shop) {}

	/** Until everything with a name is paid. Then nothing is in the way of a row without a name, either. */
	async end(): Promise<void> {
		const { shop, story, problems } = this;
		// Twice: the second time comes so soon that the list may not show the first.
		for (const kind of ['recent', 'recent'] as const) await this.run(plainRun(kind));
		for (let round = 1; round <= ROUNDS && !shop.isPaid; round++) {
			await (round === LOOK_AT ? shop.lookAtGmc() : shop.waitItOut());
			story.push(`- after a while${round === LOOK_AT ? ', the truth written down' : ''}:`);
			for (const kind of ['key', 'batch'] as const) await this.run(plainRun(kind));
		}
		for (const kind of ['recent', 'off'] as const) {
			await shop.lookAtGmc();
			// What was made at the end of a hold is not recent any more.
			shop.waitItOut();
			const verdicts = (await this.run(plainRun(kind))) ?? [];
			if (!verdicts.every(({ outcome }) => outcome === 'issued'))
				problems.push(`${kind} is refused, although nothing is in its way`);
		}
	}

	/** An execution of a kind, with all that comes before and after it. @returns what it reports, if it does */
	async run(run: Run): Promise<Verdict[] | undefined> {
		const { shop, story, problems } = this;
		const rows = shop.rowsOf(run);
		if (rows.length === 0) return undefined;
		const options = this.optionsOf(run);
		await prepare(shop, run);
		if (run.table) shop.hasUnwritten = true;
		const promised = run.isRehearsed ? await this.rehearse(run, rows, options) : undefined;
		const before = await shop.books();
		const begin = async () => await execute({ shop, run, rows, options });
		const verdicts = await Promise.all(run.twice ? [begin(), begin()] : [begin()]);
		await calmDown(shop);
		const after = await shop.books();
		const old = before.map(({ _id }) => _id);
		const made = after.filter(({ _id, source }) => source === 'api' && !old.includes(_id));
		for (const { _id } of made) shop.kinds.set(_id, run.kind);
		if (run.table?.isCrash) return undefined;
		story.push(...verdicts.map((each) => tell(rows, each)));
		problems.push(...untruths(shop, { run, rows, verdicts, before, after, made }));
		if (promised) problems.push(...broken(rows, promised, verdicts[0]));
		return verdicts[0];
	}

	private optionsOf({ kind, limits, fates, waitFor }: Run): IDataObject {
		const hangs = fates.some(({ action }) => action.type === 'commitThenHang');
		return {
			...limits,
			duplicateProtection: kind,
			...(kind === 'batch' && { batchName: BATCH }),
			hold: this.shop.history.holdMinutes,
			maxAmount: 1000,
			timeout: hangs ? 0.25 : 10,
			...(waitFor && { waitForCompletion: true, waitTimeout: 5 }),
		};
	}

	/** A dry run sends nothing and writes nothing. @returns its plan */
	private async rehearse(run: Run, rows: Wanted[], options: IDataObject): Promise<Verdict[]> {
		const { shop } = this;
		const state = async () =>
			JSON.stringify([shop.ledger(), await shop.service.admin.count({ route: ISSUE })]);
		const before = await state();
		const plan = await execute({ shop, run, rows, options: { ...options, dryRun: true } });
		if ((await state()) !== before) this.problems.push('the dry run has left a trace');
		return plan;
	}
}

const SETTLE_AFTER = 0.02;
/** How long runs wait for each other. */
const IN_ONE_PROCESS = { queueMs: QUEUE.waitMs, sharedMs: SHARED.waitMs };

/** Sets up the faults of the service and of n8n's database for a run, until `calmDown`. */
async function prepare(shop: Shop, run: Run): Promise<void> {
	const { fates, faults, waitFor, table, twice } = run;
	const { admin } = shop.service;
	QUEUE.waitMs = twice?.areApart ? 0 : IN_ONE_PROCESS.queueMs;
	SHARED.waitMs = twice?.areApart ? 0 : IN_ONE_PROCESS.sharedMs;
	await admin.clearFaults();
	for (const fate of fates) await admin.addFault({ route: ISSUE, times: 1, ...fate });
	for (const fault of faults) await admin.addFault(fault);
	const additions = waitFor
		? { initialStatus: 'PENDING', settleAfterSeconds: SETTLE_AFTER, settleAs: waitFor }
		: { initialStatus: 'COMPLETED', settleAfterSeconds: 0, settleAs: 'COMPLETED' as const };
	await admin.configure({ additions });
	let operations = 0;
	shop.tables.before = async () => {
		const isDown = table !== undefined && operations >= table.failsFrom;
		if (twice) await delay(twice.waits[operations % twice.waits.length]);
		operations++;
		if (isDown) throw new Error('database is locked');
	};
}

async function calmDown(shop: Shop): Promise<void> {
	const { admin } = shop.service;
	const isIdle = async () => (await admin.count({ status: 'pending' })) === 0;
	if (!(await isIdle())) await until('the service to end what was in flight', isIdle);
	shop.tables.before = () => {};
	// What is pending settles.
	shop.elapse(1);
}

const tell = (rows: Wanted[], verdicts: Verdict[]) =>
	`  told: ${rows.map(({ name }, row) => `${name} ${verdicts[row].outcome} ${verdicts[row].additionId ?? verdicts[row].code ?? ''}`).join(', ')}`;

/** What happens next, without what is off or empty. */
function explainStep({ do: what, ...how }: Step): string {
	const isOff = (value: unknown) => value === false || ['[]', '{}'].includes(JSON.stringify(value));
	const told = JSON.stringify(how, (_, value: unknown) => (isOff(value) ? undefined : value));
	return `- ${what} ${told}`;
}
