import type { IDataObject } from 'n8n-workflow';
import { forgetSessions } from '../../nodes/Gmc/api/session';
import type { AdminAddition } from '../../sandbox/http/views';
import { OUTSIDER_USER } from '../../sandbox/seeds';
import type { Service } from '../engine/service';
import { passTime } from '../system/time';
import type { Case } from './case';
import { Dice } from './dice';
import type { Player, Told } from './executions';
import { retry, start } from './executions';
import { compare, inAccount, isDone, untruths } from './judge';
import type { Opening } from './opening';
import { booksOf, open } from './opening';
import type { CaseResult } from './result';
import { countOutcomes, emptyResult } from './result';

const MAX_EXECUTIONS = 8;
/** After these, the user only runs the sheet again. */
const PATIENT_EXECUTIONS = 6;
/** After these, the transient faults have passed. */
const EXECUTIONS_WITH_FAULTS = 4;

/**
 * Plays a case as its user would: run the sheet; when not every row is done, wait until the list can show
 * what was made, then retry the execution or run the sheet again under `history`.
 */
export async function play(service: Service, one: Case): Promise<CaseResult> {
	const opening = await open(service, one);
	const player: Player = { service, one, dice: new Dice(one.seed + 1) };
	const result = emptyResult(one);
	let execution: Execution | undefined;
	for (; result.executions < MAX_EXECUTIONS; result.executions++) {
		if (result.executions === EXECUTIONS_WITH_FAULTS) await service.admin.clearFaults();
		const isLate = result.executions >= PATIENT_EXECUTIONS;
		execution = await react(player, { opening, execution, isLate });
		if (note(result, one, execution, await booksOf(service, opening))) return result;
		passTime({ seconds: one.visibleAfterSeconds + 1 });
		// A person takes longer than the few seconds for which a refused login is remembered.
		forgetSessions();
	}
	const books = inAccount(await booksOf(service, opening), false);
	result.missing = Math.max(1, compare(one.sheet, books).missing);
	return result;
}

/** An execution with its retries: how it was set, how it ended, and the books before it began. */
interface Execution {
	told: Told;
	options: IDataObject;
	before: AdminAddition[];
	/** Retried with the credential of another account. */
	isElsewhere?: boolean;
}

interface Situation {
	/** Whether the user has given up retrying, as one is told to when it stays unknown (money-safety.md "An unknown that stays unknown"). */
	isLate: boolean;
	opening: Opening;
	execution?: Execution;
}

/** The first run as the user set it; then a retry where n8n offers one, or a new run under `history`. */
async function react(player: Player, situation: Situation): Promise<Execution> {
	const { one, dice, service } = player;
	const { opening, execution, isLate } = situation;
	if (execution?.told.failed && !isLate && dice.oneIn(2)) {
		return await retryIt(player, execution, execution.told.failed);
	}
	if (execution !== undefined) await waitForWholeList(player);
	const protection = execution === undefined ? {} : { duplicateProtection: 'history' };
	const options: IDataObject = { ...one.options, duplicatesSince: opening.since, ...protection };
	const before = await booksOf(service, opening);
	return { before, options, told: await start(player, options) };
}

/** At times with the credential of another account, which is changed back afterwards. */
async function retryIt(
	player: Player,
	execution: Execution,
	failed: NonNullable<Told['failed']>,
): Promise<Execution> {
	const { service, one, dice } = player;
	const isElsewhere = one.way === 'otherAccount' && dice.oneIn(2);
	if (isElsewhere) await service.useAccount(OUTSIDER_USER);
	const told = await retry(player, failed, execution.options);
	if (isElsewhere) await service.useCredential();
	return { ...execution, told, isElsewhere };
}

/** A list that loses additions would make History pay twice: one is told to wait (money-safety.md "What does not hold, and what to do"). */
async function waitForWholeList({ service: { admin }, one }: Player): Promise<void> {
	if (one.faults.some(({ action }) => action.type === 'lose')) await admin.clearFaults();
}

/** @returns whether the case is over: every row is done, or something was made too often */
function note(
	result: CaseResult,
	{ sheet }: Case,
	{ told, before, isElsewhere = false }: Execution,
	all: AdminAddition[],
): boolean {
	const { verdicts } = told;
	countOutcomes(result, verdicts);
	const books = (additions: AdminAddition[]) => inAccount(additions, isElsewhere);
	const { doubles, missing } = compare(sheet, books(all));
	result.doubles = Math.max(result.doubles, doubles);
	result.untruths.push(...untruths(sheet, verdicts, books(before), books(all)));
	// What another account has done leaves the user's own to be done.
	const isOver = !isElsewhere && verdicts.every(isDone);
	if (isOver) result.missing = missing;
	if (isOver || doubles > 0) result.executions++;
	return isOver || doubles > 0;
}
