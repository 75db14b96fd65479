import { IssueRequest, ListQuery } from '../contract/requests';
import { badRequest, ServiceError } from '../errors';
import type { Addition, Customer, User } from '../model';
import { checkMayIssue } from '../rules/access';
import { idOf, transactionHashOf } from '../rules/identifiers';
import { applicableFees, quoteAddition } from '../rules/money';
import { periodOf } from '../rules/period';
import type { Service } from '../service';
import type { NewAddition } from '../state/books';
import { altered, garbled } from './alter';
import { parsed, type Answer, type Handler } from './exchange';
import { presentAddition, TITLE } from './present';

/** POST /transactions/add-balance (service.md 4.2). Order of the checks: assumed. */
export const issue: Handler = (service, exchange, user): Answer => {
	checkMayIssue(service, user);
	const request = parsed(IssueRequest, exchange.body, 'INVALID_BODY');
	const customer = chargedCustomer(service, user, request.customerIdentifier);
	checkFlow(service);
	const { settings } = service;
	const fees = applicableFees(customer.fees, settings.fees);
	const quote = quoteAddition(request.amount, request.currency, fees, settings);
	const createdAt = service.clock.now();
	const { fault } = exchange;
	const { status, ...settling } =
		fault?.type === 'commitAsFailed' ? failedAt(createdAt) : firstState(service, createdAt);
	const fields: NewAddition = {
		...{ userId: user._id, customerId: customer._id, ...request, quote, createdAt },
		...{ ...settling, source: 'api' },
		visibleAt: createdAt + settings.additions.visibleAfterSeconds * 1000,
	};
	const isWrong = fault?.type === 'wrongAnswer';
	const addition =
		isWrong && !fault.commit
			? neverKept(service, fields, status)
			: service.books.add(fields, status, settings.additions.failureError);
	const shown = presentAddition(service, addition, 'issue');
	return {
		status: 201,
		body: {
			title: TITLE,
			balanceTransaction: isWrong ? altered(service, addition, shown, fault.differs) : shown,
		},
		...(service.books.additions.has(addition._id) && { committedAdditionId: addition._id }),
	};
};

const failedAt = (now: number) =>
	({ status: 'FAILED', settledAt: now, settlesAt: null, settleAs: 'FAILED' }) as const;

/** What a service answers with that has done nothing. */
function neverKept({ books, journal }: Service, fields: NewAddition, status: string): Addition {
	const _id = idOf(`never kept ${journal.entries().length}`);
	return { ...books.draft({ ...fields, _id }), status };
}

/** Assumed: born final when that is asked for at once, else it settles at its time. */
function firstState(
	service: Service,
	now: number,
): Pick<Addition, 'status' | 'settledAt' | 'settlesAt' | 'settleAs'> {
	const { initialStatus, settleAfterSeconds, settleAs } = service.settings.additions;
	if (initialStatus === 'COMPLETED' && settleAfterSeconds === 0) {
		return { status: settleAs, settledAt: now, settlesAt: null, settleAs };
	}
	if (initialStatus === 'FAILED') {
		return { status: initialStatus, settledAt: now, settlesAt: null, settleAs };
	}
	const settlesAt = settleAfterSeconds === null ? null : now + settleAfterSeconds * 1000;
	return { status: initialStatus, settledAt: null, settlesAt, settleAs };
}

/** service.md 4.2, rule 3; 7.1 (400); 5 (403 for the customer of another user). */
function chargedCustomer(service: Service, user: User, identifier: string): Customer {
	const { directory, settings } = service;
	const byId = directory.customers.get(identifier);
	if (byId !== undefined && byId.userId !== user._id) {
		throw new ServiceError(403, 'CUSTOMER_FORBIDDEN', 'The customer belongs to another user');
	}
	const { matchWithoutPunctuation } = settings.customers;
	const known = byId ? [byId] : directory.byTaxId(user._id, identifier, matchWithoutPunctuation);
	// Assumed: the oldest active one, where several have the tax ID.
	const active = known.find((customer) => !customer.deleted);
	if (active !== undefined) return active;
	if (known.length > 0) throw badRequest('CUSTOMER_DELETED', 'The customer is deleted');
	throw badRequest('CUSTOMER_INVALID', 'customerIdentifier names no customer');
}

/** service.md 7.1 (503) and 4.2, rule 5, whose status is assumed and a setting. */
function checkFlow(service: Service): void {
	const { additions, wallet } = service.settings;
	if (!additions.flowAvailable) {
		throw new ServiceError(503, 'FLOW_UNAVAILABLE', 'GMC flow temporarily unavailable');
	}
	if (!wallet.approved) {
		const message = 'The operational wallet is not registered and approved';
		throw new ServiceError(wallet.refusalStatus, 'WALLET_NOT_APPROVED', message);
	}
}

/** Whether list and lookup show an addition yet: settings, since only an order is known (service.md 1). */
export function isVisible(service: Service, addition: Addition): boolean {
	const { visibleOnlyAfterSettle } = service.settings.additions;
	const settled = addition.settledAt !== null;
	const isDue = addition.visibleAt <= service.clock.now();
	return isDue && (settled || !visibleOnlyAfterSettle) && addition.partOf === undefined;
}

/** GET /transactions/add-balance/{id} (service.md 4.4): someone else's looks like none at all. */
export const lookup: Handler = (service, exchange, user): Answer => {
	const addition = service.books.additions.get(exchange.params.id);
	if (addition?.userId !== user._id || !isVisible(service, addition)) {
		throw new ServiceError(417, 'ADDITION_NOT_FOUND', 'Charge not found for this user');
	}
	const balanceTransaction = presentAddition(service, addition, 'lookup');
	return { status: 200, body: { title: TITLE, balanceTransaction } };
};

/** GET /transactions/add-balance/all (service.md 4.3). What is left out is not counted either (assumed). */
export const list: Handler = (service, exchange, user): Answer => {
	const { initialDate, finalDate } = parsed(ListQuery, exchange.query, 'INVALID_QUERY');
	const period = periodOf(initialDate, finalDate, service.settings.list);
	const { periodField, withoutIds, cutAt, countsHonest } = service.settings.list;
	const { fault } = exchange;
	const isLost = ({ seq }: Addition) => fault?.type === 'lose' && seq % fault.every === 0;
	const listed = (one: Addition) =>
		isVisible(service, one) && !withoutIds.includes(one._id) && !isLost(one);
	const matching = service.books.listWithin(user._id, periodField, period).filter(listed);
	const shown = ordered(matching, service).slice(0, cutAt ?? undefined);
	const counters = {
		recordsFiltered: countsHonest ? matching.length : shown.length,
		recordsTotal: countsHonest
			? countListed(service, user, listed, fault?.type === 'lose')
			: shown.length,
	};
	const records = shown.map((addition) => {
		const record = presentAddition(service, addition, 'list');
		const isGarbled = fault?.type === 'garble' && addition.seq % fault.every === 0;
		return isGarbled ? garbled(record, fault.as) : record;
	});
	return { status: 200, body: shaped(records, counters, service) };
};

/** Asks of those only that may be hidden: looking at every addition would cost the whole history. */
function countListed(
	{ books, clock, settings }: Service,
	{ _id: userId }: User,
	listed: (one: Addition) => boolean,
	loses: boolean,
): number {
	const now = clock.now();
	const leftOut = settings.list.withoutIds.flatMap((id) => books.additions.get(id) ?? []);
	const lost = loses ? books.listOf(userId) : [];
	const hidden = [...new Set([...books.hideable, ...leftOut, ...lost])].filter(
		(one) => one.userId === userId && one.createdAt <= now && !listed(one),
	);
	return books.countUntil(userId, now) - hidden.length;
}

function ordered(oldestFirst: Addition[], service: Service): Addition[] {
	switch (service.settings.list.order) {
		case 'oldest':
			return oldestFirst;
		case 'newest':
			return oldestFirst.toReversed();
		case 'none': {
			// By a hash: without any order, yet the same in every run.
			const keyed = oldestFirst.map((addition) => ({
				...{ addition, key: transactionHashOf(addition._id) },
			}));
			return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ addition }) => addition);
		}
	}
}

/** The envelope (service.md 2.1), which shows an object where a list would be expected. */
function shaped(records: object[], counters: Record<string, number>, service: Service): unknown {
	const { shape, countersAsText } = service.settings.list;
	const asText = () =>
		Object.fromEntries(Object.entries(counters).map(([name, count]) => [name, String(count)]));
	const told = countersAsText ? asText() : counters;
	const envelope = (balanceTransaction: unknown) => ({
		...{ title: TITLE, balanceTransaction, ...told },
	});
	switch (shape) {
		case 'array':
			return envelope(records);
		case 'objectWhenSingle':
			return envelope(records.length === 1 ? records[0] : records);
		case 'objectBesideData':
			return { ...envelope(records.length === 1 ? records[0] : records), data: null };
		case 'bareArray':
			return records;
		case 'envelopes':
			return records.map(envelope);
	}
}
