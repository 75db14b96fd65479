import { ListQuery } from '../contract/requests';
import { parsed, ServiceError } from '../errors';
import type { Addition } from '../model';
import { transactionHashOf } from '../rules/identifiers';
import { periodOf } from '../rules/period';
import type { Service } from '../service';
import { isFinal } from '../state/books';
import { garbled } from './alter';
import type { Handler } from './exchange';
import { presentAddition, TITLE } from './present';

/** Whether list and lookup show an addition now. These are settings (service.md 1). */
export function isVisible(service: Service, addition: Addition): boolean {
	const { visibleOnlyAfterSettle } = service.settings.additions;
	const { status, settlesAt, visibleAt, partOf } = addition;
	const hasSettled = isFinal(status) && settlesAt === null;
	const isDue = visibleAt <= service.clock.now();
	return isDue && (hasSettled || !visibleOnlyAfterSettle) && partOf === undefined;
}

/** GET /transactions/add-balance/{id} (service.md 4.4): another user's addition is not found. */
export const lookup: Handler = (service, exchange, user) => {
	const addition = service.books.additions.get(exchange.params.id);
	if (addition?.userId !== user._id || !isVisible(service, addition)) {
		throw new ServiceError(417, 'ADDITION_NOT_FOUND', 'Charge not found for this user');
	}
	return { title: TITLE, balanceTransaction: presentAddition(service, addition) };
};

/** GET /transactions/add-balance/all (service.md 4.3). Additions that are left out are not counted (assumed). */
export const list: Handler = (service, exchange, user) => {
	const { initialDate, finalDate } = parsed(ListQuery, exchange.query, 'INVALID_QUERY');
	const { from, to } = periodOf(initialDate, finalDate, service.settings.list);
	const { periodField, withoutIds, cutAt } = service.settings.list;
	const { fault } = exchange;
	const all = service.books
		.listOf(user._id)
		.filter((one) => isVisible(service, one) && !withoutIds.includes(one._id));
	const matching = all.filter((one) => one[periodField] >= from && one[periodField] < to);
	const shown = ordered(matching, service).slice(0, cutAt ?? undefined);
	const counters = { recordsFiltered: matching.length, recordsTotal: all.length };
	const records = shown.map((addition) => {
		const record = presentAddition(service, addition);
		const isGarbled = fault?.type === 'garble' && addition.seq % fault.every === 0;
		return isGarbled ? garbled(record, fault.as) : record;
	});
	return shaped(records, counters, service);
};

function ordered(oldestFirst: Addition[], { settings }: Service): Addition[] {
	const { order } = settings.list;
	if (order === 'oldest') return oldestFirst;
	if (order === 'newest') return oldestFirst.toReversed();
	// By a hash: no order, but the same one in every run.
	const keys = new Map(oldestFirst.map((one) => [one, transactionHashOf(one._id)]));
	return oldestFirst.toSorted((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1));
}

/** The list in the shape of the settings (service.md 2.1). */
function shaped(records: object[], counters: Record<string, number>, service: Service): unknown {
	const { shape, countersAsText } = service.settings.list;
	const told = Object.entries(counters).map(([name, count]) => {
		return [name, countersAsText ? String(count) : count];
	});
	const envelope = (balanceTransaction: unknown) => {
		return { title: TITLE, balanceTransaction, ...Object.fromEntries(told) };
	};
	return {
		array: envelope(records),
		objectWhenSingle: envelope(records.length === 1 ? records[0] : records),
		bareArray: records,
		envelopes: records.map(envelope),
	}[shape];
}
