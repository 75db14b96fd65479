import type { WholeList } from '../../../api/additions';
import { issueAddition } from '../../../api/additions';
import { forgetKnownCustomers } from '../../../api/customers';
import type { Addition } from '../../../core/service/record';
import { shareIdentifier } from '../../../core/additions/charge';
import { hasFailedFor, isAnswerTo, readItems } from '../../../core/additions/item';
import { certainTimeOf } from '../../../core/additions/recent';
import { exactOwners } from '../../../core/ledger/effects';
import { heldUntilAfterAnswer, sendDeadline } from '../../../core/ledger/hold';
import { CLOCK_RULES } from '../../../core/ledger/links';
import { GmcRequestError, outcomeAfter, stopsRun } from '../../../core/service/failure';
import { refusal } from '../../../core/util/inputError';
import { MAX_CONDITIONS } from '../../../ledger/dataTable';
import { applyToPlanned, decide } from './decide';
import { chargeNow } from './identify';
import { checkDay } from './limits';
import { mismatchedAnswer } from './ownProblems';
import { logProgress } from './progress';
import { readList } from './readList';
import { resolveRows } from './resolveRows';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { isCancelled, stopsAtFirst } from './run';

/**
 * Rows that are claimed, sent and settled together. They share the cost of the calls of the table, and a crash leaves no
 * more than these open (key-protocol.md). Tests may change it.
 */
export const PART = { rows: 400 };

/**
 * A larger sheet has larger parts, because each of them reads GMC's list and the entries beside its rows again; but none that
 * one call of the table cannot write and read.
 */
const MOST_PARTS = 12;

const partSize = (rows: Row[]): number => {
	const wanted = Math.max(PART.rows, Math.ceil(rows.length / MOST_PARTS));
	return Math.min(wanted, MAX_CONDITIONS);
};

/** The run ends after so many parts in a row that lost answers, or were claimed too late to be sent: each costs a timeout. */
const MAX_COSTLY_PARTS = 5;

/**
 * Sends the planned rows part by part: read the list, claim, send, settle. A lost answer is resolved before the run goes on,
 * or the run ends. A dry run claims all rows as one part.
 *
 * @throws GmcRequestError or InputError when a step fails: the rest is then not attempted
 */
export async function sendAll(run: AddRun, rows: Row[]): Promise<void> {
	const { execution, settings } = run;
	if (rows.some(isIn('planned'))) execution.begin();
	const size = settings.dryRun ? rows.length : partSize(rows);
	let isFirst = true;
	for (let costly = 0; costly < MAX_COSTLY_PARTS; ) {
		const planned = rows.filter(isIn('planned')).filter(({ sameKeyAs }) => !sameKeyAs);
		const part = planned.slice(0, size);
		if (part.length === 0 || !mayGoOn(run, rows)) return;
		const list = await readList(run, isFirst ? planned : part);
		if (isFirst && planned.length > size) await lookAhead(run, planned);
		isFirst = false;
		await claimPart(run, rows, { part, list });
		if (!mayGoOn(run, rows) || settings.dryRun) return;
		const isEnded = await sendClaimed(run, part);
		const lost = await settlePart(run, part, list);
		if (rows.length > size) logProgress(run, rows);
		if (isEnded || lost.some(isIn('unknown')) || isCancelled(run)) return;
		const wasInVain = part.every(isIn('planned'));
		costly = wasInVain || lost.length > 0 ? costly + 1 : 0;
		if (wasInVain && costly === MAX_COSTLY_PARTS) throw ledgerTooSlow();
	}
}

/** Whether rows may be sent. Under On Error: Stop Workflow, any bad row stops the sheet. */
export const mayGoOn = (run: AddRun, rows: Row[]): boolean =>
	!stopsAtFirst(run) || !rows.some(isIn('rejected', 'notAttempted'));

/** The whole sheet is compared with the ledger, too, before its first part is sent. */
async function lookAhead(run: AddRun, planned: Row[]): Promise<void> {
	await decide(run, planned, async (some) => ({ verdicts: await run.ledger.lookBeside(some) }));
}

/** Claims the rows of a part that may be sent, and checks the day once all of them are claimed. */
async function claimPart(
	run: AddRun,
	rows: Row[],
	{ part, list }: { part: Row[]; list?: WholeList },
): Promise<void> {
	const claim = async (some: Row[]) => ({ verdicts: await run.ledger.claim(some) });
	for (let round = 1; mayGoOn(run, rows); round++) {
		await decide(run, part.filter(isIn('planned')), claim);
		if (list === undefined || !mayGoOn(run, rows)) return;
		const found = await checkDay(run, rows, { list, round });
		if (found === 'again') continue;
		if (found) await applyToPlanned(run, rows, found);
		return;
	}
}

/** Writes down what became of a part, and resolves its lost answers. @returns the rows whose answer was lost at first */
async function settlePart(run: AddRun, part: Row[], list?: WholeList): Promise<Row[]> {
	const { ledger } = run;
	await ledger.settleAll();
	await ledger.release(part);
	const unknown: Row[] = part.filter(isIn('unknown'));
	// A row that is not settled owns no addition yet, so settling is tried again before anything is resolved.
	if (unknown.length > 0) await ledger.settleAll();
	const before = list?.isWhole ? new Set(list.additions.map(({ _id }) => _id)) : undefined;
	await resolveRows(run, unknown, before);
	if (ledger.failure !== undefined) throw ledger.failure;
	// Rows that another run has left open do not stop the others.
	return unknown.filter(({ isSent }) => isSent);
}

/** @returns whether no further row is to be sent, even if no answer was lost */
async function sendClaimed(run: AddRun, part: Row[]): Promise<boolean> {
	const { ledger } = run;
	const claimed = part.filter(isIn('planned')).filter((row) => row.claimed);
	let isEnded = false;
	let hasLostAnswer = false;
	const send = async (row: RowIn<'planned'>) => {
		const deadline = sendDeadline(row.claimed!.askedAt, ledger.settings);
		// The claim is too old: the row is claimed again with the next part.
		if (Date.now() > deadline) return;
		const endsRun = await sendRow(run, row, deadline);
		isEnded ||= endsRun || (stopsAtFirst(run) && isIn('rejected')(row));
		hasLostAnswer ||= isIn('unknown')(row);
		ledger.settleSoon(row);
	};
	await run.throttle.run(claimed, send, () => isEnded || hasLostAnswer || isCancelled(run));
	return isEnded;
}

/** Sends one POST for a claimed row. @returns whether no further row is to be sent */
async function sendRow(run: AddRun, row: RowIn<'planned'>, deadline: number): Promise<boolean> {
	const { ledger, client, throttle } = run;
	const { request } = row.state.plan;
	row.send(Date.now());
	const sending = row as Row as RowIn<'sending'>;
	let addition: Addition | undefined;
	try {
		addition = await throttle.send(
			async () => await issueAddition(client.transport, request, deadline),
		);
		await believe(run, sending, addition);
		await believeFailed(run, sending, addition);
		ledger.known.add(addition._id);
		ledger.made.add(addition._id);
		sending.issue(addition);
		return false;
	} catch (error) {
		// Any other error, of the ledger or a defect of ours, proves nothing.
		const failure = error instanceof GmcRequestError ? error.failure : undefined;
		if (failure === undefined || outcomeAfter(failure) === 'unknown') {
			// One that existed before cannot be this row's.
			const namedAddition = ledger.known.has(addition?._id ?? '') ? undefined : addition?._id;
			const heldUntil = heldUntilAfterAnswer(row.claimed!, ledger.settings, Date.now());
			sending.leaveUnknown(error, { heldUntil, namedAddition });
			return failure === undefined;
		}
		sending.reject(error);
		// The customer may have changed since it was listed.
		await forgetKnownCustomers(client.transport);
		return stopsRun(failure);
	}
}

/**
 * Refuses an answer that cannot be this row's: an addition for another customer, amount or currency, or one that existed
 * before.
 *
 * @throws GmcRequestError, as for a lost answer
 */
async function believe(run: AddRun, row: RowIn<'sending'>, addition: Addition): Promise<void> {
	if (run.ledger.known.has(addition._id) || wasMadeBefore(run, row, addition))
		throw mismatchedAnswer('madeBefore', addition);
	const isIdentified = row.state.plan.identifiers.length > 1;
	if (isAnswerTo(chargeOf(row), addition, isIdentified)) return;
	if (isAnswerTo(await chargeNow(run, row), addition, true)) return;
	row.namedInstead = await customerIn(run, row, addition);
	throw mismatchedAnswer('notAskedFor', addition, row.namedInstead);
}

/** The other customer whom an answer names, as GMC lists them. */
async function customerIn(
	{ client }: AddRun,
	row: RowIn<'sending'>,
	addition: Addition,
): Promise<string | undefined> {
	const { identifiers } = row.state.plan;
	const named = readItems(addition).flatMap(({ identifier }) => identifier ?? []);
	const other = named.find((one) => !shareIdentifier(identifiers, [one]));
	if (other === undefined) return undefined;
	const directory = await client.directory().catch(() => undefined);
	const customer = directory?.withId(other) ?? directory?.withTaxId(other).at(0);
	return typeof customer?.name === 'string' ? customer.name : other;
}

/**
 * Refuses a failed addition that an earlier request of this or another row was answered with.
 *
 * @throws GmcRequestError, as for a lost answer; LedgerError
 */
async function believeFailed(
	run: AddRun,
	row: RowIn<'sending'>,
	addition: Addition,
): Promise<void> {
	if (!hasFailedFor(chargeOf(row), addition)) return;
	const owners = await run.ledger.read(exactOwners([addition._id]));
	if (owners.length === 0) return;
	run.ledger.known.add(addition._id);
	throw mismatchedAnswer('ofAnotherRow', addition);
}

/** Whether GMC says that it made the addition long before this request. */
function wasMadeBefore({ client, context }: AddRun, row: RowIn<'sending'>, addition: Addition) {
	const { offset } = client.transport.clock;
	const madeAt = certainTimeOf(addition, context.getTimezone());
	if (offset === undefined || madeAt === undefined) return false;
	return madeAt < row.sentAt! + offset - CLOCK_RULES.doubtMs;
}

const ledgerTooSlow = () =>
	refusal(
		'LEDGER_UNUSABLE',
		'The ledger is too slow: claims were written too late to be sent',
		'Check the log of n8n for the reason.',
	);
