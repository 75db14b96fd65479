import { IssueRequest } from '../contract/requests';
import { badRequest, parsed, ServiceError } from '../errors';
import type { Addition, Customer, User } from '../model';
import { checkMayIssue } from '../rules/access';
import { idOf } from '../rules/identifiers';
import { quoteOf } from '../rules/money';
import type { Service } from '../service';
import type { NewAddition } from '../state/books';
import { altered } from './alter';
import type { Handler } from './exchange';
import { presentAddition, TITLE } from './present';

/** POST /transactions/add-balance (service.md 4.2). Order of the checks: assumed. */
export const issue: Handler = (service, exchange, user) => {
	checkMayIssue(service);
	const request = parsed(IssueRequest, exchange.body, 'INVALID_BODY');
	const customer = chargedCustomer(service, user, request.customerIdentifier);
	checkFlow(service);
	// Refuses an amount that does not cover the fees.
	quoteOf(request);
	const { fault } = exchange;
	const laterMs = fault?.type === 'commitLate' ? fault.afterSeconds * 1000 : 0;
	const createdAt = service.clock.now() + laterMs;
	const { status, ...settling } =
		fault?.type === 'commitAsFailed' ? FAILED : firstState(service, createdAt);
	const fields: NewAddition = {
		userId: user._id,
		customerId: customer._id,
		...request,
		createdAt,
		...settling,
		source: 'api',
		visibleAt: createdAt + service.settings.additions.visibleAfterSeconds * 1000,
	};
	const isWrong = fault?.type === 'wrongAnswer';
	const addition =
		isWrong && !fault.commit
			? neverKept(service, fields, status)
			: service.books.add(fields, status);
	const shown = presentAddition(service, addition);
	return {
		title: TITLE,
		balanceTransaction: isWrong ? altered(service, addition, shown, fault.differs) : shown,
	};
};

const FAILED = { status: 'FAILED', settlesAt: null, settleAs: 'FAILED' } as const;

/** The addition in the answer of a service that has done nothing. */
function neverKept({ books, journal }: Service, fields: NewAddition, status: string): Addition {
	const _id = idOf(`never kept ${journal.entries().length}`);
	return { ...books.draft({ ...fields, _id }), status };
}

/** Assumed: final at once under these settings, else it settles later. */
function firstState({ settings }: Service, now: number) {
	const { initialStatus, settleAfterSeconds, settleAs } = settings.additions;
	const isAtOnce = initialStatus === 'COMPLETED' && settleAfterSeconds === 0;
	const status = isAtOnce ? settleAs : initialStatus;
	const isFirm = isAtOnce || status === 'FAILED' || settleAfterSeconds === null;
	return { status, settleAs, settlesAt: isFirm ? null : now + settleAfterSeconds * 1000 };
}

/** service.md 4.2, rule 3; 7.1 (400); 5 (403 for the customer of another user). */
function chargedCustomer(service: Service, user: User, identifier: string): Customer {
	const { directory } = service;
	const byId = directory.customers.get(identifier);
	if (byId !== undefined && byId.userId !== user._id) {
		throw new ServiceError(403, 'CUSTOMER_FORBIDDEN', 'The customer belongs to another user');
	}
	const known = byId ? [byId] : directory.byTaxId(user._id, identifier);
	// Assumed: the oldest active customer with the tax ID.
	const active = known.find((customer) => !customer.deleted);
	if (active !== undefined) return active;
	if (known.length > 0) throw badRequest('CUSTOMER_DELETED', 'The customer is deleted');
	throw badRequest('CUSTOMER_INVALID', 'customerIdentifier names no customer');
}

/** service.md 7.1 (503) and 4.2, rule 5, whose status is assumed. */
function checkFlow(service: Service): void {
	const { additions, wallet } = service.settings;
	if (!additions.flowAvailable) {
		throw new ServiceError(503, 'FLOW_UNAVAILABLE', 'GMC flow temporarily unavailable');
	}
	if (!wallet.approved) {
		const message = 'The operational wallet is not registered and approved';
		throw badRequest('WALLET_NOT_APPROVED', message);
	}
}
