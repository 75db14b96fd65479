import type { Moment } from '../../../core/texts/words';
import { money, time } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import type { RefusedRow } from './problems';
import { nameIn } from './problems';

// Why Recent refuses a row: an equal top-up was made, or may have been, a short time ago.

const IF_SEPARATE =
	'If it is another top-up, set Duplicate Protection to Idempotency Key and send this row alone, with a key of its own.';

/** A top-up that equals the row, or may. */
interface Suspect {
	additionId: string;
	/** When it was made, where that can be read. */
	at?: Moment;
	/** Whether GMC's list tells too little of it: a field cannot be read, or several customers have the tax ID. */
	isUncertain?: boolean;
}

export function suspectedDuplicate(
	row: RefusedRow,
	{ additionId, at, isUncertain = false }: Suspect,
): InputError {
	const { amount, currency } = row.state.plan.request;
	const when = at === undefined ? 'a short while ago' : `at ${time(at)}`;
	const given = `${nameIn(row)} was given ${money(amount, currency)} ${when} (top-up ${additionId})`;
	const mayBe = `top-up ${additionId}, which was made ${when}, may be ${money(amount, currency)} for ${nameIn(row)}`;
	return new InputError({
		message: isUncertain
			? `${mayBe}, so this row may be the same top-up sent twice`
			: `${given}, so this row looks like the same top-up sent twice`,
		advice: `${isUncertain ? 'Look for it in GMC. ' : ''}If it is the same top-up, do nothing. ${IF_SEPARATE}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** @param at when the equal row was sent @param until when its hold ends */
export function equalUnknown(
	{ state }: RefusedRow,
	{ at, until }: { at: Moment; until: Moment },
): InputError {
	const { amount, currency } = state.plan.request;
	return new InputError({
		message: `${money(amount, currency)} was sent for this customer at ${time(at)}, and we don't know yet whether it was paid`,
		advice: `Look for it with Balance: Get Many after ${time(until)}. If GMC lists it, this row is paid: leave it out. If not, run the row again, and it is sent. ${IF_SEPARATE}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}
