import { getAddition } from '../../../api/additions';
import { isOther, readItems } from '../../../core/additions/item';
import { readPaidBy } from '../../../core/ledger/effects';
import type { Entry, Verdict } from '../../../core/ledger/entry';
import { GmcRequestError } from '../../../core/service/failure';
import { time } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import { momentIn } from '../../../shared/context';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/** What GMC says of an account that stands in the ledger: whether today's credential opens it, too. */
type Sameness = 'same' | 'other' | 'notAsked';

/**
 * Where the names of rows were used with another account, GMC is asked for what it has paid, with today's credential: if
 * GMC knows that addition, it is the same GMC under a new address or user, and that account's entries count.
 *
 * @param verdicts those of other accounts are taken out, and their rows refused, unless the account joins today's
 * @returns whether an account has joined, so that the ledger is to be asked again
 */
export async function meetAccounts(run: AddRun, verdicts: Map<Row, Verdict>): Promise<boolean> {
	const foreign = [...verdicts].flatMap(([row, verdict]) =>
		verdict.is === 'foreign' ? [{ row, entry: verdict.row }] : [],
	);
	const paid = foreign.map(({ entry }) => entry).filter(({ outcome }) => outcome === 'issued');
	const known = await samenessOfAll(run, paid);
	if ([...known.values()].includes('same')) return true;
	for (const { row, entry } of foreign) {
		verdicts.delete(row);
		if (!isIn('planned')(row)) continue;
		const isOther = known.get(entry.account ?? '') === 'other';
		if (entry.outcome === 'issued' && isOther) row.reject(otherAccount(run, entry));
		else row.withhold(otherAccountUnasked(run, entry));
	}
	return false;
}

/**
 * The same where what another account has sent only equals a row, or counts in a day: an account of another GMC is a
 * stranger from then on.
 *
 * @returns whether any account has turned out to be the same or a stranger
 */
export async function sortAccounts(run: AddRun, entries: Entry[]): Promise<boolean> {
	const { ledger } = run;
	const accounts = new Set(
		entries.flatMap(({ isForeign, account = '' }) => (isForeign ? account : [])),
	);
	let isSorted = false;
	for (const account of accounts) {
		if (ledger.strangers.has(account)) continue;
		const paid = await ledger.perform(readPaidBy(account));
		const known = await samenessOfAll(run, paid.slice(-1));
		if (known.get(account) === 'other') ledger.strangers.add(account);
		isSorted ||= known.get(account) !== 'notAsked' && known.size > 0;
	}
	return isSorted;
}

/** By account, each asked once. @param entries that have paid */
async function samenessOfAll(run: AddRun, entries: Entry[]): Promise<Map<string, Sameness>> {
	const known = new Map<string, Sameness>();
	for (const entry of entries) {
		const { account = '' } = entry;
		if (known.has(account)) continue;
		const sameness = await samenessOf(run, entry);
		known.set(account, sameness);
		if (sameness === 'same') run.ledger.accounts.add(account);
	}
	return known;
}

/** Statuses by which GMC says that it has no such addition (service.md 4.4). */
const NO_SUCH_ADDITION = [404, 417];

async function samenessOf({ client }: AddRun, entry: Entry): Promise<Sameness> {
	const { additionId, charge } = entry;
	if (additionId === undefined) return 'notAsked';
	try {
		const addition = await getAddition(client.transport, additionId);
		const isEqual = readItems(addition).some((item) => !isOther(charge, item));
		return isEqual ? 'same' : 'other';
	} catch (error) {
		const { statusCode = 0 } = error instanceof GmcRequestError ? error.failure : {};
		return NO_SUCH_ADDITION.includes(statusCode) ? 'other' : 'notAsked';
	}
}

/** The name has paid with another account, which today's credential does not open. */
function otherAccount(
	{ context }: AddRun,
	{ account = '', askedAt, additionId = '' }: Entry,
): InputError {
	return new InputError({
		message: `this was paid with another GMC account (${account}) at ${time(momentIn(context, askedAt))}`,
		advice: `Look for the addition ${additionId} in GMC: if it is there, this row is paid. If not, give this GMC account a Ledger Table of its own.`,
		code: 'OTHER_ACCOUNT',
	});
}

/** The same where it may have paid, or where that account cannot be asked. */
export function otherAccountUnasked(
	{ context, settings }: AddRun,
	{ account = '', askedAt, outcome }: Entry,
): InputError {
	const at = time(momentIn(context, askedAt));
	const isPaid = outcome === 'issued';
	return new InputError({
		message: `not sent, because this ${isPaid ? 'was paid' : 'may have been paid'} with another GMC account (${account}) at ${at}${isPaid ? ', and whether that is the same GMC could not be asked' : ''}`,
		advice: isPaid
			? 'Run it again once GMC answers.'
			: `Look for it in GMC, then set outcome in its row of the Data Table "${settings.ledgerTable}" to issued or to rejected.`,
		code: 'OTHER_ACCOUNT',
	});
}
