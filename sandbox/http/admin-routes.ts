import { Duration } from 'luxon';
import { z, type ZodTypeAny } from 'zod';
import { credentialFor } from '../credential';
import { record } from '../model';
import { overviewOf } from '../page/overview';
import { SEED_NAMES } from '../seeds';
import type { Service } from '../service';
import type { SandboxSettingsInput } from '../settings';
import { FaultSchema } from '../state/faults';
import { JournalFilter } from '../state/journal';
import { injectAddition, injectCustomer, NewAddition, NewCustomer } from './inject';
import { ChargeFilter, chargesOf, viewAddition } from './views';

/** One thing that `/_sandbox` does. */
export interface AdminRoute<Input extends ZodTypeAny = ZodTypeAny, Answer = unknown> {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	/** What it does, for the index page. */
	summary: string;
	/** Of the query of a GET, of the body of the others. */
	input: Input;
	/** What it answers as JSON with 200; errors become 400 with `{ error }`. */
	run(service: Service, input: z.output<Input>): Answer;
}

const route = <Input extends ZodTypeAny, Answer>(
	[method, path]: [AdminRoute['method'], string],
	summary: string,
	input: Input,
	run: AdminRoute<Input, Answer>['run'],
): AdminRoute<Input, Answer> => ({ method, path, summary, input, run });

const nothing = record({});
// Settings are checked after they were merged.
const part = z.custom<SandboxSettingsInput>();
const reset = record({ seed: z.enum(SEED_NAMES).optional(), settings: part.optional() });
const instant = record({ at: z.string().datetime({ offset: true }).optional() });
const ahead = z.number().min(0).optional();
const duration = record({ seconds: ahead, minutes: ahead, hours: ahead, days: ahead });
const settling = record({ id: z.string(), status: z.string().min(1) });

/** All that `/_sandbox` does. */
export const ROUTES = {
	settings: route(
		['GET', '/settings'],
		'the settings in use (sandbox/settings.ts says what they do)',
		nothing,
		(service) => service.settings,
	),
	configure: route(
		['PATCH', '/settings'],
		'change settings (any part, at any depth)',
		part,
		(service, change) => service.configure(change),
	),
	reset: route(['POST', '/reset'], 'start over: { seed?, settings? }', reset, (service, how) =>
		service.reset(how),
	),
	credential: route(['GET', '/credential'], 'values for the n8n credential', nothing, ({ url }) =>
		credentialFor(`${url}/api`),
	),
	faults: route(['GET', '/faults'], 'the active faults', nothing, ({ faults }) => faults.list()),
	addFault: route(['POST', '/faults'], 'add a fault', FaultSchema, ({ faults }, fault) =>
		faults.add(fault),
	),
	clearFaults: route(['DELETE', '/faults'], 'remove every fault', nothing, ({ faults }) =>
		faults.clear(),
	),
	freezeClock: route(
		['POST', '/clock/freeze'],
		'stop the clock: { at? }',
		instant,
		({ clock }, { at }) => clock.freeze(at === undefined ? undefined : Date.parse(at)),
	),
	advanceClock: route(
		['POST', '/clock/advance'],
		'move the clock ahead: { seconds?, minutes?, hours?, days? }',
		duration,
		({ clock }, by) => clock.advance(Duration.fromObject(by).toMillis()),
	),
	unfreezeClock: route(['POST', '/clock/unfreeze'], 'start the clock again', nothing, ({ clock }) =>
		clock.unfreeze(),
	),
	expireTokens: route(['POST', '/tokens/expire'], 'end every session', nothing, ({ sessions }) =>
		sessions.expireAll(),
	),
	journal: route(
		['GET', '/journal'],
		'requests: ?route&status&since',
		JournalFilter,
		({ journal }, filter) => journal.entries(filter),
	),
	count: route(
		['GET', '/journal/count'],
		'how many requests, same filters',
		JournalFilter,
		({ journal }, filter) => journal.entries(filter).length,
	),
	clearJournal: route(['DELETE', '/journal'], 'forget the requests', nothing, ({ journal }) =>
		journal.clear(),
	),
	charges: route(
		['GET', '/charges'],
		'how often a customer was charged an amount: ?customerIdentifier&amount&currency',
		ChargeFilter,
		chargesOf,
	),
	customers: route(
		['GET', '/customers'],
		'every customer, also deleted ones',
		nothing,
		({ directory }) => [...directory.customers.values()],
	),
	createCustomer: route(
		['POST', '/customers'],
		'add a customer, without checks',
		NewCustomer,
		injectCustomer,
	),
	additions: route(['GET', '/additions'], 'every top-up, also unlisted ones', nothing, (service) =>
		[...service.books.additions.values()].map((one) => viewAddition(service, one)),
	),
	createAddition: route(
		['POST', '/additions'],
		'add a top-up, without checks',
		NewAddition,
		injectAddition,
	),
	settle: route(
		['POST', '/settle'],
		'give a top-up a status: { id, status }',
		settling,
		(service, { id, status }) => {
			const addition = service.books.additions.get(id);
			if (addition === undefined) throw new Error(`There is no addition ${id}`);
			const { failureError } = service.settings.additions;
			service.books.settle(addition, status, failureError, service.clock.now());
			return viewAddition(service, addition);
		},
	),
	overview: route(['GET', '/overview'], 'what the page shows', nothing, overviewOf),
};
