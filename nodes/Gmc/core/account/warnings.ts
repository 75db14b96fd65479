import type { ListedAddition } from '../additions/addition';
import { isSettled, statusOf } from '../additions/status';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { maskTaxId } from '../customers/taxId';
import type { Explanation } from '../service/explain';
import type { Message } from '../texts/message';
import { readTimestamp } from '../util/time';
import type { AccountLook, AdditionsLook, Surroundings } from './look';
import { isHad, isWhole, secondsAhead } from './look';
import { countStatuses, createdAtForm } from './seen';

/** Clocks that differ by less are in nobody's way. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** An addition is in the future beyond this only, in milliseconds: clocks differ. */
const FUTURE_MS = 5 * 60_000;
const MAX_NAMED = 5;

/** What is to be heeded, each in a sentence or two: the most serious first. */
export function warningsOf(look: AccountLook, surroundings: Surroundings): Message[] {
	const { tokenPath, customers, additions } = look;
	const seconds = secondsAhead(look) ?? 0;
	return [
		...(isHad(customers) ? aboutCustomers(customers) : [notHad('customersNotHad', customers)]),
		...(isHad(additions) ? aboutAdditions(additions, surroundings) : []),
		...(isHad(additions) ? [] : [notHad('additionsNotHad', additions)]),
		...(Math.abs(seconds) > CLOCK_TOLERANCE_SECONDS
			? [say(({ account }) => account.clock({ seconds }))]
			: []),
		...(tokenPath === undefined ? [say(({ account }) => account.tokenPathUnknown)] : []),
	];
}

const say = (message: Message) => message;

/** What could not be looked at, and why. */
const notHad =
	(
		what: 'customersNotHad' | 'additionsNotHad' | 'daysNotHad',
		{ message, description }: Explanation,
	): Message =>
	(texts) => {
		const why = `${message(texts)}. ${description?.(texts) ?? ''}`.trim();
		return texts.account[what]({ why });
	};

function aboutCustomers(customers: CustomerDirectory<Identified>): Message[] {
	const sharing = customers.sharing();
	const shared = sharing.slice(0, MAX_NAMED).map((holders) => ({
		taxId: maskTaxId(String(holders[0].taxId)),
		ids: holders.map(({ _id }) => _id),
	}));
	const { withoutTaxId } = customers;
	return [
		...(sharing.length > 0
			? [say(({ account }) => account.sharedTaxIds({ all: sharing.length, shared }))]
			: []),
		...(withoutTaxId > 0
			? [say(({ account }) => account.withoutTaxId({ customers: withoutTaxId }))]
			: []),
	];
}

function aboutAdditions(look: AdditionsLook, surroundings: Surroundings): Message[] {
	const { seen, since, finalDateInclusive, problem } = look;
	if (seen.length === 0)
		return [({ account }) => account.noAdditions({ since }), ...aboutCut(look)];
	return [
		...aboutCut(look),
		...aboutTimes(seen, surroundings),
		...(finalDateInclusive === false ? [say(({ account }) => account.finalDateExclusive)] : []),
		...(problem ? [notHad('daysNotHad', problem)] : []),
		...aboutStatuses(seen),
	];
}

function aboutCut(look: AdditionsLook): Message[] {
	const { answer, total, cutPeriods, concealed } = look;
	const counts = { sent: answer.length, total: total ?? 0 };
	if (cutPeriods.length === 0 && concealed > 0) {
		return [({ account }) => account.cutInSilence({ concealed })];
	}
	if (isWhole(look) === false) {
		return [
			({ account, rows }) => account.cut({ ...counts, periods: cutPeriods.map(rows.period) }),
		];
	}
	if (total === undefined) return [({ account }) => account.notCounted];
	return total > answer.length ? [({ account }) => account.hadInParts(counts)] : [];
}

function aboutTimes(seen: ListedAddition[], { timeZone, now }: Surroundings): Message[] {
	const form = createdAtForm(seen);
	if (form === 'other') return [({ account }) => account.unreadableTimes];
	if (form !== 'yyyyMMddHHmmss') return [];
	const times = seen.map(({ createdAt }) => readTimestamp(createdAt, timeZone) ?? 0);
	const latest = times.reduce((one, other) => Math.max(one, other), 0);
	const isLater = latest > now + FUTURE_MS;
	return [
		({ account }) => account.timesWithoutZone({ timeZone }),
		...(isLater ? [say(({ account }) => account.timesInTheFuture({ timeZone }))] : []),
	];
}

/** Of a status that is not known the nodes can only think that it will still change (service.md 3). */
function aboutStatuses(seen: ListedAddition[]): Message[] {
	const withStatus = seen.filter((addition) => statusOf(addition) !== '');
	const unknown = countStatuses(withStatus.filter((addition) => !isSettled(addition)));
	const statuses = Object.entries(unknown).map(([status, count]) => `${status} (${count})`);
	const without = seen.length - withStatus.length;
	return [
		...(statuses.length > 0 ? [say(({ account }) => account.unknownStatuses({ statuses }))] : []),
		...(without > 0 ? [say(({ account }) => account.withoutStatus({ additions: without }))] : []),
	];
}
