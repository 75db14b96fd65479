import type { IDataObject } from 'n8n-workflow';
import type { Service } from '../../engine/service';
import { ISSUE } from '../../sandbox/routes';
import { type Verdict, conditionsOf, execute } from './execute';
import type { History, Run, Step } from './generate';
import { broken, ending, untruths } from './judge';
import { type Kind, BATCH, chargeName, isNamed, KINDS, orderName } from './names';
import { Shop, type Wanted } from './shop';
import { hear, hearNothing, leaveBehind, lookAtGmc, readLedger, rowsToRun } from './user';

/** Seconds between any two things that happen to a shop. */
const PAUSE = 10;
const ROUNDS = 5;
/** Before this round, the user checks what is still unknown. */
const LOOK_AT = 3;

/**
 * Plays the history. Then its user does what the errors say until every order is paid.
 *
 * @returns the story of what was doubled, missing or untrue; undefined if nothing was
 */
export async function play(service: Service, history: History): Promise<string | undefined> {
	const shop = new Shop(service, history);
	await shop.open();
	await leaveBehind(shop);
	const player = new Player(shop);
	const { story, problems } = player;
	for (const step of history.steps) {
		await shop.elapse(PAUSE);
		story.push(explainStep(step));
		if (step.do === 'wait') await shop.elapse(step.seconds);
		else if (step.do === 'look') await lookAtGmc(shop);
		else await player.run(step);
	}
	await service.admin.clearFaults();
	for (let round = 1; round <= ROUNDS && !player.isOver; round++) {
		await (round === LOOK_AT ? lookAtGmc(shop) : shop.waitItOut());
		story.push(`- after a while${round === LOOK_AT ? ', the truth written down' : ''}:`);
		for (const kind of KINDS) await player.run(plainRun(kind));
	}
	problems.push(...(await ending(shop)));
	return problems.length === 0
		? undefined
		: [...story, ...problems.map((one) => `! ${one}`)].join('\n');
}

const plainRun = (kind: Kind): Run => ({
	do: 'run',
	kind,
	only: undefined,
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
	readonly story: string[];

	constructor(private readonly shop: Shop) {
		this.story = [explain(shop.history)];
	}

	get isOver(): boolean {
		return this.shop.orders.every(({ is }) => is === 'done' || is === 'abandoned');
	}

	/** An execution of a kind, with all that comes before and after it. */
	async run(run: Run): Promise<void> {
		const { shop } = this;
		const { kind, isRehearsed, table, twice } = run;
		// Its user knows how late the list is.
		if (!isNamed(kind)) await shop.elapse(shop.history.lateSeconds);
		if (kind === 'recent') await readLedger(shop);
		const rows = rowsToRun(shop, run);
		if (rows.length === 0) return;
		const options = this.optionsOf(run);
		const { due, afterTry, calmDown } = await conditionsOf(shop, run);
		const promised = isRehearsed ? await this.rehearse(run, rows, options) : undefined;
		const before = await shop.books();
		const begin = async () => await execute({ shop, run, rows, options, afterTry });
		const verdicts = await Promise.all(twice ? [begin(), begin()] : [begin()]);
		await calmDown();
		if (table?.isCrash) return hearNothing(rows);
		this.story.push(...verdicts.map((each) => tell(rows, each)));
		const told = { run, rows, verdicts, before, after: await shop.books(), due };
		this.problems.push(...untruths(shop, told));
		if (promised) this.problems.push(...broken(rows, promised, verdicts[0]));
		for (const each of verdicts) await hear(shop, run, rows, each);
	}

	private optionsOf({ kind, limits, fates, waitFor }: Run): IDataObject {
		const { history } = this.shop;
		const batch = kind === 'batch' && { batchName: BATCH };
		const protection = { duplicateProtection: kind, ...batch };
		const hangs = fates.some(({ action }) => action.type === 'commitThenHang');
		return {
			...limits,
			...protection,
			hold: history.holdMinutes,
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
		const dry = { shop, run, rows, options: { ...options, dryRun: true } };
		const plan = await execute({ ...dry, afterTry: async () => {} });
		if ((await state()) !== before) this.problems.push('the dry run has left a trace');
		return plan;
	}
}

const tell = (rows: Wanted[], verdicts: Verdict[]) =>
	`  told: ${rows.map(({ name }, row) => `${name} ${verdicts[row].outcome} ${verdicts[row].additionId ?? verdicts[row].code ?? ''}`).join(', ')}`;

function explain(history: History): string {
	const set = { ...history, orders: undefined, steps: undefined };
	const named = history.orders.map(({ charge, ...order }, index) => {
		return `order ${orderName(index)}: ${chargeName(charge)}, ${JSON.stringify(order)}`;
	});
	return [JSON.stringify(set), ...named].join('\n');
}

/** What happens next, without what is off or empty. */
function explainStep({ do: what, ...how }: Step): string {
	const isOff = (value: unknown) => value === false || ['[]', '{}'].includes(JSON.stringify(value));
	const told = JSON.stringify(how, (_, value: unknown) => (isOff(value) ? undefined : value));
	return `- ${what} ${told}`;
}
