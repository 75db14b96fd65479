import { z } from 'zod';
import { overviewOf } from '../page/overview';
import { AdminError, type AdminRoute, route } from './admin-route';
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

/** Journal, customers and additions. */
export const recordRoutes: AdminRoute[] = [
	route('GET', '/journal', 'requests: ?method&route&status&userId&since', (service, { query }) =>
		service.journal.entries(query(journalQuery)),
	),
	route('GET', '/journal/count', 'how many requests, same filters', (service, { query }) => ({
		count: service.journal.entries(query(journalQuery)).length,
	})),
	route('DELETE', '/journal', 'forget the requests', ({ journal }) => journal.clear()),
	route(
		'GET',
		'/charges',
		'how often a customer was charged an amount: ?customerIdentifier&amount&currency',
		(service, { query }) => chargesOf(service, query(ChargeQuery)),
	),
	route('GET', '/customers', 'every customer, also deleted ones', ({ directory }) =>
		[...directory.customers.values()].map(viewCustomer),
	),
	route('POST', '/customers', 'add a customer, without checks', (service, { body }) =>
		injectCustomer(service, body(NewCustomerSchema)),
	),
	route('GET', '/additions', 'every top-up, also unlisted ones', (service) =>
		[...service.books.additions.values()].map((addition) => viewAddition(service, addition)),
	),
	route('POST', '/additions', 'add a top-up, without checks', (service, { body }) =>
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
	route('GET', '/overview', 'what the page shows', overviewOf),
];
