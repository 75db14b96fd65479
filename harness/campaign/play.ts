import type { IDataObject } from 'n8n-workflow';
import { forgetSessions } from '../../nodes/Gmc/api/session';
import type { AdminAddition } from '../../sandbox/http/views';
import { DEMO_CUSTOMERS, OUTSIDER_USER } from '../../sandbox/seeds';
import type { Service } from '../engine/service';
import type { Case, SheetRow } from './case';
import { Dice } from './dice';
import type { Player, Told } from './executions';
import { isDone, retry, start } from './executions';
import { compare, idElsewhere, inAccount, untruths } from './judge';

/** What one case came to, judged by the sandbox's books and not by the node. */
export interface CaseResult {
	seed: number;
	way: Case['way'];
	executions: number;
	/** Charges made more often than the sheet asks for, at the worst moment. */
	doubles: number;
	/** Charges not made when the last run said that all is done, or that never came to that. */
	missing: number;
	untruths: string[];
	/** How often each outcome was told. */
	outcomes: Record<string, number>;
}

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
	const { admin } = service;
	await service.restart(one.settings);
	const since = await openBooks(service, one);
	const strangers = new Set((await admin.additions()).map(({ _id }) => _id));
	await topUp(service, one.toppedUp);
	const books = async () =>
		(await admin.additions()).filter(
			({ _id, status }) => !strangers.has(_id) && status !== 'FAILED',
		);
	for (const fault of one.faults) await admin.addFault(fault);
	const player: Player = { service, one, dice: new Dice(one.seed + 1) };
	const result: CaseResult = {
		...{ seed: one.seed, way: one.way, executions: 0, doubles: 0, missing: 0 },
		...{ untruths: [], outcomes: {} },
	};
	let execution: Execution | undefined;
	for (; result.executions < MAX_EXECUTIONS; result.executions++) {
		if (result.executions === EXECUTIONS_WITH_FAULTS) await admin.clearFaults();
		const isLate = result.executions >= PATIENT_EXECUTIONS;
		execution = await react(player, { since, execution, books, isLate });
		if (note(result, one, execution, await books())) return result;
		await admin.advanceClock({ seconds: one.visibleAfterSeconds + 1 });
		// A person takes longer than the few seconds for which a refused login is remembered.
		forgetSessions();
	}
	result.missing = Math.max(1, compare(one.sheet, inAccount(await books(), false)).missing);
	return result;
}

/** Equal additions that somebody made the day before, and the moment from which duplicates count. */
async function openBooks({ admin }: Service, { strangers, way }: Case): Promise<string> {
	const { now } = await admin.clock();
	const createdAt = new Date(Date.parse(now) - 26 * 3600_000).toISOString();
	for (const row of strangers) await admin.createAddition({ ...additionOf(row), createdAt });
	if (way === 'otherAccount') {
		for (const { _id, taxId } of DEMO_CUSTOMERS) {
			await admin.createCustomer({ _id: idElsewhere(_id), taxId, userId: OUTSIDER_USER._id });
		}
	}
	return now;
}

async function topUp({ admin }: Service, rows: SheetRow[]): Promise<void> {
	const [first, ...items] = rows.map(additionOf);
	if (first !== undefined) await admin.createAddition({ ...first, items });
}

const additionOf = ({ customer: customerIdentifier, amount, currency }: SheetRow) => ({
	...{ customerIdentifier, amount },
	currency: currency as AdminAddition['currency'],
});

/** An execution with its retries: how it was set, how it ended, and the books before it began. */
interface Execution {
	told: Told;
	options: IDataObject;
	before: AdminAddition[];
	/** Retried with the credential of another account. */
	isElsewhere?: boolean;
}

interface Situation {
	/** Whether the user has given up retrying, as the README says to when an unknown row stays unknown. */
	isLate: boolean;
	since: string;
	execution?: Execution;
	books: () => Promise<AdminAddition[]>;
}

/** The first run as the user set it; then a retry where n8n offers one, or a new run under `history`. */
async function react(player: Player, situation: Situation): Promise<Execution> {
	const { one, dice } = player;
	const { since, execution, books, isLate } = situation;
	if (execution?.told.failed && !isLate && dice.oneIn(2)) {
		return await retryIt(player, execution, execution.told.failed);
	}
	if (execution !== undefined) await waitForWholeList(player);
	const protection = execution === undefined ? {} : { duplicateProtection: 'history' };
	const options: IDataObject = { ...one.options, duplicatesSince: since, ...protection };
	const before = await books();
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

/** A list that loses additions would make History pay twice: the README says to wait. */
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
	for (const { outcome } of verdicts) {
		result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
	}
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

/** Whether nothing was paid twice, nothing is missing, and all that was told is true. */
export function isClean({ doubles, missing, untruths: told }: CaseResult): boolean {
	return doubles === 0 && missing === 0 && told.length === 0;
}
