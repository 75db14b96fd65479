import { issueAddition } from '../../../../api/additions';
import type { Addition } from '../../../../api/schemas';
import { answeredItem } from '../../../../core/additions/answer';
import type { AdditionItem } from '../../../../core/additions/item';
import { outcomeOf, stopsRun } from '../../../../core/additions/outcome';
import { GmcRequestError } from '../../../../core/service/failure';
import { toRowProblem } from '../../../../shared/errors';
import { Parts } from './parts';
import { chargeNow } from '../checks/identifyCustomers';
import { issuedHere } from '../checks/issuedHere';
import { resolveRows } from '../names/resolveRows';
import { mismatchedAnswer, settleFates } from '../names/settleFates';
import { beforeFirstBad } from '../rows/failedRows';
import type { Row, RowIn } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import { isCancelled, stopsAtFirst } from '../run/run';
import { isNamedByUser } from '../run/settings';

/** A service that loses every answer would cost a timeout per row; after so many rounds that did the run gives up. */
const MAX_LOSING_ROUNDS = 5;

/** Sends what is planned. A lost answer is cleared up before the run goes on; if it cannot be, it ends. */
export async function sendAll(run: AddRun, rows: Row[]): Promise<void> {
	const { ledger, context } = run;
	const resolved = new Set<Row>(rows.filter(isIn('inDoubt')));
	for (let round = 0; round < MAX_LOSING_ROUNDS; round++) {
		const isEnded = await sendPlanned(run, rows);
		const inDoubt = rows.filter(isIn('inDoubt')).filter((row) => !resolved.has(row));
		if (inDoubt.length === 0) return;
		for (const row of inDoubt) resolved.add(row);
		await resolveRows(run, inDoubt, rows);
		if (rows.some((row) => isIn('inDoubt')(row) && row.isSent)) {
			ledger.memory.lostIn = context.getExecutionId();
			return;
		}
		if (isEnded) return;
	}
}

/**
 * Issues the planned rows, each with one POST, the intent written down before it (`Parts`). The run stops at a request of
 * unknown fate, at a refusal that is about the integration, at any failure under "Stop Workflow", and where the ledger
 * fails.
 *
 * @returns whether rows that are still planned must not be sent, even if all in doubt are cleared up
 */
async function sendPlanned(run: AddRun, rows: Row[]): Promise<boolean> {
	const { fates } = run.ledger;
	let isEnded = false;
	let hasLostAnswer = false;
	const send = async (row: RowIn<'planned'>) => {
		const endsRun = await sendRow(run, row);
		isEnded ||= endsRun || (stopsAtFirst(run) && isIn('rejected')(row));
		hasLostAnswer ||= isIn('inDoubt')(row);
		fates.settleSoon(row);
	};
	const settleNow = async () => {
		const areAllOwn = await settleFates(run);
		hasLostAnswer ||= !areAllOwn;
	};
	let settled = Promise.resolve();
	// One after another, so that the last one waits for all.
	const settle = async () => await (settled = settled.then(settleNow));
	const isStopped = () =>
		isEnded || hasLostAnswer || fates.failure !== undefined || isCancelled(run);
	const queue = beforeFirstBad(run, rows)
		.filter(isIn('planned'))
		.filter(({ twinOf }) => !twinOf);
	const parts = new Parts(run, { send, settle, isStopped });
	await run.throttle.run(parts.sendings(queue), async (begin) => await begin(), isStopped);
	await settle();
	const failure = fates.failure ?? parts.failure;
	if (failure === undefined) return isEnded || isCancelled(run);
	for (const row of queue.filter(isIn('planned'))) row.withhold(failure);
	return true;
}

/** @returns whether no further row is to be sent */
async function sendRow(run: AddRun, row: RowIn<'planned'>): Promise<boolean> {
	const { ledger, client, throttle, context } = run;
	const { request } = row.state.plan;
	const askedAt = row.claimed?.askedAt ?? Date.now();
	row.send(askedAt);
	const sending = row as Row as RowIn<'sending'>;
	try {
		const leaveBy = ledger.leaveBy(row);
		const addition = await throttle.send(
			async () => await issueAddition(client.transport, request, leaveBy),
		);
		const item = await ownItem(run, sending, addition);
		ledger.known.add(addition._id);
		issuedHere(context, ledger.account).push(addition._id);
		sending.issue(item);
		return false;
	} catch (error) {
		// Anything but a known failure is a defect of ours, and then nothing is proven.
		const failure = error instanceof GmcRequestError ? error.failure : undefined;
		if (failure === undefined || outcomeOf(failure) === 'unknown') {
			sending.doubt({ askedAt, problem: toRowProblem(error, row.itemIndex) });
			return failure === undefined;
		}
		sending.reject(error);
		// It may be about a customer that is not as it was a few minutes ago.
		if (isNamedByUser(run.settings)) await client.forgetCustomers();
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
	row: RowIn<'sending'>,
	addition: Addition,
): Promise<AdditionItem<Addition>> {
	const isIdentified = row.state.plan.identifiers.length > 1;
	const charge = chargeOf(row);
	const item =
		answeredItem(charge, addition, isIdentified) ??
		answeredItem(await chargeNow(run, row, charge), addition, true);
	const isKnown = run.ledger.known.has(addition._id);
	if (item !== undefined && !isKnown) return item;
	throw mismatchedAnswer(isKnown ? 'madeBefore' : 'notAskedFor', addition);
}
