/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { OUTSIDER_USER } from '../../sandbox/seeds';
import { DataTables } from '../engine/dataTables';
import type { Service } from '../engine/service';
import { passTime } from '../system/time';
import { until } from '../system/until';
import { Dice } from './dice';
import type { Player, Told } from './executions';
import { retry, SHORT_PAUSE, start, withPatience } from './executions';
import { compare, inAccount, isDone } from './judge';
import { payable, ToldKeys } from './judgeKeys';
import type { KeyedCase } from './keyedCase';
import type { Opening } from './opening';
import { booksOf, open } from './opening';
import type { CaseResult } from './result';
import { countOutcomes, emptyResult } from './result';

/** After these, the transient faults have passed, and Key Hold with them. */
const IMPATIENT_EXECUTIONS = 4;
/** By then every row is done: two that meet may both leave a row to the other one, so the last is alone. */
const MAX_EXECUTIONS = IMPATIENT_EXECUTIONS + 2;
/** The most that a Data Table lets wait, so that two executions meet in many ways. */
const MAX_TABLE_MS = 3;

/**
 * Plays a sheet with keys as its user may: starts it, now and then twice, starts it again or retries it at
 * once, whatever came of it, and waits for nothing. What is in doubt by then is run again after Key Hold.
 */
export async function playKeys(service: Service, one: KeyedCase): Promise<CaseResult> {
	const opening = await open(service, one);
	const dice = new Dice(one.seed + 1);
	const tables = new DataTables();
	tables.before = async () => await delay(dice.int(0, MAX_TABLE_MS));
	const user = new ImpatientUser({ service, one, dice, tables }, opening);
	for (let count = 0; count < MAX_EXECUTIONS && !user.isDone; count++) {
		if (count === IMPATIENT_EXECUTIONS) await user.waitForHold();
		await user.act(count === MAX_EXECUTIONS - 1);
	}
	return await user.settle();
}

class ImpatientUser {
	isDone = false;

	private readonly result: CaseResult;

	private options: IDataObject;

	private failed?: Told['failed'];

	/** In the user's account, and in the other one. */
	private readonly told: ToldKeys;

	private readonly toldElsewhere: ToldKeys;

	constructor(
		private readonly player: Player & { one: KeyedCase },
		private readonly opening: Opening,
	) {
		const { sheet, toppedUp, options, keyHoldMinutes } = player.one;
		this.result = emptyResult(player.one);
		this.told = new ToldKeys(sheet, toppedUp);
		this.toldElsewhere = new ToldKeys(sheet, []);
		this.options = { ...options, duplicatesSince: opening.since, keyHold: keyHoldMinutes };
	}

	/** Lets the service end what was asked of it, and Key Hold pass. */
	async waitForHold(): Promise<void> {
		const { one, service } = this.player;
		await service.admin.clearFaults();
		await this.serviceIsIdle();
		this.failed = undefined;
		this.options = withPatience(this.options);
		passTime({ seconds: one.keyHoldMinutes * 60 + one.visibleAfterSeconds + 1 });
	}

	/** One more execution, or two at the same moment. */
	async act(isAlone: boolean): Promise<void> {
		const { dice, one, service } = this.player;
		const { failed } = this;
		const count = dice.oneIn(3) && !isAlone ? 2 : 1;
		const isRetry = failed !== undefined && dice.oneIn(2);
		const isElsewhere = isRetry && one.way === 'otherAccount' && dice.oneIn(2);
		if (isElsewhere) await service.useAccount(OUTSIDER_USER);
		const begin = async () =>
			await (isRetry ? retry(this.player, failed, this.options) : start(this.player, this.options));
		const told = await Promise.all(Array.from({ length: count }, begin));
		if (isElsewhere) await service.useCredential();
		this.result.executions += count;
		await this.judge(told, isElsewhere);
		if (dice.oneIn(2)) passTime({ seconds: dice.int(1, SHORT_PAUSE) });
	}

	private async judge(told: Told[], isElsewhere: boolean): Promise<void> {
		const verdicts = told.map((each) => each.verdicts);
		countOutcomes(this.result, verdicts.flat());
		const judge = isElsewhere ? this.toldElsewhere : this.told;
		this.result.untruths.push(...judge.judge(verdicts, await this.books(isElsewhere)));
		this.failed = told.at(-1)!.failed;
		this.isDone = !isElsewhere && verdicts.some((each) => each.every(isDone));
	}

	/** What it came to, once nothing is on its way to the books any more. */
	async settle(): Promise<CaseResult> {
		await this.serviceIsIdle();
		const sheet = payable(this.player.one.sheet);
		const { doubles, missing } = compare(sheet, await this.books(false));
		const elsewhere = compare(sheet, await this.books(true));
		this.result.doubles = doubles + elsewhere.doubles;
		this.result.missing = this.isDone ? missing : Math.max(1, missing);
		return this.result;
	}

	private async books(isElsewhere: boolean) {
		return inAccount(await booksOf(this.player.service, this.opening), isElsewhere);
	}

	private async serviceIsIdle(): Promise<void> {
		const { admin } = this.player.service;
		const isIdle = async () => (await admin.count({ status: 'pending' })) === 0;
		await until('the service to end what was in flight', isIdle);
	}
}
