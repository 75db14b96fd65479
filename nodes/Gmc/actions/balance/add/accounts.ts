import { findAddition } from '../../../api/additions';
import { sameValue } from '../../../core/additions/charge';
import { readItems } from '../../../core/additions/item';
import type { AdditionItem } from '../../../core/additions/item';
import type { Entry } from '../../../core/ledger/entry';
import { time } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import { momentIn } from '../../../shared/context';
import type { RowIn } from './row';
import type { Accounts, AddRun } from './run';

/**
 * Asks GMC, with today's credential, about the accounts that wrote these entries. An account whose addition GMC knows is
 * the same GMC under a new address or user: its entries count from now on. An account whose addition GMC does not know
 * is another GMC: its entries are ignored from now on. Each account is asked about until GMC has answered.
 *
 * @returns whether GMC has answered for an account
 */
export async function askAboutAccounts(run: AddRun, entries: Entry[]): Promise<boolean> {
	const { ledger, accounts } = run;
	const foreign = entries.filter(({ isForeign }) => isForeign);
	let isAnswered = false;
	for (const account of new Set(foreign.map((entry) => entry.account ?? ''))) {
		if (accounts.sameGmc.has(account) || accounts.otherGmc.has(account)) continue;
		const named = foreign.filter((entry) => entry.account === account);
		const all = [...(await ledger.read({ do: 'readPaidBy', account })), ...named].filter(isPaid);
		// The oldest one, because GMC may show a new one late.
		const [paid] = all.sort((one, other) => one.askedAt - other.askedAt);
		const answer = paid && (await askAbout(run, paid));
		if (answer === undefined) continue;
		accounts[answer].add(account);
		isAnswered = true;
	}
	return isAnswered;
}

type PaidEntry = Entry & { additionId: string };

const isPaid = (entry: Entry): entry is PaidEntry =>
	entry.outcome === 'issued' && entry.additionId !== undefined;

/** @returns undefined where GMC could not be asked */
async function askAbout(
	{ client }: AddRun,
	{ additionId, charge }: PaidEntry,
): Promise<keyof Accounts | undefined> {
	try {
		const addition = await findAddition(client.transport, additionId);
		if (addition === undefined) return 'otherGmc';
		// The customer may have another tax ID by now.
		const isEqual = ({ amount, currency }: AdditionItem) =>
			amount !== undefined && sameValue(charge, { amount, currency });
		return readItems(addition).some(isEqual) ? 'sameGmc' : undefined;
	} catch {
		return undefined;
	}
}

/** Refuses a row whose name was used with another account. */
export function refuseForeign(run: AddRun, row: RowIn<'planned'>, entry: Entry): void {
	const isOtherGmc = run.accounts.otherGmc.has(entry.account ?? '');
	if (isOtherGmc && entry.outcome === 'issued') row.reject(paidByOtherAccount(run, entry));
	else row.notAttempt(usedByOtherAccount(run, entry));
}

/** The name was paid with another account, and that account is another GMC. */
function paidByOtherAccount(
	{ context, settings }: AddRun,
	{ account = '', askedAt, additionId = '' }: Entry,
): InputError {
	return new InputError({
		message: `this was paid with another GMC account (${account}) at ${time(momentIn(context, askedAt))}`,
		advice: `Look for top-up ${additionId} in GMC after ${time(momentIn(context, askedAt + settings.holdMs))}, since GMC may show it late. If it is there, this row is paid. If not, give this GMC account a Ledger Table of its own, and send only rows that this account has not paid.`,
		code: 'OTHER_ACCOUNT',
	});
}

/** The name was paid with another account that GMC could not be asked about, or may have been paid with it. */
export function usedByOtherAccount(
	{ context, settings, ledger }: AddRun,
	entry: Entry,
): InputError {
	const { account = '', askedAt, outcome, additionId } = entry;
	const at = time(momentIn(context, askedAt));
	const until = time(momentIn(context, ledger.heldUntil(entry)));
	const code = 'OTHER_ACCOUNT';
	if (outcome === 'issued' && additionId !== undefined) {
		return new InputError({
			message: `not sent, because this was paid with another GMC account (${account}) at ${at}, and GMC could not be asked whether that account is the same GMC`,
			advice: 'Run it again once GMC answers.',
			code,
		});
	}
	return new InputError({
		message: `not sent, because this may have been paid with another GMC account (${account}) at ${at}`,
		advice: `Look for it in GMC after ${until}. In its row of the Data Table "${settings.ledgerTable}", set outcome to rejected if it is not there; if it is, set outcome to issued and enter its additionId.`,
		code,
	});
}
