/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Duration } from 'luxon';
import { type ZodTypeAny, z } from 'zod';
import { credentialFor, credentialWords } from '../credential';
import { parsed } from '../errors';
import { record } from '../model';
import { liveView } from '../page/live';
import { SEED_NAMES } from '../seeds';
import type { Service } from '../service';
import type { SandboxSettingsInput } from '../settings';
import { FaultSchema } from '../state/faults';
import { JournalFilter } from '../state/journal';
import { injectAddition, injectCustomer, NewAddition, NewCustomer } from './inject';
import { ChargeFilter, chargesOf, viewAddition } from './views';

export function registerAdmin(app: FastifyInstance, service: Service): void {
	void app.register((scope, _options, done) => {
		scope.setErrorHandler(({ message }: Error, _request, reply) =>
			reply.code(400).send({ error: message }),
		);
		for (const [name, one] of Object.entries<AdminRoute>(ROUTES)) {
			scope.route({
				method: ['GET', 'POST'],
				url: `/_sandbox/${name}`,
				handler: async (request, reply) =>
					reply.type('application/json').send(answerOf(service, one, inputOf(request))),
			});
		}
		for (const [name, type] of Object.entries(PAGE)) {
			// Read at each request, so that a change shows at once.
			scope.get(`/_sandbox${name === 'page.html' ? '' : `/${name}`}`, async (_request, reply) =>
				reply.type(`${type}; charset=utf-8`).send(await readFile(path.join(PAGE_FOLDER, name))),
			);
		}
		done();
	});
}

const PAGE_FOLDER = path.join(__dirname, '..', 'page');
const PAGE = { 'page.html': 'text/html', 'page.css': 'text/css', 'page.js': 'text/javascript' };

/** The body of a POST, or the query of a GET. */
const inputOf = ({ body, query }: FastifyRequest): unknown =>
	typeof body === 'string' && body !== '' ? JSON.parse(body) : query;

/** @returns JSON */
function answerOf(service: Service, { input, run }: AdminRoute, given: unknown): string {
	service.catchUp();
	return JSON.stringify(run(service, parsed(input, given, 'INVALID_INPUT')) ?? { ok: true });
}

interface AdminRoute<Input extends ZodTypeAny = ZodTypeAny, Answer = unknown> {
	input: Input;
	/** What it answers as JSON with 200; errors become 400 with `{ error }`. */
	run(service: Service, input: z.output<Input>): Answer;
}

const route = <Input extends ZodTypeAny, Answer>(
	input: Input,
	run: AdminRoute<Input, Answer>['run'],
): AdminRoute<Input, Answer> => ({ input, run });

const nothing = record({});
// Settings are checked after they were merged.
const part = z.custom<SandboxSettingsInput>();
const reset = record({ seed: z.enum(SEED_NAMES).optional(), settings: part.optional() });
const instant = record({ at: z.string().datetime({ offset: true }).optional() });
const ahead = z.number().optional();
const duration = record({ seconds: ahead, minutes: ahead, hours: ahead, days: ahead });
const settling = record({ id: z.string(), status: z.string().min(1) });

/** All that can be asked for at `/_sandbox/<name>`. */
const ROUTES = {
	settings: route(nothing, (service) => service.settings),
	configure: route(part, (service, change) => service.configure(change)),
	resetSettings: route(nothing, (service) => service.resetSettings()),
	reset: route(reset, (service, how) => service.reset(how)),
	/** Values for the credential of n8n. */
	credential: route(nothing, ({ url }) => credentialFor(`${url}/api`)),
	/** The same with labels, for a person. */
	credentialWords: route(nothing, ({ url }) => credentialWords(`${url}/api`)),
	/** What the page shows. */
	live: route(nothing, liveView),
	faults: route(nothing, ({ faults }) => faults.list()),
	addFault: route(FaultSchema, ({ faults }, fault) => faults.add(fault)),
	clearFaults: route(nothing, ({ faults }) => faults.clear()),
	freezeClock: route(instant, ({ clock }, { at }) => clock.freeze(at ? Date.parse(at) : undefined)),
	advanceClock: route(duration, ({ clock }, by) =>
		clock.advance(Duration.fromObject(by).toMillis()),
	),
	expireTokens: route(nothing, ({ sessions }) => sessions.expireAll()),
	journal: route(JournalFilter, ({ journal }, filter) => journal.entries(filter)),
	count: route(JournalFilter, ({ journal }, filter) => journal.entries(filter).length),
	clearJournal: route(nothing, ({ journal }) => journal.clear()),
	/** How often a customer was charged an amount. */
	charges: route(ChargeFilter, chargesOf),
	/** Every customer, also deleted ones. */
	customers: route(nothing, ({ directory }) => [...directory.customers.values()]),
	createCustomer: route(NewCustomer, injectCustomer),
	/** Every addition, also hidden ones and those of deleted customers. */
	additions: route(nothing, (service) =>
		[...service.books.additions.values()].map((one) => viewAddition(service, one)),
	),
	createAddition: route(NewAddition, injectAddition),
	/** Gives an addition a status; COMPLETED and FAILED settle it. */
	settle: route(settling, (service, { id, status }) => {
		const addition = service.books.additions.get(id);
		if (addition === undefined) throw new Error(`There is no addition ${id}`);
		service.books.settle(addition, status, service.clock.now());
		return viewAddition(service, addition);
	}),
};

type Routes = typeof ROUTES;
type Input<Name extends keyof Routes> = z.input<Routes[Name]['input']>;
/** What a route takes; nothing if it needs nothing. */
type Given<Name extends keyof Routes> =
	object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];
type Answer<Name extends keyof Routes> = Promise<ReturnType<Routes[Name]['run']>>;
type Calls = { [Name in keyof Routes]: (...given: Given<Name>) => Answer<Name> };

export interface SandboxAdmin extends Omit<Calls, 'freezeClock' | 'settle'> {
	/** Stops the clock, now or at a time in ISO 8601. */
	freezeClock(at?: string): Answer<'freezeClock'>;
	/** Gives an addition a status; COMPLETED and FAILED settle it. */
	settle(id: string, status: string): Answer<'settle'>;
}

/** All that `/_sandbox` does, in this process. What goes in and comes out is copied, as by HTTP. */
export function adminOf(service: Service): SandboxAdmin {
	const calls = Object.entries<AdminRoute>(ROUTES).map(([name, one]) => {
		const call = async (given: unknown = {}) =>
			JSON.parse(answerOf(service, one, JSON.parse(JSON.stringify(given)))) as unknown;
		return [name, call];
	});
	const all = Object.fromEntries(calls) as Calls;
	return {
		...all,
		freezeClock: async (at) => await all.freezeClock({ at }),
		settle: async (id, status) => await all.settle({ id, status }),
	};
}
