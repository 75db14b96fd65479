import type { IDataObject } from 'n8n-workflow';
import { forgetSessions } from '../../nodes/Gmc/api/session';
import type { AdminAddition } from '../../sandbox/http/views';
import type { GmcNodeSetup, GmcRun } from '../engine/engine';
import type { Service } from '../engine/service';
import type { Case } from './case';
import { Dice } from './dice';
import { compare, untruths, verdictsOf } from './judge';

/** What one case came to, judged by the sandbox's books and not by the node. */
export interface CaseResult {
	seed: number;
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
	const books = async () => (await admin.additions()).filter(({ _id }) => !strangers.has(_id));
	for (const fault of one.faults) await admin.addFault(fault);
	const dice = new Dice(one.seed + 1);
	const result: CaseResult = {
		...{ seed: one.seed, executions: 0, doubles: 0, missing: 0, untruths: [], outcomes: {} },
	};
	let execution: Execution | undefined;
	for (; result.executions < MAX_EXECUTIONS; result.executions++) {
		if (result.executions === EXECUTIONS_WITH_FAULTS) await admin.clearFaults();
		execution = await react(service, one, {
			dice,
			since,
			execution,
			books,
			isLate: result.executions >= PATIENT_EXECUTIONS,
		});
		const after = await books();
		if (note(result, one, execution, after)) return result;
		await admin.advanceClock({ seconds: one.visibleAfterSeconds + 1 });
		// A person takes longer than the few seconds for which a refused login is remembered.
		forgetSessions();
	}
	result.missing = Math.max(1, compare(one.sheet, await books()).missing);
	return result;
}

/** Equal additions that somebody made the day before, and the moment from which duplicates count. */
async function openBooks({ admin }: Service, { strangers }: Case): Promise<string> {
	const { now } = await admin.clock();
	const createdAt = new Date(Date.parse(now) - 26 * 3600_000).toISOString();
	for (const { customer: customerIdentifier, amount, currency } of strangers) {
		await admin.createAddition({
			...{ customerIdentifier, amount, createdAt },
			currency: currency as AdminAddition['currency'],
		});
	}
	return now;
}

/** An execution with its retries: how it was set, how it ended, and the books before it began. */
interface Execution {
	run: GmcRun;
	options: IDataObject;
	before: AdminAddition[];
}

interface Situation {
	dice: Dice;
	/** Whether the user has given up retrying, as the README says to when an unknown row stays unknown. */
	isLate: boolean;
	since: string;
	execution?: Execution;
	books: () => Promise<AdminAddition[]>;
}

/** The first run as the user set it; then a retry where n8n offers one, or a new run under `history`. */
async function react(
	service: Service,
	{ sheet, node, options }: Case,
	{ dice, since, execution, books, isLate }: Situation,
): Promise<Execution> {
	const setup: Partial<GmcNodeSetup> = {
		...node,
		parameters: { customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' } },
	};
	if (execution?.run.error && !isLate && dice.oneIn(2)) {
		return { ...execution, run: await service.retry(execution.run, execution.options, setup) };
	}
	const protection = execution === undefined ? {} : { duplicateProtection: 'history' };
	const fresh: IDataObject = { ...options, duplicatesSince: since, ...protection };
	const before = await books();
	return { before, options: fresh, run: await service.add(sheet, fresh, setup) };
}

/** @returns whether the case is over: every row is done, or something was made too often */
function note(
	result: CaseResult,
	{ sheet }: Case,
	{ run, before }: Execution,
	after: AdminAddition[],
): boolean {
	const verdicts = verdictsOf(run, sheet.length);
	for (const { outcome } of verdicts) {
		result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
	}
	const { doubles, missing } = compare(sheet, after);
	result.doubles = Math.max(result.doubles, doubles);
	result.untruths.push(...untruths(sheet, verdicts, before, after));
	const isDone = verdicts.every(({ outcome }) => outcome === 'issued' || outcome === 'skipped');
	if (isDone) result.missing = missing;
	if (isDone || doubles > 0) result.executions++;
	return isDone || doubles > 0;
}

/** Whether nothing was paid twice, nothing is missing, and all that was told is true. */
export function isClean({ doubles, missing, untruths: told }: CaseResult): boolean {
	return doubles === 0 && missing === 0 && told.length === 0;
}
