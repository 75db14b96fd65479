import type { ListedAddition } from '../additions/addition';
import { isSettled, statusOf } from '../additions/status';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { maskTaxId } from '../customers/taxId';
import type { Explanation } from '../service/explain';
import type { Message, Texts } from '../texts/message';
import { readTimestamp } from '../time/time';
import type { AccountLook, AdditionsLook, Surroundings } from './look';
import { isHad, isWhole, secondsAhead } from './look';
import { countStatuses, createdAtForm } from './seen';

/** Clocks that differ by less are in nobody's way. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** An addition is in the future beyond this only, in milliseconds: clocks differ. */
const FUTURE_MS = 5 * 60_000;
const MAX_NAMED = 5;

type Account = Texts['account'];

const say =
	(text: (account: Account) => string): Message =>
	({ account }) =>
		text(account);

/** A text that ends with why something could not be had. */
const because =
	(
		{ message, description }: Explanation,
		text: 'customersNotHad' | 'additionsNotHad' | 'daysNotHad',
	): Message =>
	(texts) => {
		const { account } = texts;
		const told = { message: message(texts), description: description?.(texts) ?? '' };
		return account[text]({ why: account.because(told) });
	};

/** What is to be heeded, each in a sentence or two: the most serious first. */
export function warningsOf(look: AccountLook, surroundings: Surroundings): Message[] {
	const { tokenPath, customers, additions, originProblem } = look;
	const seconds = secondsAhead(look) ?? 0;
	return [
		...(originProblem ? [originProblem] : []),
		...(isHad(customers) ? aboutCustomers(customers) : [because(customers, 'customersNotHad')]),
		...(isHad(additions) ? aboutAdditions(additions, surroundings) : []),
		...(isHad(additions) ? [] : [because(additions, 'additionsNotHad')]),
		...(seconds > CLOCK_TOLERANCE_SECONDS
			? [say((account) => account.clockAhead({ seconds }))]
			: []),
		...(seconds < -CLOCK_TOLERANCE_SECONDS
			? [say((account) => account.clockBehind({ seconds: -seconds }))]
			: []),
		...(tokenPath === undefined ? [say((account) => account.tokenPathUnknown)] : []),
	];
}

function aboutCustomers(customers: CustomerDirectory<Identified>): Message[] {
	const sharing = customers.sharing();
	const named = sharing.slice(0, MAX_NAMED).map((holders) => ({
		taxId: maskTaxId(String(holders[0].taxId)),
		ids: holders.map(({ _id }) => _id),
	}));
	const { withoutTaxId } = customers;
	const all = sharing.length;
	return [
		...(all > 0 ? [say((account) => account.sharedTaxIds({ all, named }))] : []),
		...(withoutTaxId > 0
			? [say((account) => account.withoutTaxId({ customers: withoutTaxId }))]
			: []),
	];
}

function aboutAdditions(look: AdditionsLook, surroundings: Surroundings): Message[] {
	const { seen, since, finalDateInclusive, problem } = look;
	if (seen.length === 0)
		return [say((account) => account.noAdditions({ since })), ...aboutCut(look)];
	return [
		...aboutCut(look),
		...aboutTimes(seen, surroundings),
		...(finalDateInclusive === false ? [say((account) => account.finalDateExclusive)] : []),
		...(problem ? [because(problem, 'daysNotHad')] : []),
		...aboutStatuses(seen),
	];
}

function aboutCut(look: AdditionsLook): Message[] {
	const { answer, total, cutPeriods, concealed } = look;
	const counts = { sent: answer.length, total: total ?? 0 };
	if (concealed > 0) return [say((account) => account.cutInSilence({ concealed }))];
	if (isWhole(look) === false) {
		return [
			({ account, rows }) => account.cut({ ...counts, periods: cutPeriods.map(rows.period) }),
		];
	}
	if (total === undefined) return [say((account) => account.notCounted)];
	return total > answer.length ? [say((account) => account.hadInParts(counts))] : [];
}

function aboutTimes(seen: ListedAddition[], { timeZone, now }: Surroundings): Message[] {
	const form = createdAtForm(seen);
	if (form === 'other') return [say((account) => account.unreadableTimes)];
	if (form !== 'yyyyMMddHHmmss') return [];
	const times = seen.map(({ createdAt }) => readTimestamp(createdAt, timeZone) ?? 0);
	const latest = times.reduce((one, other) => Math.max(one, other), 0);
	const isLater = latest > now + FUTURE_MS;
	return [
		say((account) => account.timesWithoutZone({ timeZone })),
		...(isLater ? [say((account) => account.timesInTheFuture({ timeZone }))] : []),
	];
}

/** Of a status that is not known the nodes can only think that it will still change (service.md 3). */
function aboutStatuses(seen: ListedAddition[]): Message[] {
	const withStatus = seen.filter((addition) => statusOf(addition) !== '');
	const counts = countStatuses(withStatus.filter((addition) => !isSettled(addition)));
	const without = seen.length - withStatus.length;
	return [
		...(Object.keys(counts).length > 0
			? [say((account) => account.unknownStatuses({ counts }))]
			: []),
		...(without > 0 ? [say((account) => account.withoutStatus({ additions: without }))] : []),
	];
}
