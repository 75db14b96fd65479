import type { ListedAddition } from '../additions/addition';
import { isSettled, statusOf } from '../additions/status';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { maskTaxId } from '../customers/taxId';
import { readTimestamp } from '../util/time';
import type { AccountLook, AdditionsLook, Surroundings } from './look';
import { isHad, isWhole, secondsAhead } from './look';
import { countStatuses, createdAtForm } from './seen';
import { texts } from './texts';

/** Clocks that differ by less are in nobody's way. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** An addition is in the future beyond this only, in milliseconds: clocks differ. */
const FUTURE_MS = 5 * 60_000;
const MAX_NAMED = 5;

/** What is to be heeded, each in a sentence or two: the most serious first. */
export function warningsOf(look: AccountLook, surroundings: Surroundings): string[] {
	const { tokenPath, customers, additions } = look;
	const seconds = secondsAhead(look) ?? 0;
	return [
		...(isHad(customers) ? aboutCustomers(customers) : [texts.customersNotHad(customers)]),
		...(isHad(additions) ? aboutAdditions(additions, surroundings) : []),
		...(isHad(additions) ? [] : [texts.additionsNotHad(additions)]),
		...(Math.abs(seconds) > CLOCK_TOLERANCE_SECONDS ? [texts.clock(seconds)] : []),
		...(tokenPath === undefined ? [texts.tokenPathUnknown] : []),
	];
}

function aboutCustomers(customers: CustomerDirectory<Identified>): string[] {
	const sharing = customers.sharing();
	const shared = sharing.slice(0, MAX_NAMED).map((holders) => ({
		taxId: maskTaxId(String(holders[0].taxId)),
		ids: holders.map(({ _id }) => _id),
	}));
	const { withoutTaxId } = customers;
	return [
		...(sharing.length > 0 ? [texts.sharedTaxIds(sharing.length, shared)] : []),
		...(withoutTaxId > 0 ? [texts.withoutTaxId(withoutTaxId)] : []),
	];
}

function aboutAdditions(look: AdditionsLook, surroundings: Surroundings): string[] {
	const { seen, since, finalDateInclusive, problem } = look;
	if (seen.length === 0) return [texts.noAdditions(since), ...aboutCut(look)];
	return [
		...aboutCut(look),
		...aboutTimes(seen, surroundings),
		...(finalDateInclusive === false ? [texts.finalDateExclusive] : []),
		...(problem ? [texts.daysNotHad(problem)] : []),
		...aboutStatuses(seen),
	];
}

function aboutCut(look: AdditionsLook): string[] {
	const { answer, total, cutPeriods, concealed } = look;
	const counts = { sent: answer.length, total: total ?? 0 };
	if (cutPeriods.length > 0) return [texts.cut(counts, cutPeriods)];
	if (concealed > 0) return [texts.cutInSilence(concealed)];
	if (isWhole(look) === false) return [texts.cut(counts, [])];
	if (total === undefined) return [texts.notCounted];
	return total > answer.length ? [texts.hadInParts(counts)] : [];
}

function aboutTimes(seen: ListedAddition[], { timeZone, now }: Surroundings): string[] {
	const form = createdAtForm(seen);
	if (form === 'other') return [texts.unreadableTimes];
	if (form !== 'yyyyMMddHHmmss') return [];
	const times = seen.map(({ createdAt }) => readTimestamp(createdAt, timeZone) ?? 0);
	const latest = times.reduce((one, other) => Math.max(one, other), 0);
	const isLater = latest > now + FUTURE_MS;
	return [texts.timesWithoutZone(timeZone), ...(isLater ? [texts.timesInTheFuture(timeZone)] : [])];
}

/** Of a status that is not known the nodes can only think that it will still change (service.md 3). */
function aboutStatuses(seen: ListedAddition[]): string[] {
	const withStatus = seen.filter((addition) => statusOf(addition) !== '');
	const unknown = countStatuses(withStatus.filter((addition) => !isSettled(addition)));
	const without = seen.length - withStatus.length;
	return [
		...(Object.keys(unknown).length > 0 ? [texts.unknownStatuses(unknown)] : []),
		...(without > 0 ? [texts.withoutStatus(without)] : []),
	];
}
