import { z } from 'zod';
import { overviewOf } from '../page/overview';
import { balanceViolations, summaryViolations } from './invariants';
import { AdminError } from './admin-error';
import { type AdminRoute, route } from './admin-route';
import { injectAddition, injectCustomer, NewAdditionSchema, NewCustomerSchema } from './inject';
import { ChargeQuery, chargesOf, viewAddition, viewCustomer } from './views';

const journalQuery = z
	.object({
		method: z.string().optional(),
		route: z.string().optional(),
		status: z.union([z.enum(['pending', 'reset', 'hung']), z.coerce.number().int()]).optional(),
		userId: z.string().optional(),
		since: z.coerce.number().int().optional(),
	})
	.strict();

const settleBody = z.object({ status: z.string().min(1).default('COMPLETED') }).strict();

/** Journal, customers, additions and what can be asked about them. */
export const recordRoutes: AdminRoute[] = [
	route('GET', '/journal', 'requests: ?method&route&status&userId&since', (service, { query }) =>
		service.journal.entries(query(journalQuery)),
	),
	route('GET', '/journal/count', 'how many of them, same questions', (service, { query }) => ({
		count: service.journal.entries(query(journalQuery)).length,
	})),
	route('DELETE', '/journal', 'forget the requests', ({ journal }) => journal.clear()),
	route(
		'GET',
		'/charges',
		'how often was this customer charged this amount: ?customerIdentifier&amount&currency&includeFailed',
		(service, { query }) => chargesOf(service, query(ChargeQuery)),
	),
	route('GET', '/customers', 'every customer, deleted ones too', ({ directory }) =>
		[...directory.customers.values()].map(viewCustomer),
	),
	route('POST', '/customers', 'put a customer in, past every check', (service, { body }) =>
		injectCustomer(service, body(NewCustomerSchema)),
	),
	route('GET', '/additions', 'every addition, hidden ones too', (service) =>
		[...service.books.additions.values()].map((addition) => viewAddition(service, addition)),
	),
	route('POST', '/additions', 'put an addition in, past every check', (service, { body }) =>
		injectAddition(service, body(NewAdditionSchema)),
	),
	route(
		'POST',
		'/additions/:id/settle',
		'give an addition a status: { status }',
		(service, { params, body }) => {
			const addition = service.books.additions.get(params.id);
			if (addition === undefined) throw new AdminError(404, `There is no addition ${params.id}`);
			const { status } = body(settleBody);
			const { failureError } = service.settings.additions;
			service.books.settle(addition, status, failureError, service.clock.now());
			return viewAddition(service, addition);
		},
	),
	route('GET', '/overview', 'the newest of all of this, for the page', overviewOf),
	route('GET', '/invariants', 'do the balances add up', (service) => {
		const violations = [...balanceViolations(service), ...summaryViolations(service)];
		return { ok: violations.length === 0, violations };
	}),
];
