import type { Addition } from '../../../api/schemas';
import type { WholeList } from '../../../api/wholeList';
import type { Charge } from '../../../core/additions/charge';
import { sameCharge } from '../../../core/additions/charge';
import { claimMatches, idsWithAmounts } from '../../../core/additions/matching';
import type { Message } from '../../../core/texts/message';
import { InputError } from '../../../core/util/inputError';
import { readTimestamp } from '../../../core/util/time';
import { hintAtBeyond } from './hintAtBeyond';
import { NO_OWNERS } from './desk';
import { recordSkip } from './record';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * Under `history`: gives each row an addition of its own that the list has already.
 *
 * @throws InputError when the list did not come whole
 */
export async function skipIssued(run: AddRun, rows: Row[], list: WholeList): Promise<void> {
	const { context, settings } = run;
	if (!list.isWhole) {
		throw new InputError(
			({ duplicates }) => duplicates.listCut,
			({ duplicates }) => duplicates.compareYourself,
		);
	}
	const timeZone = context.getTimezone();
	// An addition without a readable time counts: to skip a row too many shows, to pay twice does not.
	const recent = list.additions.filter(
		({ createdAt }) =>
			(readTimestamp(createdAt, timeZone) ?? Infinity) >= wholeSecond(settings.duplicatesSince),
	);
	withholdUnidentified(rows);
	const planned = rows.filter(isIn('planned'));
	const charges = planned.map(chargeOf);
	const { matches, claims, isDoubted } = await compare(run, charges, recent);
	const inDoubt = rows.filter(isIn('inDoubt'));
	await hintAtBeyond(run, { planned, inDoubt, additions: recent, claims });
	const others = inDoubt.map(chargeOf);
	for (const [position, row] of planned.entries()) {
		const match = matches[position];
		if (match === undefined) continue;
		if (others.some((charge) => sameCharge(charge, charges[position]))) {
			row.withhold(additionInDoubt());
		} else if ('doubtful' in match) row.withhold(unreadableAddition(match.doubtful));
		else if (isDoubted(match.item.addition)) {
			row.withhold(additionOfKeyInDoubt(match.item.addition, settings.ledgerTable));
		} else recordSkip(run, row, match.item);
	}
}

/** Gives each charge an addition of its own. What may be a key's stands for a row only where nothing else does. */
async function compare(run: AddRun, charges: Charge[], recent: Addition[]) {
	const ids = idsWithAmounts(charges, recent);
	const { owned, doubted } = (await run.keys?.ownersOf(ids)) ?? NO_OWNERS;
	// What a key has paid with is that key's, however equal another row is.
	const claims = new Set([...run.ledger.claims, ...owned]);
	const isDoubted = ({ _id }: Addition) => doubted.has(_id);
	const found = claimMatches(
		charges,
		recent.filter((one) => !isDoubted(one)),
		claims,
	);
	const left = charges.filter((_, position) => found[position] === undefined);
	const perhaps = claimMatches(left, recent.filter(isDoubted), claims);
	return { matches: found.map((match) => match ?? perhaps.shift()), claims, isDoubted };
}

/** Whose additions in the list cannot be told apart from those of others is held back. */
function withholdUnidentified(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		const { customerProblem } = row.state.plan;
		if (customerProblem !== undefined) row.withhold(unidentifiedCustomer(customerProblem));
	}
}

function unidentifiedCustomer(problem: Message): InputError {
	return new InputError(
		(texts) => texts.duplicates.customerUnknown({ reason: problem(texts) }),
		({ duplicates }) => duplicates.correctOrOff,
	);
}

function unreadableAddition({ _id: id }: Addition): InputError {
	return new InputError(
		({ duplicates }) => duplicates.unreadable({ id }),
		({ duplicates }) => duplicates.lookOrOff,
	);
}

function additionInDoubt(): InputError {
	return new InputError(
		({ duplicates }) => duplicates.maybeOfEqual,
		({ duplicates }) => duplicates.runAgain,
	);
}

function additionOfKeyInDoubt({ _id: id }: Addition, table: string): InputError {
	return new InputError(
		({ duplicates }) => duplicates.maybeOfKey({ id }),
		({ duplicates }) => duplicates.settleKey({ table }),
	);
}

/** A service that tells seconds only would else place an addition just before the time it was made at. */
const wholeSecond = (millis: number) => Math.floor(millis / 1000) * 1000;
