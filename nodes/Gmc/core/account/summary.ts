import { DEFAULT_HOLD_MINUTES } from '../ledger/claim';
import { readTimestamp } from '../time/time';
import type { AccountLook, AdditionsLook, Surroundings } from './look';
import { isHad } from './look';
import { createdAtForm } from './seen';
import { count } from '../texts/words';

/** What is older says nothing of how late a list is, in milliseconds: no row is held back for longer by default. */
const TELLING_MS = DEFAULT_HOLD_MINUTES * 60_000;
/** The service's clock is told in whole seconds (RFC 9110, 6.6.1). */
const CLOCK_ERROR_MS = 1000;

/** Says a look in one sentence: whether all is well, what there is, and what only a top-up shows. */
export function summaryOf(
	look: AccountLook,
	warnings: string[],
	surroundings: Surroundings,
): string {
	const { customers, additions } = look;
	const [first, ...others] = warnings;
	const mayTell = isHad(additions) && look.clockOffset !== undefined;
	const late = mayTell ? lateness(additions, surroundings) : undefined;
	const seen = [
		...(isHad(customers) ? [count(customers.size, 'customer', 'customers')] : []),
		...(isHad(additions) ? [additionsSeen(additions)] : []),
	];
	const parts = [
		...(seen.length > 0 ? [seen.join(', ')] : []),
		late === undefined
			? 'how late the list may be, on which Hold rests, is not known: run this right after a top-up to see it'
			: `the list shows an addition of ${count(late, 'second', 'seconds')} ago, so it was no later than that`,
		'the Origin was not checked, the first top-up does',
	];
	const facts = parts.join('; ');
	if (first === undefined) return `All is well: ${facts}.`;
	return lookAtThis({ what: headOf(first), others: others.length, facts });
}

function additionsSeen({ seen, since }: AdditionsLook): string {
	return `${count(seen.length, 'addition', 'additions')} since ${since}`;
}

/**
 * By how many seconds the list was late at most when it showed the youngest addition of all. Times without a zone tell
 * nothing, since they may be hours off, and neither do clocks that cannot be compared.
 *
 * @returns undefined where no addition is young enough to tell
 */
function lateness({ seen }: AdditionsLook, { timeZone, now }: Surroundings): number | undefined {
	const form = createdAtForm(seen);
	if (form !== 'epochMilliseconds' && form !== 'epochSeconds') return undefined;
	const times = seen.map(({ createdAt }) => readTimestamp(createdAt, timeZone) ?? 0);
	const age = now - times.reduce((one, other) => Math.max(one, other), 0);
	if (age < -CLOCK_ERROR_MS || age > TELLING_MS) return undefined;
	return Math.ceil((Math.max(age, 0) + CLOCK_ERROR_MS) / 1000);
}

/** The first sentence of a warning, without its full stop. */
const headOf = (warning: string): string => warning.split(/\.(?:\s|$)/, 1)[0];

const lookAtThis = ({ what, others, facts }: { what: string; others: number; facts: string }) => {
	const more = others > 0 ? ` (and ${count(others, 'more warning', 'more warnings')})` : '';
	return `Look at this: ${what}${more}; ${facts}.`;
};
