import { issueAddition } from '../../../api/additions';
import type { Addition } from '../../../api/schemas';
import { answeredItem } from '../../../core/additions/answer';
import type { AdditionItem } from '../../../core/additions/item';
import { outcomeOf, stopsRun } from '../../../core/additions/outcome';
import { GmcRequestError } from '../../../core/service/failure';
import { toRowProblem } from '../../../shared/errors';
import { checkTakenOver } from './checkTakenOver';
import { chargeNow } from './identifyCustomers';
import { isOfOtherRun } from './entryOfOtherRun';
import { reconcileInDoubt } from './reconcileInDoubt';
import { mismatchedAnswer, recordAddition, recordContest, recordRefusal } from './record';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { claimedRows, resolveKeys } from './sendKeyed';

/** A service that loses every answer would cost a timeout per row; after so many rounds that did the run gives up. */
const MAX_LOSING_ROUNDS = 5;

/** Sends what is planned. A lost answer is reconciled before the run goes on; if it cannot be, it ends. */
export async function sendAll(run: AddRun, rows: Row[]): Promise<void> {
	// What others have left in doubt holds up no row of this run, and is asked about once.
	const others = new Set<Row>();
	for (let round = 0; round < MAX_LOSING_ROUNDS; round++) {
		const isEnded = await sendPlanned(run, rows);
		const inDoubt = rows.filter(isIn('inDoubt')).filter((row) => !others.has(row));
		if (inDoubt.length === 0) return;
		const { keys } = run;
		for (const row of inDoubt) if (isOthers(run, row)) others.add(row);
		if (keys) {
			await resolveKeys(run, keys, { inDoubt, all: rows });
			await checkTakenOver(run, inDoubt, rows);
		} else await reconcileInDoubt(run, rows);
		if (isEnded || rows.some((row) => isIn('inDoubt')(row) && !others.has(row))) return;
	}
}

/** Whether another run has left the row in doubt. */
const isOthers = ({ keys }: AddRun, row: RowIn<'inDoubt'>): boolean =>
	keys ? !keys.hasClaimed(row) : isOfOtherRun(row.state.entry);

/**
 * Issues the planned rows, each with one POST, the intent written down before it. The run stops at a request
 * of unknown fate, at a refusal that is about the integration, and at any failure under `stopAtFirst`.
 *
 * @returns whether rows that are still planned must not be sent, even if all in doubt are reconciled
 */
export async function sendPlanned(run: AddRun, rows: Row[]): Promise<boolean> {
	const firstBad = run.stopAtFirst ? rows.findIndex(isIn('rejected')) : -1;
	const { keys } = run;
	const queue = (firstBad < 0 ? rows : rows.slice(0, firstBad))
		.filter(isIn('planned'))
		.filter((row) => !keys?.twins.has(row));
	let isEnded = false;
	let hasLostAnswer = false;
	const send = async (row: (typeof queue)[number]) => {
		const endsRun = await sendRow(run, row);
		isEnded ||= endsRun || (run.stopAtFirst && isIn('rejected')(row));
		hasLostAnswer ||= isIn('inDoubt')(row);
		keys?.settleSoon(row);
	};
	// Known once it is written down: until then others are sent.
	const contest = (row: RowIn<'issued'>) => {
		recordContest(run, row);
		hasLostAnswer = true;
	};
	if (keys) keys.onContested = contest;
	const isStopped = () => isEnded || hasLostAnswer || run.cancelled();
	const tasks = keys ? claimedRows(run, keys, queue) : queue;
	await run.throttle.run(tasks, send, isStopped);
	await keys?.settleAll();
	return isEnded || run.cancelled();
}

async function sendRow(run: AddRun, row: RowIn<'planned'>): Promise<boolean> {
	const entry = run.ledger.intend(chargeOf(row), new Date());
	run.keys?.sent.add(row);
	try {
		const { request } = row.state.plan;
		const leaveBy = (run.keys ?? run.keyless)?.leaveBy(row);
		const addition = await run.throttle.send(
			async () => await issueAddition(run.client.transport, request, leaveBy),
		);
		const item = await ownItem(run, row, addition);
		recordAddition(run, row, entry, { item });
		return false;
	} catch (error) {
		// Anything but a known failure is a defect of ours, and then nothing is proven.
		const failure = error instanceof GmcRequestError ? error.failure : undefined;
		if (failure === undefined || outcomeOf(failure) === 'unknown') {
			row.doubt(entry, toRowProblem(error, row.itemIndex));
			return failure === undefined;
		}
		recordRefusal(run, row, entry, error);
		// It may be about a customer that is not as it was a few minutes ago.
		if (run.keys) await run.client.forgetCustomers();
		return stopsRun(failure);
	}
}

/**
 * The answer is believed only as far as it can be this row's: not for another customer, amount or currency, and
 * not an addition that was there before or that another row has been given.
 *
 * @throws GmcRequestError, as for a lost answer
 */
async function ownItem(
	run: AddRun,
	row: RowIn<'planned'>,
	addition: Addition,
): Promise<AdditionItem<Addition>> {
	const isIdentified = row.state.plan.identifiers.length > 1;
	const charge = chargeOf(row);
	const item =
		answeredItem(charge, addition, isIdentified) ??
		answeredItem(await chargeNow(run, row, charge), addition, true);
	const isKnown = run.ledger.isKnown(addition._id);
	if (item !== undefined && !isKnown) return item;
	throw mismatchedAnswer(isKnown ? 'madeBefore' : 'notAskedFor', addition);
}
